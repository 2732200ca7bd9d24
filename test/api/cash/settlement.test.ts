import { expect } from 'chai';
import { add } from '../../../actors/money/money.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty, qar } from '../../worlds/delivery-world.ts';

type Settlement = Schema<'Settlement'>;

describe('handing cash in', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
  });

  afterEach(async () => {
    expect(await books()).to.deep.include({ balanced: true, sum: qar('0.00'), faults: [] });
    await world?.clear();
  });

  after(() => world?.close());

  const books = () => admin.get<Schema<'LedgerCheck'>>('/admin/ledger/check');
  const balance = async (account: string): Promise<string> => {
    const { rows } = await world.database.raw<{ rows: { balance: string }[] }>(
      'SELECT coalesce(sum(amount), 0.00) AS balance FROM ledger_entries WHERE account = ?',
      [account],
    );
    return rows[0]?.balance ?? '';
  };
  const settle = ({ driverId }: OnDuty, counted: string, options: { note?: string; key?: string } = {}) => {
    const { key, ...note } = options;
    return world.dispatcher.call<Settlement>('POST', '/dispatch/cash/settlements', {
      body: { driverId, counted: qar(counted), ...note },
      ...(key === undefined ? {} : { key }),
    });
  };
  const payment = async (groupId: string): Promise<string> =>
    (await world.database('order_groups').where('id', groupId).first('payment_status')).payment_status;

  /** A driver who has delivered this many orders. */
  async function withCash(count: number) {
    const driver = await world.onDuty();
    const orders = [];
    for (let made = 0; made < count; made += 1) {
      const order = await world.ready();
      await world.deliver(driver, order);
      orders.push(order);
    }
    return { driver, orders, total: add(...orders.map(({ cashDue }) => cashDue)) };
  }

  it('settles a collection once, whatever is written to its row', async () => {
    const { driver, orders, total } = await withCash(1);
    await settle(driver, total);
    const row = () => world.database('driver_collections').where('task_id', orders[0]?.taskId);
    const written = (change: object) =>
      row()
        .update(change)
        .then(
          () => 'written',
          (error: { code?: string }) => error.code,
        );
    expect(await written({ settlement_id: null })).to.equal('23001');
    expect(await written({ amount: '1.00' })).to.equal('23001');
  });

  it('closes at once when the count is right, and every order is settled', async () => {
    const { driver, orders, total } = await withCash(2);
    const till = await balance('till');
    const cash = await driver.client.get<Schema<'CashView'>>('/driver/cash');
    expect(cash).to.deep.include({ driverId: driver.driverId, onHand: qar(total), limit: qar('2000.00') });
    expect(cash.entries.map(({ kind, amount }) => `${kind} ${amount.amount}`)).to.deep.equal([
      'COLLECTION 115.00',
      'COLLECTION 115.00',
    ]);
    const { status, body } = await settle(driver, total, { note: 'End of morning shift' });
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      driverId: driver.driverId,
      status: 'CLOSED',
      expected: qar(total),
      counted: qar(total),
      difference: qar('0.00'),
      note: 'End of morning shift',
      approvedBy: null,
    });
    expect(body.receiptNumber).to.match(/^R-\d{4}-\d{6}$/);
    expect(body.collections).to.have.deep.members(
      orders.map(({ taskId, cashDue }) => ({ taskId, amount: qar(cashDue) })),
    );
    for (const { groupId } of orders) expect(await payment(groupId)).to.equal('SETTLED');
    expect(await balance('till')).to.equal(add(till, total));
    expect(await balance(`driver:${driver.driverId}`)).to.equal('0.00');
    const after = await driver.client.get<Schema<'CashView'>>('/driver/cash');
    expect(after.onHand).to.deep.equal(qar('0.00'));
    expect(after.entries[0]).to.deep.include({
      kind: 'HAND_IN',
      amount: qar(`-${total}`),
      settlementId: body.id,
    });
    expect(after.entries.slice(1).map(({ settlementId }) => settlementId)).to.deep.equal([body.id, body.id]);
    const bell = await driver.client.get<Schema<'NotificationList'>>('/notifications');
    expect(bell.data.map(({ kind }) => kind)).to.include('SETTLEMENT_RECEIPT');
  });

  it('settles once, however often it is requested with the same key', async () => {
    const { driver, total } = await withCash(1);
    const [first, second] = await Promise.all([
      settle(driver, total, { key: 'one-hand-in' }),
      settle(driver, total, { key: 'one-hand-in' }),
    ]);
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(first.body).to.deep.equal(second.body);
    await world.dispatcher.refused(409, 'cash.NOTHING_TO_SETTLE', 'POST', '/dispatch/cash/settlements', {
      body: { driverId: driver.driverId, counted: qar(total) },
    });
    const rows = await world.database('settlements').where('driver_id', driver.driverId);
    expect(rows).to.have.length(1);
  });

  it('posts a small difference to the driver and closes', async () => {
    const { driver, orders } = await withCash(1);
    const { body } = await settle(driver, '105.00');
    expect(body).to.deep.include({ status: 'CLOSED', expected: qar('115.00'), difference: qar('-10.00') });
    expect(await balance(`driver-difference:${driver.driverId}`)).to.equal('10.00');
    expect(await payment(orders[0]?.groupId ?? '')).to.equal('SETTLED');
  });

  it('awaits a second dispatcher when the difference is above the threshold', async () => {
    const { driver, orders } = await withCash(1);
    const { body: opened } = await settle(driver, '60.00');
    expect(opened).to.deep.include({
      status: 'PENDING_APPROVAL',
      difference: qar('-55.00'),
      receiptNumber: null,
      closedAt: null,
    });
    const [order] = orders;
    expect(await payment(order?.groupId ?? '')).to.equal('COLLECTED');
    expect(await balance(`driver:${driver.driverId}`)).to.equal('115.00');
    await world.dispatcher.refused(409, 'cash.SETTLEMENT_OPEN', 'POST', '/dispatch/cash/settlements', {
      body: { driverId: driver.driverId, counted: qar('115.00') },
    });
    const approve = `/dispatch/cash/settlements/${opened.id}/approve`;
    await world.dispatcher.refused(409, 'cash.SECOND_DISPATCHER_REQUIRED', 'POST', approve);

    // Cash collected while the settlement awaits approval is not part of it.
    const late = await world.ready();
    await world.deliver(driver, late);
    const closed = await world.secondDispatcher.post<Settlement>(approve);
    expect(closed).to.deep.include({ status: 'CLOSED', expected: qar('115.00'), counted: qar('60.00') });
    expect(closed.approvedBy).to.be.a('string').and.not.equal(closed.createdBy);
    expect(closed.collections).to.deep.equal([{ taskId: order?.taskId, amount: qar('115.00') }]);
    expect(await balance(`driver:${driver.driverId}`)).to.equal('115.00');
    expect(await balance(`driver-difference:${driver.driverId}`)).to.equal('55.00');
    expect(await payment(order?.groupId ?? '')).to.equal('SETTLED');
    expect(await payment(late.groupId)).to.equal('COLLECTED');
    const again = await world.secondDispatcher.post<Settlement>(approve);
    expect(again).to.deep.equal(closed);
    const { body } = await settle(driver, '115.00');
    expect(body.collections).to.deep.equal([{ taskId: late.taskId, amount: qar('115.00') }]);
  });

  it('shows all cash in the field by driver, and a driver only their own', async () => {
    const { driver } = await withCash(1);
    const overview = await world.dispatcher.get<Schema<'CashOverview'>>('/dispatch/cash?limit=100');
    const row = overview.data.find(({ driverId }) => driverId === driver.driverId);
    expect(row).to.deep.include({ onHand: qar('115.00'), openCollections: 1, lastSettledAt: null });
    const total = add(...overview.data.map(({ onHand }) => onHand.amount));
    expect(overview.totalOnHand).to.deep.equal(qar(total));
    const view = await world.dispatcher.get<Schema<'CashView'>>(`/dispatch/cash/drivers/${driver.driverId}`);
    expect(view).to.deep.equal(await driver.client.get('/driver/cash'));
    await driver.client.refused(403, 'auth.FORBIDDEN', 'GET', `/dispatch/cash/drivers/${driver.driverId}`);
    await settle(driver, '115.00');
  });

  it('lists entries page by page, each once', async () => {
    const { driver, total } = await withCash(3);
    await settle(driver, total);
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { entries, page: next } = await driver.client.get<Schema<'CashView'>>(
        `/driver/cash?limit=1${cursor}`,
      );
      seen.push(...entries.map(({ id }) => id));
      cursor = `&cursor=${next.nextCursor}`;
      expect(next.hasMore).to.equal(page < 3);
    }
    expect(new Set(seen).size).to.equal(4);
  });

  it('finds neither a missing settlement nor a missing driver', async () => {
    const missing = '01900000-0000-7000-8000-00000000dead';
    const body = { driverId: missing, counted: qar('1.00') };
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'POST', '/dispatch/cash/settlements', { body });
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/cash/settlements/${missing}`);
    await world.dispatcher.refused(
      404,
      'common.NOT_FOUND',
      'POST',
      `/dispatch/cash/settlements/${missing}/approve`,
    );
    await world.dispatcher.refused(404, 'common.NOT_FOUND', 'GET', `/dispatch/cash/drivers/${missing}`);
  });
});
