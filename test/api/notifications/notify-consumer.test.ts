import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { NOTIFICATION_KINDS } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { PiggybackedOutbox } from '../../../actors/runtime/piggybacked-outbox.ts';
import { type Database, openDatabase } from '../../../db/database.ts';
import { realTimers } from '../../../db/real-timers.ts';
import { PgOutboxStore } from '../../../db/stores/outbox-store.ts';
import { onlyKey } from '../../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../../server/kernel/security/secrets.ts';
import { notificationHandlers } from '../../../server/notifications/notification-handlers.ts';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { TestClock } from '../../support/test-clock.ts';

interface Pushed {
  rooms: readonly string[];
  event: string;
  payload: JsonObject;
}

const CODE = '482913';

describe('the notification consumer', () => {
  const secrets = new Secrets(onlyKey('test-application-secret-0123456789abcdef'));
  const ids = { next: uuidv7 };
  let clock: TestClock;
  let pushed: Pushed[];
  let testDatabase: TestDatabase;
  let database: Database;
  let outbox: PiggybackedOutbox;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 8 });
    outbox = new PiggybackedOutbox(new PgOutboxStore(database), realTimers);
  });

  beforeEach(() => {
    clock = new TestClock();
    pushed = [];
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  async function account(): Promise<string> {
    const id = uuidv7();
    await database('accounts').insert({
      id,
      email: `${id}@example.com`,
      display_name: 'Somebody',
      locale: 'en',
    });
    return id;
  }

  async function seller(ownerAccountId: string | null, staff: string[] = []): Promise<string> {
    const id = uuidv7();
    await database('sellers').insert({
      id,
      legal_name: 'Seller W.L.L.',
      display_name_en: 'Seller',
      display_name_ar: 'بائع',
      status: 'ACTIVE',
      owner_account_id: ownerAccountId,
      commission_plan_id: '01900000-0000-7000-8000-000000000001',
    });
    for (const accountId of staff) {
      await database('seller_staff').insert({
        account_id: accountId,
        seller_id: id,
        permissions: ['ORDERS'],
      });
    }
    return id;
  }

  async function driver(accountId: string): Promise<string> {
    const id = uuidv7();
    await database('drivers').insert({
      id,
      account_id: accountId,
      full_name: 'Driver',
      phone: '+97450000000',
      vehicle_type: 'CAR',
      status: 'APPROVED',
      actor_version: 1,
    });
    return id;
  }

  async function consume(payload: JsonObject, version = 1, effectId: string = randomUUID()): Promise<void> {
    const pusher = {
      push: (rooms: readonly string[], event: string, data: JsonObject) =>
        void pushed.push({ rooms, event, payload: data }),
    };
    const source = { kind: 'order' as const, key: randomUUID() };
    const context = { effectId, source, version, correlationId: randomUUID(), requestId: null };
    await notifyConsumer({ database, clock, ids, pusher, outbox })(payload, context);
  }

  const about = () => ({ orderId: randomUUID(), orderNumber: 'W-1042', groupId: randomUUID() });
  const rowsOf = (accountId: string) =>
    database('notifications').where({ account_id: accountId }).orderBy(['created_at', 'id']);

  /** What the account reads, newest first. */
  async function read(accountId: string, locale: 'en' | 'ar' = 'en') {
    const caller = { kind: 'account', accountId };
    const { listNotifications } = notificationHandlers({ database, clock, secrets });
    const request = { caller, query: {}, locale } as unknown as Parameters<typeof listNotifications>[0];
    const { body } = await listNotifications(request);
    if (body === undefined) throw new Error('no body');
    return body;
  }

  it('writes one row per recipient and one delivery per channel that needs a sender, and sends a live event without the text', async () => {
    const accountId = await account();
    const ids = about();
    await consume({ kind: 'GROUP_ACCEPTED', accountId, ...ids });
    const [row, ...others] = await rowsOf(accountId);
    expect(others).to.deep.equal([]);
    expect(row).to.include({ kind: 'GROUP_ACCEPTED', title_en: 'The seller has accepted', read_at: null });
    expect(row.body_en).to.contain('W-1042');
    expect(row.body_ar).to.contain('W-1042');
    expect(row.data).to.deep.equal(ids);
    const deliveries = await database('notification_deliveries')
      .where({ notification_id: row.id })
      .orderBy('channel')
      .select('channel', 'status');
    expect(deliveries).to.deep.equal([
      { channel: 'EMAIL', status: 'QUEUED' },
      { channel: 'PUSH', status: 'QUEUED' },
    ]);
    expect(pushed).to.deep.equal([
      {
        rooms: [`account:${accountId}`],
        event: 'notification.created',
        payload: { id: row.id, kind: 'GROUP_ACCEPTED', unreadCount: 1 },
      },
    ]);
  });

  it('writes one row for an effect however often, and simultaneously, it is delivered', async () => {
    const accountId = await account();
    const effectId = randomUUID();
    const payload = { kind: 'ORDER_PLACED', accountId, ...about() };
    await Promise.all(Array.from({ length: 5 }, () => consume(payload, 1, effectId)));
    await consume(payload, 1, effectId);
    const rows = await rowsOf(accountId);
    expect(rows).to.have.lengthOf(1);
    const deliveries = await database('notification_deliveries').where({ notification_id: rows[0]?.id });
    expect(deliveries).to.have.lengthOf(1);
    expect(pushed).to.have.lengthOf(1);
  });

  it('writes the same notification again when a crash lost it after it was pushed', async () => {
    const accountId = await account();
    const effectId = randomUUID();
    const payload = { kind: 'ORDER_PLACED', accountId, ...about() };
    await consume(payload, 1, effectId);
    await database('notification_deliveries').del();
    await database('notifications').where({ account_id: accountId }).del();
    await consume(payload, 1, effectId);
    const [row] = await rowsOf(accountId);
    expect(pushed.map((push) => push.payload.id)).to.deep.equal([row.id, row.id]);
  });

  it("notifies a seller's owner and staff, each in a separate row", async () => {
    const [owner, clerk, stranger] = [await account(), await account(), await account()];
    const sellerId = await seller(owner, [clerk]);
    await seller(stranger);
    await consume({ kind: 'NEW_ORDER', sellerId, ...about() });
    expect(pushed.map(({ rooms }) => rooms[0])).to.have.members([`account:${owner}`, `account:${clerk}`]);
    expect(await rowsOf(stranger)).to.deep.equal([]);
  });

  it('notifies no one of an imported seller without an owner', async () => {
    await consume({ kind: 'NEW_ORDER', sellerId: await seller(null), ...about() });
    await consume({ kind: 'NEW_ORDER', sellerId: randomUUID(), ...about() });
    expect(pushed).to.deep.equal([]);
  });

  it('notifies a driver at their account', async () => {
    const accountId = await account();
    await consume({
      kind: 'CASH_NEAR_LIMIT',
      driverId: await driver(accountId),
      cashOnHand: '410.00',
      cashLimit: '500.00',
    });
    const [row] = await rowsOf(accountId);
    expect(row?.body_en).to.equal('You hold 410.00 QAR of at most 500.00 QAR.');
  });

  it('has texts in both languages for every kind', async () => {
    const accountId = await account();
    const goods = { titleEn: 'Dates', titleAr: 'تمر', sku: 'DATES-1', available: 3, threshold: 5 };
    for (const kind of NOTIFICATION_KINDS.filter((each) => each !== 'DELIVERY_CODE')) {
      await consume({ kind, accountId, ...about(), ...goods });
    }
    for (const row of await rowsOf(accountId)) {
      for (const text of [row.title_en, row.body_en])
        expect(text, row.kind).to.match(/^[A-Z][^\u0600-\u06ff]+$/);
      for (const text of [row.title_ar, row.body_ar]) expect(text, row.kind).to.match(/[\u0600-\u06ff]/);
    }
  });

  for (const [what, payload] of [
    ['an unknown kind', { kind: 'NONSENSE', accountId: randomUUID() }],
    ['nobody to tell', { kind: 'NEW_ORDER' }],
    ['an id that is none', { kind: 'NEW_ORDER', sellerId: 'x' }],
    ['a code without its seal', { kind: 'DELIVERY_CODE', accountId: randomUUID(), groupId: randomUUID() }],
  ] as const) {
    it(`permanently refuses a payload with ${what}`, async () => {
      const error = await consume(payload).then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).to.include({ code: 'common.VALIDATION_FAILED', status: 422 });
    });
  }

  describe('a notification with a delivery code', () => {
    let buyer: string;
    let group: ReturnType<typeof about> & { taskId: string };

    beforeEach(async () => {
      buyer = await account();
      group = { ...about(), taskId: randomUUID() };
    });

    function issue(code: string, version: number, effectId?: string): Promise<void> {
      const codeId = uuidv7();
      const sealed = secrets.seal('delivery-code', code, codeId).toString('base64');
      const expiresAt = new Date(clock.now().getTime() + 30 * 60_000).toISOString();
      const payload = { kind: 'DELIVERY_CODE', accountId: buyer, ...group, codeId, sealed, expiresAt };
      return consume(payload, version, effectId);
    }

    const bodies = async (locale: 'en' | 'ar' = 'en') =>
      (await read(buyer, locale)).data.map(({ body }) => body);

    it('shows it to its recipient in their language, and queues the SMS', async () => {
      await issue(CODE, 5);
      expect((await bodies())[0]).to.contain(CODE);
      expect((await bodies('ar'))[0]).to.contain(CODE);
      const [row] = await rowsOf(buyer);
      const deliveries = await database('notification_deliveries')
        .where({ notification_id: row?.id })
        .orderBy('channel')
        .select('channel', 'status');
      expect(deliveries).to.deep.equal([{ channel: 'SMS', status: 'QUEUED' }]);
    });

    it('is stored and sent nowhere in plain text', async () => {
      await issue(CODE, 5);
      const { rows } = await database.raw<{ rows: { text: string }[] }>(
        `SELECT row_to_json(n)::text AS text FROM notifications n WHERE account_id = ?
          UNION ALL SELECT row_to_json(d)::text FROM notification_deliveries d`,
        [buyer],
      );
      const [row] = await rowsOf(buyer);
      const sealed: unknown = row?.sealed;
      if (!(sealed instanceof Buffer)) throw new Error('the code is not stored');
      expect(rows.map(({ text }) => text).join()).to.not.contain(CODE);
      expect(sealed.toString('latin1')).to.not.contain(CODE);
      expect(JSON.stringify(pushed)).to.not.contain(CODE);
      expect(row?.data).to.not.have.any.keys('sealed', 'code', 'accountId');
    });

    it('loses the code when a newer one is issued', async () => {
      await issue('111111', 5);
      await issue('222222', 6);
      const [newest, older] = await bodies();
      expect(newest).to.contain('222222');
      expect(older).to.equal(
        'The code for order W-1042 is no longer valid. The driver can request a new one.',
      );
      expect((await rowsOf(buyer)).map(({ sealed }) => sealed === null)).to.deep.equal([true, false]);
    });

    it('remains the newest when an older one is delivered late, or again', async () => {
      const effectId = randomUUID();
      await issue('222222', 6);
      await issue('111111', 5, effectId);
      await issue('111111', 5, effectId);
      const open = (await bodies()).filter((body) => /\d{6}/.test(body));
      expect(open).to.have.lengthOf(1);
      expect(open[0]).to.contain('222222');
    });

    it('remains the newest when two are delivered at once', async () => {
      await Promise.all([issue('111111', 5), issue('222222', 6), issue('333333', 7)]);
      const open = (await bodies()).filter((body) => /\d{6}/.test(body));
      expect(open).to.have.lengthOf(1);
      expect(open[0]).to.contain('333333');
    });

    it('does not affect the code of another group of the same buyer', async () => {
      await issue('111111', 5);
      group = { ...about(), taskId: randomUUID() };
      await issue('222222', 9);
      expect((await bodies()).filter((body) => /\d{6}/.test(body))).to.have.lengthOf(2);
    });

    for (const kind of ['DELIVERED', 'CANCELLED']) {
      it(`is erased by ${kind}, even if the code comes after it`, async () => {
        await issue('111111', 5);
        await consume({ kind, accountId: buyer, ...group }, 8);
        await issue('222222', 6);
        expect((await rowsOf(buyer)).filter(({ sealed }) => sealed !== null)).to.deep.equal([]);
        expect((await bodies()).filter((body) => /\d{6}/.test(body))).to.deep.equal([]);
      });
    }

    it('no longer shows the code once it has expired', async () => {
      await issue(CODE, 5);
      clock.advance(30 * 60_000 - 1_000);
      expect((await bodies())[0]).to.contain(CODE);
      clock.advance(1_000);
      expect((await bodies())[0]).to.contain('no longer valid');
      expect((await bodies('ar'))[0]).to.contain('لم يعد صالحًا');
    });

    it('no longer shows the code when the secret that encrypted it is gone', async () => {
      await issue(CODE, 5);
      await database('notifications')
        .where({ account_id: buyer })
        .update({ data: JSON.stringify({ ...group, codeId: uuidv7() }) });
      expect((await bodies())[0]).to.contain('no longer valid');
    });
  });
});
