import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { PgOutboxStore, writeOutbox } from '../../db/stores/outbox-store.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { sendPushes } from '../../server/kernel/outbox/live-pushes.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('live events about records', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let outbox: PgOutboxStore;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
    outbox = new PgOutboxStore(database);
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  async function leave(key: string): Promise<OutboxRow> {
    const effect = {
      do: 'push',
      rooms: ['dispatch'],
      event: 'alert.updated',
      payload: { version: 2 },
    } as const;
    const row: OutboxRow = {
      ...{ id: randomUUID(), ref: { kind: 'record', key }, version: 2, correlationId: randomUUID() },
      ...{ requestId: null, effects: [{ id: randomUUID(), effect }] },
    };
    await inTransaction(database, (trx) => writeOutbox(trx, row));
    return row;
  }
  const rowsOf = (key: string) => database('outbox').where({ key });
  const makeDue = (key: string) =>
    rowsOf(key).update({ next_attempt_at: database.raw(`now() - interval '1 second'`) });

  it('wait in the outbox from the commit until they are sent, with the same id throughout', async () => {
    const id = randomUUID();
    const row = await leave(id);
    const ids: (string | undefined)[] = [];
    const answering = (sent: boolean) => ({
      push: async (_rooms: readonly string[], _event: string, _payload: object, effectId?: string) => {
        ids.push(effectId);
        return sent;
      },
    });
    await sendPushes({ outbox, pusher: answering(false) }, row);
    expect(await rowsOf(id)).to.have.lengthOf(1);
    await makeDue(id);
    const [claimed] = await outbox.claimDue(10);
    expect(claimed?.effects.map((effect) => effect.id)).to.deep.equal(ids);
    expect(Date.now() - (claimed?.committedAt ?? 0)).to.be.within(-1_000, 60_000);
    await sendPushes({ outbox, pusher: answering(true) }, row);
    expect(await rowsOf(id)).to.have.lengthOf(0);
  });

  it('that are all that a row waits for are left to a sweeper that can send them', async () => {
    const id = randomUUID();
    const row = await leave(id);
    await outbox.failed(row.id, 'live events were not sent at once', false);
    await makeDue(id);
    expect(await outbox.claimDue(10, false)).to.deep.equal([]);
    const [claimed] = await outbox.claimDue(10, true);
    expect(claimed).to.include({ id: row.id, unsent: true, attempts: 1 });
  });
});
