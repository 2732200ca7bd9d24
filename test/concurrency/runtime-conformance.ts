import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { MAX_ATTEMPTS } from '../../actors/runtime/relay.ts';
import { codeOf } from '../support/code-of.ts';
import type { CounterRuntime } from '../support/counter-runtime.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

export interface ConformingProcesses {
  /** A process on this database; the clock is that of the first one. */
  start(url: string, first?: CounterRuntime, options?: { effects: false }): CounterRuntime;
  /** The epoch of an actor after so many commands. */
  epochAfter(commands: number): number;
}

/** What every runtime must do, with two processes on one database. */
export function provesConformance({ start, epochAfter }: ConformingProcesses): void {
  let database: TestDatabase;
  let one: CounterRuntime;
  let two: CounterRuntime;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    one = start(database.url);
    two = start(database.url, one);
  });

  after(async () => {
    await one.close();
    await two.close();
    await database.drop();
  });

  it('serialises commands of two processes on one actor: none lost, versions contiguous', async () => {
    const key = await one.birth();
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        (index % 2 === 0 ? one : two).command(key, 'add', { amount: 1 }),
      ),
    );
    expect(await one.state(key)).to.deep.equal({
      count: 60,
      complaints: 0,
      version: 61,
      epoch: epochAfter(60),
    });
    const rows = await one.database('actor_command').where({ key }).orderBy('version').select('version');
    expect(rows.map((row) => row.version)).to.deep.equal(Array.from({ length: 61 }, (_, index) => index + 1));
  });

  it('lets a command id take effect once, however many send it at once', async () => {
    const key = await one.birth();
    const id = uuidv7();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : two).command(key, 'add', { amount: 5 }, id),
      ),
    );
    expect((await one.state(key)).count).to.equal(5);
    expect(results.filter((result) => !result.replayed)).to.have.length(1);
    for (const result of results) expect(result.reply).to.deep.equal({ count: 5 });
  });

  it('refuses a command id that comes back with another request', async () => {
    const key = await one.birth();
    const id = uuidv7();
    await one.command(key, 'add', { amount: 1 }, id);
    expect(await codeOf(two.command(key, 'add', { amount: 2 }, id))).to.equal('idempotency.MISMATCH');
    expect((await one.state(key)).count).to.equal(1);
  });

  it('tells requests with hashes of their own apart by these, whatever the payload', async () => {
    const key = await one.birth();
    const request = {
      ref: { kind: 'zone', key } as const,
      type: 'add',
      by: { accountId: null, role: 'DISPATCHER' } as const,
      id: uuidv7(),
      requestId: null,
      correlationId: uuidv7(),
    };
    const asked = { ...request, requestHash: Buffer.alloc(32, 1) };
    await one.runtime.execute({ ...asked, payload: { amount: 1 } });
    const again = await two.runtime.execute({ ...asked, payload: { amount: 2 } });
    expect([again.replayed, again.reply]).to.deep.equal([true, { count: 1 }]);
    const other = { ...asked, requestHash: Buffer.alloc(32, 2), payload: { amount: 1 } };
    expect(await codeOf(one.runtime.execute(other))).to.equal('idempotency.MISMATCH');
    expect((await one.state(key)).count).to.equal(1);
  });

  it('decides refusals anew, and never lets racing commands pass a guard together', async () => {
    const key = await one.birth();
    await one.command(key, 'add', { amount: 3 });
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        codeOf((index % 2 === 0 ? one : two).command(key, 'add', { amount: -1 })),
      ),
    );
    expect(codes.filter((code) => code === 'none')).to.have.length(3);
    expect(codes.filter((code) => code === 'common.CONFLICT')).to.have.length(5);

    const id = uuidv7();
    expect(await codeOf(one.command(key, 'add', { amount: -1 }, id))).to.equal('common.CONFLICT');
    await one.command(key, 'add', { amount: 1 });
    expect(await codeOf(one.command(key, 'add', { amount: -1 }, id))).to.equal('none');
  });

  it('stores a refusal that changed something, and repeats it without changing anything again', async () => {
    const key = await one.birth();
    const id = uuidv7();
    expect(await codeOf(one.command(key, 'complain', {}, id))).to.equal('delivery.CODE_INVALID');
    expect(await codeOf(two.command(key, 'complain', {}, id))).to.equal('delivery.CODE_INVALID');
    expect((await one.state(key)).complaints).to.equal(1);
  });

  it('answers a repeat as it was, however much came between, though it would be refused by now', async () => {
    const key = await one.birth();
    const id = uuidv7();
    await one.command(key, 'add', { amount: 1 });
    await one.command(key, 'add', { amount: -1 }, id);
    for (let count = 0; count < 70; count += 1) await codeOf(one.command(key, 'complain'));
    for (const process of [one, two, one]) {
      const again = await process.command(key, 'add', { amount: -1 }, id);
      expect([again.replayed, again.reply]).to.deep.equal([true, { count: 0 }]);
    }
    expect(await codeOf(one.command(key, 'add', { amount: -1 }))).to.equal('common.CONFLICT');
  });

  it('answers common.NOT_FOUND for an actor that does not exist', async () => {
    expect(await codeOf(one.command(uuidv7(), 'add', { amount: 1 }))).to.equal('common.NOT_FOUND');
  });

  it('asks to retry when the row stays locked, and changes nothing', async () => {
    const key = await one.birth();
    const blocker = await two.database.transaction();
    await blocker.raw('SELECT 1 FROM actor WHERE key = ? FOR UPDATE', [key]);
    expect(await codeOf(one.command(key, 'add', { amount: 1 }))).to.equal('common.UNAVAILABLE');
    await blocker.rollback();
    expect((await one.state(key)).count).to.equal(0);
  });

  it('carries a chain to its end and leaves no outbox row behind', async () => {
    const [from, to] = [await one.birth(), await one.birth()];
    await one.command(from, 'add', { amount: 10 });
    const { effects } = await one.command(from, 'pass-on', { amount: 4, to });
    await effects;
    expect([(await one.state(from)).count, (await one.state(to)).count]).to.deep.equal([6, 4]);
    expect(await one.outboxSize()).to.equal(0);
  });

  describe('when a process dies right after its commit', () => {
    let dying: CounterRuntime;
    before(() => {
      dying = start(database.url, one, { effects: false });
    });
    after(() => dying.close());

    it('another one sweeps what it left: each effect once, though two sweep at once and the row comes again', async () => {
      const [from, to] = [await one.birth(), await one.birth()];
      await dying.command(from, 'pass-on', { amount: 3, to });
      await dying.command(from, 'pass-on', { amount: 4, to });
      expect((await one.state(to)).count).to.equal(0);
      const rows = await one.database('outbox').select('*');
      expect(rows).to.have.length(2);

      await makeDue(one);
      const taken = await Promise.all([one.relay.sweep(50), two.relay.sweep(50)]);
      expect(taken[0] + taken[1]).to.equal(2);
      expect((await one.state(to)).count).to.equal(7);

      // The sweeper itself died before it could delete the rows: they come once more.
      await one
        .database('outbox')
        .insert(rows.map((row) => ({ ...row, effects: JSON.stringify(row.effects) })));
      await makeDue(one);
      await two.relay.sweep(50);
      expect((await one.state(to)).count).to.equal(7);
      expect(await one.outboxSize()).to.equal(0);
    });
  });

  it('tries a failing consumer again with the same effect id, and parks it for a person in the end', async () => {
    const key = await one.birth();
    one.consumer = async () => {
      throw new Error('not now');
    };
    const { effects } = await one.command(key, 'alert');
    await effects;
    for (let sweep = 1; sweep < MAX_ATTEMPTS; sweep += 1) {
      await makeDue(one);
      expect(await one.relay.sweep(10)).to.equal(1);
    }
    expect(new Set(one.consumed.slice(-MAX_ATTEMPTS)).size).to.equal(1);
    const row = await one.database('outbox').first('attempts', 'parked_at', 'last_error');
    expect(row.attempts).to.equal(MAX_ATTEMPTS);
    expect(row.parked_at).to.be.an.instanceOf(Date);
    expect(row.last_error).to.contain('not now');
    await makeDue(one);
    expect(await one.relay.sweep(10)).to.equal(0);
    expect(one.failures.at(-1)?.parked).to.equal(true);
    one.consumer = async () => undefined;
    await one.database('outbox').delete();
  });

  it('closes the outbox row of a consumer’s command before the chain behind it is done', async () => {
    const key = await one.birth();
    let finish = (): void => undefined;
    const chain = new Promise<void>((resolve) => {
      finish = resolve;
    });
    one.consumer = async () => ({ effects: chain });
    const { effects } = await one.command(key, 'alert');
    while ((await one.outboxSize()) > 0) await new Promise(setImmediate);
    expect(await Promise.race([effects.then(() => 'done'), 'under way'])).to.equal('under way');
    finish();
    await effects;

    one.consumer = async () => ({ effects: Promise.reject(new Error('fell over')) });
    await (await one.command(key, 'alert')).effects;
    expect(String(one.failures.at(-1)?.error)).to.contain('fell over');
    expect(await one.outboxSize()).to.equal(0);
    one.consumer = async () => undefined;
  });

  it('fires a timer once when it is due, though two processes run timers, and not after it was cancelled', async () => {
    const [kept, dropped] = [await one.birth(), await one.birth()];
    const dueAt = new Date(one.clock.now().getTime() + 60_000).toISOString();
    await one.command(kept, 'add-later', { amount: 2, dueAt });
    await one.command(dropped, 'add-later', { amount: 2, dueAt });
    await one.command(dropped, 'never-mind');
    expect(await one.timers.run(10)).to.equal(0);
    one.clock.advance(61_000);
    await Promise.all([one.timers.run(10), two.timers.run(10)]);
    await one.timers.run(10);
    expect([(await one.state(kept)).count, (await one.state(dropped)).count]).to.deep.equal([2, 0]);
    expect(await one.database('actor_timer').select('*')).to.deep.equal([]);
  });

  it('keeps a timer that was set anew while its older setting fired', async () => {
    const key = await one.birth();
    const soon = one.clock.now().toISOString();
    await one.command(key, 'add-later', { amount: 1, dueAt: soon });
    const [old] = await one.database('actor_timer').where({ key }).select('timer_id');
    await one.command(key, 'add-later', {
      amount: 1,
      dueAt: new Date(one.clock.now().getTime() + 3_600_000).toISOString(),
    });
    await one.database.raw('DELETE FROM actor_timer WHERE key = ? AND timer_id = ?', [key, old?.timer_id]);
    expect(await one.database('actor_timer').where({ key }).select('name')).to.have.length(1);
  });
}

/** Lets the next sweep take what waits for its next attempt. */
async function makeDue(runtime: CounterRuntime): Promise<void> {
  await runtime
    .database('outbox')
    .update({ next_attempt_at: runtime.database.raw(`now() - interval '1 second'`) });
}
