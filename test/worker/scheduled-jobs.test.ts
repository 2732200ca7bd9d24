import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import type { Actors } from '../../server/compose/compose-actors.ts';
import { type ActorWork, allJobs } from '../../server/compose/jobs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';

describe('scheduled jobs', () => {
  const clock = new TestClock();
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  /** The jobs run here need the database and the clock alone. */
  function jobs(work: Partial<ActorWork> = {}) {
    const nothing = async () => 0;
    const deps = { database, clock } as unknown as Actors['deps'];
    return allJobs(deps, { fireTimers: nothing, sweepOutbox: nothing, ...work });
  }

  function run(name: string, work: Partial<ActorWork> = {}): Promise<unknown> {
    const job = jobs(work).find((candidate) => candidate.name === name);
    if (job === undefined) throw new Error(`no job ${name}`);
    return job.run();
  }

  it('delete guests’ carts unchanged for a month, however many, and no account’s', async () => {
    const accountId = randomUUID();
    await database.raw(
      `INSERT INTO accounts (id, email, display_name, locale) VALUES (?, ?, 'Noora', 'en')`,
      [accountId, `${accountId}@test.wasl.example`],
    );
    await database.raw(
      `INSERT INTO carts (id, token_hash, updated_at)
       SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), now() - interval '31 days'
         FROM generate_series(1, 230) n`,
    );
    await database.raw(
      `INSERT INTO carts (id, account_id, token_hash, updated_at)
       VALUES (gen_random_uuid(), ?, NULL, now() - interval '400 days'),
              (gen_random_uuid(), NULL, '\\xaa', now() - interval '29 days')`,
      [accountId],
    );
    await database.raw(
      `INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
       SELECT gen_random_uuid(), id, gen_random_uuid(), 1, '1.00' FROM carts`,
    );
    await run('guest-carts');
    const orphans = await database('cart_items').whereNotIn('cart_id', database('carts').select('id'));
    expect(orphans, 'lines are deleted with their cart').to.deep.equal([]);
    const left = await database('carts').orderBy('account_id').select('account_id');
    expect(left.map(({ account_id: owner }) => owner)).to.deep.equal([accountId, null]);
  });

  it('are named once each', () => {
    const names = jobs().map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('take full batches until nothing is left, up to a limit', async () => {
    for (const [backlog, calls] of [
      [0, 1],
      [99, 1],
      [100, 2],
      [250, 3],
      [1_000_000, 20],
    ] as const) {
      let left: number = backlog;
      let called = 0;
      await run('timers', {
        fireTimers: async (limit) => {
          called += 1;
          const taken = Math.min(limit, left);
          left -= taken;
          return taken;
        },
      });
      expect(called, `backlog ${backlog}`).to.equal(calls);
    }
  });

  it('delete idempotency keys after 48 hours, not before', async () => {
    const insert = (key: string, age: string) =>
      database.raw(
        `INSERT INTO idempotency_keys (principal, key, request_hash, created_at)
         VALUES ('p', ?, '\\x00', now() - ?::interval)`,
        [key, age],
      );
    for (let index = 0; index < 120; index += 1) await insert(`old-${index}`, '48 hours 1 minute');
    await insert('young', '47 hours 59 minutes');
    await Promise.all([run('idempotency-keys'), run('idempotency-keys')]);
    await run('idempotency-keys');
    expect(await database('idempotency_keys').pluck('key')).to.deep.equal(['young']);
  });

  it('delete sessions ended a month ago with their tokens, and failed sign-ins that were not repeated', async () => {
    const accountId = randomUUID();
    await database.raw(
      `INSERT INTO accounts (id, email, display_name, locale) VALUES (?, ?, 'Noora', 'en')`,
      [accountId, `${accountId}@test.wasl.example`],
    );
    const session = async (name: string, expires: string, revoked: string | null) => {
      const id = randomUUID();
      await database.raw(
        `INSERT INTO sessions (id, account_id, surface, user_agent, expires_at, revoked_at)
         VALUES (?, ?, 'api', ?, now() + ?::interval, now() + ?::interval)`,
        [id, accountId, name, expires, revoked],
      );
      await database('refresh_tokens').insert({
        ...{ id: randomUUID(), session_id: id, token_hash: Buffer.from(id) },
        expires_at: new Date(),
      });
    };
    for (let index = 0; index < 105; index += 1) await session('expired long ago', '-31 days', null);
    await session('revoked long ago', '1 day', '-31 days');
    await session('expired', '-29 days', null);
    await session('live', '1 day', null);
    await run('sessions');
    const left = await database('sessions').where('account_id', accountId).orderBy('user_agent');
    expect(left.map((row) => row.user_agent)).to.deep.equal(['expired', 'live']);
    expect(await database('refresh_tokens').pluck('session_id')).to.have.members(left.map(({ id }) => id));

    for (const [key, idle, locked] of [
      ['forgotten', '91 days', null],
      ['still locked', '91 days', '1 minute'],
      ['tried', '89 days', null],
    ] as const) {
      await database.raw(
        `INSERT INTO sign_in_guards (email_key, failures, locked_until, updated_at)
         VALUES (?, 5, now() + ?::interval, now() - ?::interval)`,
        [key, locked, idle],
      );
    }
    await run('sign-in-guards');
    expect((await database('sign_in_guards').pluck('email_key')).sort()).to.deep.equal([
      'still locked',
      'tried',
    ]);
  });

  it('delete alerts resolved three months ago with their history, which cannot be deleted otherwise', async () => {
    const alert = async (name: string, status: string, days: number) => {
      const at = new Date(clock.now().getTime() - days * 86_400_000);
      const id = randomUUID();
      await database('alerts').insert({
        ...{ id, kind: 'LATE_RISK', severity: 'WARNING', dedupe_key: name, subject_type: 'TASK' },
        ...{ subject_id: name, message_en: 'Late', message_ar: 'متأخر', status, raised_at: at },
        ...{ last_seen_at: at, resolved_at: status === 'RESOLVED' ? at : null },
      });
      await database('alert_changes').insert({
        ...{ alert_id: id, version: 1, change: 'RAISED', status: 'OPEN', severity: 'WARNING' },
        ...{ message_en: 'Late', message_ar: 'متأخر', at },
      });
      return id;
    };
    await alert('old', 'RESOLVED', 91);
    const retained = [await alert('young', 'RESOLVED', 89), await alert('open', 'OPEN', 400)];
    await run('old-alerts');
    expect(await database('alerts').pluck('id')).to.have.members(retained);
    expect(await database('alert_changes').pluck('alert_id')).to.have.members(retained);
    const refusal = (work: PromiseLike<unknown>) =>
      Promise.resolve(work).then(
        () => '',
        (error) => error.message,
      );
    expect(await refusal(database('alert_changes').delete())).to.contain('append-only');
    expect(await refusal(database('alerts').where('status', 'OPEN').delete())).to.contain('not resolved');
  });

  it('create the partitions of this month and the next, also when several workers do so at once', async () => {
    const partitions = async () => {
      const { rows } = await database.raw<{ rows: { name: string }[] }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits
          WHERE inhparent = 'actor_command'::regclass ORDER BY 1`,
      );
      return rows.map(({ name }) => name);
    };
    const made = await partitions();
    expect(made).to.have.lengthOf(3);
    for (const name of made.filter((each) => /\d{4}_\d{2}$/.test(each))) {
      await database.raw('DROP TABLE ??', [name]);
    }
    await Promise.all([run('partitions'), run('partitions'), run('partitions')]);
    expect(await partitions()).to.deep.equal(made);
  });

  it('erase delivery codes that have expired by domain time', async () => {
    const accountId = randomUUID();
    await database('accounts').insert({
      id: accountId,
      email: 'a@example.com',
      display_name: 'A',
      locale: 'en',
    });
    const insert = async (minutes: number) => {
      const id = randomUUID();
      await database('notifications').insert({
        id,
        event_key: id,
        account_id: accountId,
        kind: 'DELIVERY_CODE',
        title_en: '',
        title_ar: '',
        body_en: '',
        body_ar: '',
        sealed: Buffer.from('x'),
        sealed_for: randomUUID(),
        sealed_until: new Date(clock.now().getTime() + minutes * 60_000),
        source_version: 1,
        created_at: clock.now(),
      });
      return id;
    };
    const [expired, valid] = [await insert(30), await insert(31)];
    clock.advance(30 * 60_000);
    expect(await run('delivery-codes')).to.equal(1);
    expect(await database('notifications').whereNull('sealed').pluck('id')).to.deep.equal([expired]);
    expect(await database('notifications').whereNotNull('sealed').pluck('id')).to.deep.equal([valid]);
  });
});
