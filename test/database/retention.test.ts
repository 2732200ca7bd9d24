import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { readRetention, readTables } from '../../scripts/readme/retention.ts';
import { purgeSessions } from '../../server/accounts/session-store.ts';
import type { Actors } from '../../server/compose/compose-actors.ts';
import { allJobs } from '../../server/compose/jobs.ts';
import { untilPurged } from '../../server/kernel/jobs/in-batches.ts';
import { deleteOldImports } from '../../server/marketplace/seller-imports/import-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';

const CARTS = 20_000;

describe('how long everything is kept', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase();
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
  });

  after(async () => {
    await database?.destroy();
    await testDatabase?.drop();
  });

  function jobs() {
    const deps = { database, clock: new TestClock() } as unknown as Actors['deps'];
    return allJobs(deps, { fireTimers: async () => 0, sweepOutbox: async () => 0 });
  }

  async function run(name: string): Promise<void> {
    await jobs()
      .find((job) => job.name === name)
      ?.run();
  }

  const count = async (table: string) => Number((await database(table).count('* as n'))[0]?.n);

  it('is said of every table, and of nothing else', () => {
    expect(Object.keys(readRetention()).sort(), 'server/retention.json').to.deep.equal(
      [...readTables().keys()].sort(),
    );
  });

  it('names a job that exists, or the reason why no job deletes rows', () => {
    const known = new Set(jobs().map(({ name }) => name));
    for (const [table, { until, by, why }] of Object.entries(readRetention())) {
      expect(until, table).to.not.equal('');
      if (by === undefined) expect(why, table).to.be.a('string').and.not.equal('');
      else expect(known.has(by), `${table}: ${by}`).to.equal(true);
    }
  });

  it('says of every table what a row is', () => {
    expect([...readTables()].filter(([, what]) => what === '')).to.deep.equal([]);
  });

  it('is kept to by deleting rows that others refer to by an index, not by reading the whole table for each', async () => {
    const purged = Object.entries(readRetention()).flatMap(([table, { by }]) =>
      by === undefined ? [] : [table],
    );
    const { rows } = await database.raw<{ rows: { reference: string }[] }>(
      `SELECT c.conrelid::regclass || ' (' || pg_get_constraintdef(c.oid) || ')' AS reference
         FROM pg_constraint c
        WHERE c.contype = 'f' AND c.confrelid = ANY(?::regclass[]) AND NOT EXISTS (
                SELECT FROM pg_index i
                 WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
                   AND (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
      [purged],
    );
    expect(rows.map(({ reference }) => reference)).to.deep.equal([]);
  });

  it('ends for more carts in one run than an address can make in two hours', async function () {
    this.timeout(60_000);
    await database.raw(
      `INSERT INTO carts (id, token_hash, updated_at)
       SELECT gen_random_uuid(), decode(md5(n::text), 'hex'), now() - interval '31 days' FROM generate_series(1, ?) n`,
      [CARTS],
    );
    await database.raw(
      `INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
       SELECT gen_random_uuid(), id, gen_random_uuid(), 1, '1.00' FROM carts`,
    );
    await run('guest-carts');
    expect([await count('carts'), await count('cart_items')]).to.deep.equal([0, 0]);
  });

  it('ends for checkouts of which no order came, and for nothing that is sold or held', async () => {
    const accountId = await account();
    const [level] = await database('stock_levels').select('offer_id', 'warehouse_id').limit(1);
    const [offer] = await database('offers').where('id', level?.offer_id).select('variant_id', 'seller_id');
    const checkout = async (status: string, days: number, reserved: string) => {
      const [id, lineId] = [randomUUID(), randomUUID()];
      const at = new Date(Date.now() - days * 86_400_000);
      const common = { created_at: at, updated_at: at, address: JSON.stringify({ phone: '+97455000000' }) };
      await database('checkouts').insert({ id, account_id: accountId, status, expires_at: at, ...common });
      const goods = { sku: 'S', name_en: 'E', name_ar: 'ع', quantity: 1, unit_price: '1.00' };
      const line = { id: lineId, checkout_id: id, offer_id: level?.offer_id, ...offer, ...goods };
      await database('checkout_lines').insert(line);
      const held = { id: randomUUID(), checkout_id: id, line_id: lineId, ...level, quantity: 1 };
      await database('reservations').insert({ ...held, status: reserved, ended_at: at });
      return id;
    };
    await checkout('EXPIRED', 31, 'RELEASED');
    await checkout('CANCELLED', 31, 'LOST');
    const kept = [
      await checkout('EXPIRED', 29, 'RELEASED'),
      await checkout('CONFIRMED', 400, 'CONSUMED'),
      await checkout('EXPIRED', 31, 'HELD'),
    ];
    await run('old-checkouts');
    expect(await database('checkouts').pluck('id')).to.have.members(kept);
    expect(await database('checkout_lines').pluck('checkout_id')).to.have.members(kept);
    expect(await database('reservations').pluck('checkout_id')).to.have.members(kept);
  });

  it('ends for addresses that their owner has deleted', async () => {
    const accountId = await account();
    const address = async (days: number | null) => {
      const id = randomUUID();
      const place = { zone_number: 1, street_number: 1, building_number: 1, latitude: 25.3, longitude: 51.5 };
      const deleted_at = days === null ? null : new Date(Date.now() - days * 86_400_000);
      const person = { account_id: accountId, contact_name: 'Noora', phone: '+97455000000' };
      await database('addresses').insert({ id, ...person, ...place, deleted_at });
      return id;
    };
    await address(31);
    const kept = [await address(29), await address(null)];
    await run('old-addresses');
    expect(await database('addresses').pluck('id')).to.have.members(kept);
  });

  it('ends for invitations, after they have', async () => {
    const [seller] = await database('sellers').pluck('id');
    const accountId = await account();
    const invitation = async (status: string, days: number | null) => {
      const id = randomUUID();
      const ended_at = days === null ? null : new Date(Date.now() - days * 86_400_000);
      const to = {
        email: `${id}@test.wasl.example`,
        email_key: `${id}@test.wasl.example`,
        permissions: ['ORDERS'],
      };
      const at = { expires_at: new Date(), created_at: new Date(), ended_at };
      const token_hash = Buffer.from(id);
      await database('staff_invitations').insert({
        ...{ id, seller_id: seller, status, token_hash, invited_by: accountId },
        ...to,
        ...at,
      });
      return id;
    };
    await invitation('LAPSED', 91);
    await invitation('REVOKED', 91);
    const kept = [await invitation('LAPSED', 89), await invitation('PENDING', null)];
    await run('old-invitations');
    expect(await database('staff_invitations').pluck('id')).to.have.members(kept);
  });

  it('ends for sessions with any number of tokens, of which one statement deletes a bounded number', async () => {
    const session = { id: randomUUID(), account_id: await account(), surface: 'api' };
    const ended = database.raw(`now() - interval '31 days'`);
    await database('sessions').insert({ ...session, expires_at: ended });
    await database.raw(
      `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at)
       SELECT gen_random_uuid(), ?, decode(md5(n::text), 'hex'), now() FROM generate_series(1, 120) n`,
      [session.id],
    );
    const left = async () => [await count('sessions'), await count('refresh_tokens')];
    expect([await purgeSessions(database, 5), ...(await left())]).to.deep.equal([5, 1, 70]);
    await run('sessions');
    expect(await left()).to.deep.equal([0, 0]);
  });

  it('ends for files of sellers, of which one statement deletes a bounded number of rows', async () => {
    const [seller_id] = await database('sellers').pluck('id');
    const file = {
      seller_id,
      account_id: await account(),
      kind: 'STOCK',
      status: 'DONE',
      columns: [],
      ignored: [],
    };
    const changed_at = database.raw(`now() - interval '31 days'`);
    for (const rows of [20_000, 20_000, 1])
      await database('seller_imports').insert({ ...file, id: randomUUID(), rows, pending: rows, changed_at });
    expect([await deleteOldImports(database, 30, 100), await count('seller_imports')]).to.deep.equal([
      100, 2,
    ]);
    await run('old-seller-imports');
    expect(await count('seller_imports')).to.equal(0);
  });

  it('is a run that ends in time, although rows are made faster than they are deleted', async () => {
    let batches = 0;
    const endless = async (limit: number) => {
      batches += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return limit;
    };
    await untilPurged(endless, { rows: 10, runMs: 50 })();
    expect(batches).to.be.greaterThan(1);
  });

  async function account(): Promise<string> {
    const id = randomUUID();
    const email = `${id}@test.wasl.example`;
    await database('accounts').insert({ id, email, display_name: 'Noora', locale: 'en' });
    return id;
  }
});
