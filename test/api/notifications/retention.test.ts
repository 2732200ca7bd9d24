import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { inBatches } from '../../../server/kernel/jobs/in-batches.ts';
import { purgeNotifications } from '../../../server/notifications/purge-notifications.ts';
import { lockNotification, requeueFailed } from '../../../server/notifications/requeue-store.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TestClock } from '../../support/test-clock.ts';

const DAY = 24 * 3_600_000;

describe('old notifications', () => {
  const clock = new TestClock();
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
  });
  afterEach(async () => {
    await database('notification_deliveries').del();
    await database('notifications').del();
  });
  after(async () => {
    await database?.destroy();
    await testDatabase?.drop();
  });

  /** A notification written `daysAgo` days ago, with an e-mail in this state. */
  async function written(daysAgo: number, status: string | null): Promise<string> {
    const id = uuidv7();
    await database('notifications').insert({
      ...{ id, event_key: id, account_id: uuidv7(), kind: 'DELIVERED', data: {}, source_version: 1 },
      ...{ title_en: 'Delivered', title_ar: 'x', body_en: 'Delivered.', body_ar: 'x' },
      created_at: new Date(clock.now().getTime() - daysAgo * DAY),
    });
    if (status !== null)
      await database('notification_deliveries').insert({
        ...{ notification_id: id, channel: 'EMAIL', status },
        provider_ref: status === 'SENT' ? 'ref' : null,
      });
    return id;
  }

  const batch = (unsentDays: number | null = null) =>
    purgeNotifications({ database, clock, config: { notificationsKept: { days: 90, unsentDays } } });
  const left = async () => (await database('notifications').select('id')).map(({ id }) => id);

  it('are deleted with their deliveries after 90 days, except what still waits for a provider', async () => {
    const waiting = await Promise.all(['QUEUED', 'SENDING', 'HELD'].map((status) => written(200, status)));
    const recent = [await written(89, 'SENT'), await written(89, null)];
    for (const status of ['SENT', 'FAILED', 'SUPPRESSED', 'EXPIRED', null]) await written(91, status);
    await inBatches(batch())();
    expect(await left()).to.have.members([...waiting, ...recent]);
    const deliveries = await database('notification_deliveries').select('notification_id');
    expect(deliveries.map((row) => row.notification_id)).to.have.members([...waiting, recent[0]]);
  });

  it('are deleted while waiting, too, if the configuration says so', async () => {
    await written(400, 'QUEUED');
    const [inTime, sent] = [await written(200, 'QUEUED'), await written(80, 'SENT')];
    await inBatches(batch(365))();
    expect(await left()).to.have.members([inTime, sent]);
  });

  it('are found behind a backlog larger than a batch, which is not read again for each', async () => {
    for (let count = 0; count < 7; count += 1) await written(300 - count, 'QUEUED');
    await written(100, 'SENT');
    const purge = batch();
    const looked = [await purge(3), await purge(3), await purge(3), await purge(3)];
    // The first three, the next three, the last two; then from the beginning again.
    expect(looked).to.deep.equal([3, 3, 2, 3]);
    expect(await left()).to.have.length(7);
  });

  it('are not deleted while one of them is queued again', async () => {
    const id = await written(100, 'FAILED');
    const purge = batch();
    await inTransaction(database, async (trx) => {
      expect(await lockNotification(trx, id)).to.equal(true);
      expect(await requeueFailed(trx, { id, channel: null })).to.have.length(1);
      await purge(10);
    });
    await purge(10);
    expect(await left()).to.deep.equal([id]);
    const rows = await database('notification_deliveries').select('status');
    expect(rows).to.deep.equal([{ status: 'QUEUED' }]);
  });
});
