import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { type Order, type OrderGroup, type Person, Shop, WEST_BAY } from '../../worlds/shop.ts';

const ABSENT = '019c4690-d4bd-76aa-b66a-ebbaafceaaa7';

describe('a buyer’s orders', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  let other: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
    other = await shop.seller();
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  /** An order with one group from each of the two sellers. */
  async function ordered() {
    const buyer = await shop.buyer();
    const [one, two] = [await shop.offer(seller), await shop.offer(other)];
    const order = await shop.order(buyer, { [one]: 2, [two]: 3 });
    const group = (of: { sellerId: string }) =>
      order.groups.find(({ sellerId }) => sellerId === of.sellerId)!;
    return { buyer, order, one, two, mine: group(seller), theirs: group(other) };
  }

  const give = (person: Person, group: OrderGroup, command: string, body?: object) =>
    person.client.post<OrderGroup>(`/seller/order-groups/${group.id}/${command}`, body);

  it('are listed newest first, page by page and by status', async () => {
    const buyer = await shop.buyer();
    const offerId = await shop.offer(seller);
    const orders: Order[] = [];
    for (let count = 0; count < 3; count += 1) orders.unshift(await shop.order(buyer, { [offerId]: 1 }));
    await buyer.client.post(`/orders/${orders[1]!.id}/cancel`);

    const first = await buyer.client.get<Schema<'OrderList'>>('/orders?limit=2&locale=ar');
    expect(first.data.map(({ id }) => id)).to.deep.equal(orders.slice(0, 2).map(({ id }) => id));
    expect(first.data[0]).to.deep.include({
      number: orders[0]!.number,
      status: 'PENDING',
      paymentMethod: 'COD',
    });
    expect(first.data[0]!.groups).to.deep.equal([
      {
        id: orders[0]!.groups[0]!.id,
        sellerName: first.data[0]!.groups[0]!.sellerName,
        status: 'PENDING_ACCEPTANCE',
      },
    ]);
    expect(first.data[0]!.groups[0]!.sellerName).to.match(/^بائع/);
    const rest = await buyer.client.get<Schema<'OrderList'>>(
      `/orders?limit=2&cursor=${first.page.nextCursor}`,
    );
    expect(rest.data.map(({ id }) => id)).to.deep.equal([orders[2]!.id]);
    expect(rest.page).to.deep.equal({ nextCursor: null, hasMore: false });
    const cancelled = await buyer.client.get<Schema<'OrderList'>>('/orders?status=CANCELLED');
    expect(cancelled.data.map(({ id }) => id)).to.deep.equal([orders[1]!.id]);
    const wrong = `/orders?status=PENDING&cursor=${first.page.nextCursor}`;
    await buyer.client.refused(400, 'common.BAD_CURSOR', 'GET', wrong);
  });

  it('are seen by their buyer alone', async () => {
    const { order } = await ordered();
    const { client } = await shop.buyer();
    const path = `/orders/${order.id}`;
    const foreign = await client.refused(404, 'common.NOT_FOUND', 'GET', path);
    const missing = await client.refused(404, 'common.NOT_FOUND', 'GET', `/orders/${ABSENT}`);
    expect(foreign.detail).to.equal(missing.detail);
    await client.refused(404, 'common.NOT_FOUND', 'POST', `${path}/cancel`);
    await client.refused(404, 'common.NOT_FOUND', 'GET', `${path}/tracking`);
    expect((await client.get<Schema<'OrderList'>>('/orders')).data).to.deep.equal([]);
    await seller.owner.client.refused(404, 'common.NOT_FOUND', 'GET', path);
    await shop.guest().refused(401, 'auth.UNAUTHENTICATED', 'GET', path);
  });

  it('are cancelled for every group that no seller has accepted, and the stock returns', async () => {
    const { buyer, order, one, two, mine, theirs } = await ordered();
    await give(seller.owner, mine, 'accept');
    const reason = 'Ordered the wrong size';
    const path = `/orders/${order.id}/cancel`;
    const first = await buyer.client.call<Schema<'OrderCancellation'>>('POST', path, {
      body: { reason },
      key: 'c',
    });
    expect(first.status).to.equal(200);
    expect(first.body.groups).to.have.deep.members([
      { groupId: mine.id, cancelled: false, code: 'order.INVALID_STATE' },
      { groupId: theirs.id, cancelled: true, code: null },
    ]);
    expect(first.body.order.status).to.equal('IN_PROGRESS');
    const cancelled = first.body.order.groups.find(({ id }) => id === theirs.id)!;
    expect(cancelled).to.deep.include({ status: 'CANCELLED', allowedActions: [] });
    expect(cancelled.payment).to.deep.include({
      status: 'VOID',
      amountDue: { amount: '0.00', currency: 'QAR' },
    });
    expect(cancelled.history.at(-1)).to.deep.include({ status: 'CANCELLED', by: 'BUYER', reason });
    expect(await shop.stock(two)).to.deep.equal({ onHand: 25, reserved: 0 });
    expect(await shop.stock(one)).to.deep.equal({ onHand: 23, reserved: 0 });

    const again = await buyer.client.call<Schema<'OrderCancellation'>>('POST', path, {
      body: { reason },
      key: 'c',
    });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const keyless = await buyer.client.post<Schema<'OrderCancellation'>>(path);
    expect(keyless.groups).to.deep.equal(first.body.groups);
    expect(await shop.stock(two)).to.deep.equal({ onHand: 25, reserved: 0 });
  });

  it('cannot be cancelled once every group is accepted', async () => {
    const { buyer, order, mine, theirs } = await ordered();
    await give(seller.owner, mine, 'accept');
    await give(other.owner, theirs, 'accept');
    const problem = await buyer.client.refused(
      409,
      'order.INVALID_STATE',
      'POST',
      `/orders/${order.id}/cancel`,
    );
    expect(problem).to.deep.include({ currentState: 'ACCEPTED', allowedCommands: [] });
  });

  it('are cancelled or accepted, never both, when both happen at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await shop.buyer();
      const offerId = await shop.offer(seller);
      const order = await shop.order(buyer, { [offerId]: 2 });
      const [group] = order.groups as [OrderGroup];
      const accept = `/seller/order-groups/${group.id}/accept`;
      const [accepted, cancelled] = await Promise.all([
        seller.owner.client.call('POST', accept),
        buyer.client.call('POST', `/orders/${order.id}/cancel`),
      ]);
      expect([accepted.status, cancelled.status].sort()).to.deep.equal([200, 409]);
      const left = cancelled.status === 200 ? 25 : 23;
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: left, reserved: 0 });
    }
  });

  it('can be tracked: who drives, and where, but the latter only while the goods are on their way', async () => {
    const { buyer, order, mine, theirs } = await ordered();
    await give(seller.owner, mine, 'accept');
    const path = `/orders/${order.id}/tracking`;
    const before = await buyer.client.get<Schema<'OrderTracking'>>(path);
    expect(before).to.deep.include({ orderId: order.id, number: order.number, status: 'IN_PROGRESS' });
    expect(before.groups.map(({ groupId }) => groupId)).to.have.members([mine.id, theirs.id]);
    const tracked = before.groups.find(({ groupId }) => groupId === mine.id)!;
    expect(tracked).to.deep.include({ status: 'ACCEPTED', driver: null, driverLocation: null, eta: null });
    expect(tracked).to.deep.include({ deliveryCode: null, sellerPhone: null });
    expect(tracked.history.map(({ status }) => status)).to.deep.equal(['PENDING_ACCEPTANCE', 'ACCEPTED']);

    const driverId = await onTheRoad(order, mine, 'ACCEPTED');
    await shop.deps.presence.report(driverId, [
      { sequence: 1, ...WEST_BAY, accuracy: 5, recordedAt: '2026-11-22T09:00:00.000Z' },
    ]);
    const find = async () =>
      (await buyer.client.get<Schema<'OrderTracking'>>(path)).groups.find(
        ({ groupId }) => groupId === mine.id,
      )!;
    const eta = '2026-11-22T09:30:00.000Z';
    expect(await find()).to.deep.include({ driver: { displayName: 'Yousef' }, driverLocation: null, eta });
    await shop.database('delivery_tasks').where({ group_id: mine.id }).update({ status: 'IN_TRANSIT' });
    expect(await find()).to.deep.include({
      driver: { displayName: 'Yousef' },
      driverLocation: { ...WEST_BAY, recordedAt: '2026-11-22T09:00:00.000Z' },
      eta,
    });
    await shop
      .database('delivery_tasks')
      .where({ group_id: mine.id })
      .update({ status: 'UNASSIGNED', driver_id: null });
    expect(await find()).to.deep.include({ driver: null, driverLocation: null, eta: null });
  });

  /** Rows as the actors' projections would leave them. */
  async function onTheRoad(order: Order, group: OrderGroup, status: string): Promise<string> {
    const id = () => shop.deps.ids.next();
    const [driverId, taskId] = [id(), id()];
    const { accountId } = await shop.person('DRIVER');
    await shop.database('drivers').insert({
      id: driverId,
      account_id: accountId,
      full_name: 'Yousef Hamad',
      phone: '+97455000000',
      vehicle_type: 'CAR',
      status: 'APPROVED',
      actor_version: 1,
    });
    const now = new Date();
    await shop.database('delivery_tasks').insert({
      id: taskId,
      order_id: order.id,
      group_id: group.id,
      seller_id: group.sellerId,
      status,
      round: 1,
      driver_id: driverId,
      due_by: now,
      cash_due: group.totals.total.amount,
      items: 2,
      pickup_lat: 25.2,
      pickup_lng: 51.4,
      dropoff_lat: 25.3,
      dropoff_lng: 51.5,
      created_at: now,
      dropoff_eta: '2026-11-22T09:30:00.000Z',
      actor_version: 1,
    });
    return driverId;
  }
});
