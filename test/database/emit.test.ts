import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { push } from '../../actors/machines/effect.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import { type Database, openDatabase, type Transaction } from '../../db/database.ts';
import { inTransaction, Overtaken } from '../../db/unit-of-work.ts';
import { deliverEffects, emit } from '../../server/kernel/outbox/emit.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('effects of a relational change', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let delivered: OutboxRow[];

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
    deliverEffects(database, async (row) => void delivered.push(row));
  });
  beforeEach(() => {
    delivered = [];
  });
  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  const change = (trx: Transaction, id: string, version: number) =>
    emit(trx, { about: { id, version }, requestId: 'request' }, [
      push(['dispatch'], 'record.changed', { version }),
    ]);
  const rowsOf = (key: string) => database('outbox').where({ key });

  it('are written with it, and delivered when it has committed', async () => {
    const id = randomUUID();
    await inTransaction(database, async (trx) => {
      await change(trx, id, 3);
      expect(delivered).to.deep.equal([]);
    });
    const [row] = await rowsOf(id);
    expect(row).to.include({ kind: 'record', key: id, version: 3, request_id: 'request' });
    expect(delivered.map((each) => each.id)).to.deep.equal([row.id]);
    expect(delivered[0]?.effects).to.deep.equal(row.effects);
  });

  it("of an attempt that is repeated are forgotten: only the last attempt's are written and delivered", async () => {
    const id = randomUUID();
    let tries = 0;
    await inTransaction(database, async (trx) => {
      tries += 1;
      await change(trx, id, tries);
      if (tries < 3) throw new Overtaken();
    });
    const rows = await rowsOf(id);
    expect(rows.map(({ version }) => version)).to.deep.equal([3]);
    expect(delivered.map(({ version }) => version)).to.deep.equal([3]);
  });

  it('do not follow from what was rolled back, or changed nothing', async () => {
    const [undone, idle] = [randomUUID(), randomUUID()];
    const failing = inTransaction(database, async (trx) => {
      await change(trx, undone, 1);
      throw new Error('no');
    });
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    await inTransaction(database, (trx) =>
      emit(trx, { about: { id: idle, version: 1 }, requestId: null }, []),
    );
    expect(delivered).to.deep.equal([]);
    expect(await database('outbox').whereIn('key', [undone, idle])).to.deep.equal([]);
  });

  it('are delivered when they are sent with COMMIT, too', async () => {
    const id = randomUUID();
    await inTransaction(database, (trx) => trx.commitWith(() => change(trx, id, 1)));
    expect(delivered.map(({ ref }) => ref.key)).to.deep.equal([id]);
  });

  it('are left to the worker by a process that delivers none', async () => {
    const id = randomUUID();
    const other = openDatabase(testDatabase.url, { name: 'other', max: 1 });
    try {
      await inTransaction(other, (trx) => change(trx, id, 1));
    } finally {
      await other.destroy();
    }
    expect(delivered).to.deep.equal([]);
    expect(await rowsOf(id)).to.have.lengthOf(1);
  });
});
