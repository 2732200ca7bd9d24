import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { type Order, type OrderGroup, type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Seller = Schema<'Seller'>;
type Dashboard = Schema<'SellerDashboard'>;

const HOUR = 3_600_000;

describe('running a shop', () => {
  let shop: Shop;
  let admin: Person;
  let dispatcher: Person;
  before(async () => {
    shop = await Shop.open();
    admin = await shop.admin();
    dispatcher = await shop.person('DISPATCHER');
  });
  after(() => shop?.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  const suspend = (client: ApiClient, sellerId: string) =>
    client.call<Seller>('POST', `/admin/sellers/${sellerId}/suspend`, { body: { reason: 'Wrong goods' } });
  const kinds = async ({ client }: Person) =>
    (await client.get<Schema<'NotificationList'>>('/notifications')).data.map(({ kind }) => kind);

  it('is suspended and reinstated by an administrator; open orders go on, nothing new is bought', async () => {
    const seller = await shop.seller();
    const offerId = await shop.offer(seller);
    const buyer = await shop.buyer();
    const { groups } = await shop.order(buyer, { [offerId]: 1 });
    const checkout = await shop.readyCheckout(await shop.buyer(), { [offerId]: 1 });
    expect(checkout.status).to.equal('OPEN');
    const late = await shop.buyer();
    const open = await shop.readyCheckout(late, { [offerId]: 1 });
    expect((await suspend(admin.client, seller.sellerId)).body).to.include({ status: 'SUSPENDED' });
    expect((await suspend(admin.client, seller.sellerId)).status).to.equal(200);
    await late.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', `/checkouts/${open.id}/confirm`);
    const { client } = seller.owner;
    const own = { code: 'CUSTOM', name: { en: 'A', ar: 'أ' }, price: { amount: '1.00', currency: 'QAR' } };
    const body = { ...own, minDays: 0, maxDays: 1 };
    await client.refused(409, 'seller.INVALID_STATE', 'POST', '/seller/shipping-methods', { body });
    const invitation = { email: `x-${randomUUID()}@test.wasl.example`, permissions: [] };
    await client.refused(409, 'seller.INVALID_STATE', 'POST', '/seller/staff-invitations', {
      body: invitation,
    });
    const [group] = groups as [OrderGroup];
    expect((await client.post<OrderGroup>(`/seller/order-groups/${group.id}/accept`)).status).to.equal(
      'ACCEPTED',
    );
    await dispatcher.client.refused(
      403,
      'auth.FORBIDDEN',
      'POST',
      `/admin/sellers/${seller.sellerId}/reinstate`,
    );
    const back = await admin.client.post<Seller>(`/admin/sellers/${seller.sellerId}/reinstate`);
    expect(back.status).to.equal('ACTIVE');
    await late.client.post(`/checkouts/${open.id}/confirm`);
    await shop.settled();
    expect(await kinds(seller.owner)).to.include.members(['SELLER_SUSPENDED', 'SELLER_REINSTATED']);
    const actions = await shop
      .database('audit_log')
      .where({ subject_id: seller.sellerId })
      .orderBy('id')
      .pluck('action');
    expect(actions).to.deep.equal(['suspendSeller', 'reinstateSeller']);
  });

  it('is suspended or bought from, whichever comes first, and never half', async () => {
    const seller = await shop.seller();
    const offerId = await shop.offer(seller);
    const buyers = await Promise.all([shop.buyer(), shop.buyer()]);
    const ids: string[] = [];
    for (const buyer of buyers) ids.push((await shop.readyCheckout(buyer, { [offerId]: 1 })).id);
    const answers = await Promise.all([
      ...buyers.map((buyer, index) => buyer.client.call<Order>('POST', `/checkouts/${ids[index]}/confirm`)),
      suspend(admin.client, seller.sellerId),
    ]);
    for (const { status, body } of answers)
      expect(
        status < 300 || (body as { code?: string }).code === 'checkout.ITEM_UNAVAILABLE',
        JSON.stringify(tally(answers)),
      ).to.equal(true);
  });

  it('that misses its deadline or rejects leaves the operator with an alert, and means to cancel for the buyer', async () => {
    const [slow, unwilling] = [await shop.seller(), await shop.seller()];
    const [one, two] = [await shop.offer(slow), await shop.offer(unwilling)];
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [one]: 1, [two]: 1 });
    const of = (sellerId: string) => order.groups.find((group) => group.sellerId === sellerId)?.id ?? '';
    const path = `/seller/order-groups/${of(unwilling.sellerId)}/reject`;
    await unwilling.owner.client.post(path, { reason: 'Broken' });
    shop.service.clock.advance(14 * 24 * HOUR);
    await shop.service.inside.timers.run(100);
    await shop.settled();
    const { data } = await dispatcher.client.get<{ data: Schema<'Alert'>[] }>(
      '/dispatch/alerts?unresolved=true',
    );
    expect(data.map(({ kind, subjectId }) => `${kind} ${subjectId}`)).to.include.members([
      `ACCEPTANCE_DEADLINE_MISSED ${of(slow.sellerId)}`,
      `GROUP_REJECTED ${of(unwilling.sellerId)}`,
    ]);
    const body = { reason: 'The buyer does not want the rest' };
    const cancel = `/dispatch/orders/${order.id}/cancel`;
    await buyer.client.refused(403, 'auth.FORBIDDEN', 'POST', cancel, { body });
    const done = await dispatcher.client.post<Schema<'OrderCancellation'>>(cancel, body);
    expect(done.order.status).to.equal('CANCELLED');
    const outcome = done.groups.map(({ groupId, cancelled }) => `${groupId} ${cancelled}`);
    expect(outcome.sort()).to.deep.equal(
      [`${of(slow.sellerId)} true`, `${of(unwilling.sellerId)} false`].sort(),
    );
    await shop.settled();
    expect([await shop.stock(one), await shop.stock(two)]).to.deep.equal([
      { onHand: 25, reserved: 0 },
      { onHand: 25, reserved: 0 },
    ]);
    const after = await dispatcher.client.get<{ data: Schema<'Alert'>[] }>(
      '/dispatch/alerts?unresolved=true',
    );
    const left = after.data.map(({ kind, subjectId }) => `${kind} ${subjectId}`);
    expect(left).not.to.include(`ACCEPTANCE_DEADLINE_MISSED ${of(slow.sellerId)}`);
    // Repeated it changes nothing; where nothing can be cancelled it says so.
    expect((await dispatcher.client.call('POST', cancel, { body })).status).to.equal(200);
    const refused = await shop.order(await shop.buyer(), { [two]: 1 });
    await unwilling.owner.client.post(`/seller/order-groups/${refused.groups[0]?.id}/reject`, {
      reason: 'Broken',
    });
    const nothing = `/dispatch/orders/${refused.id}/cancel`;
    await dispatcher.client.refused(409, 'order.INVALID_STATE', 'POST', nothing, { body });
    await dispatcher.client.refused(
      404,
      'common.NOT_FOUND',
      'POST',
      `/dispatch/orders/${randomUUID()}/cancel`,
      { body },
    );
  });

  it('has one group cancelled by a dispatcher too', async () => {
    const seller = await shop.seller();
    const { groups } = await shop.order(await shop.buyer(), { [await shop.offer(seller)]: 1 });
    const path = `/admin/order-groups/${groups[0]?.id}/cancel`;
    const group = await dispatcher.client.post<OrderGroup>(path, { reason: 'Nobody answers' });
    expect(group).to.include({ status: 'CANCELLED' });
    expect(group.history.at(-1)).to.include({ by: 'DISPATCHER', reason: 'Nobody answers' });
  });

  it('shows its figures: orders, sales, best sellers, deadlines, low stock, money, in as many reads for all', async () => {
    const seller = await shop.seller();
    const [much, little] = [
      await shop.offer(seller),
      await shop.offer(seller, { price: '10.00', title: 'Ghee' }),
    ];
    const warehouse = seller.warehouseIds[0] ?? '';
    const few = await shop.offer(seller, { title: 'Saffron', stock: { [warehouse]: 2 } });
    const { client } = seller.owner;
    const reads = async () => {
      const seen: string[] = [];
      const note = ({ sql }: { sql: string }) => void seen.push(sql);
      shop.database.on('query', note);
      try {
        await client.get('/seller/dashboard');
      } finally {
        shop.database.removeListener('query', note);
      }
      return seen.filter((sql) => /order_groups|stock_levels|order_lines/.test(sql)).length;
    };
    const empty = await reads();
    const first = await shop.order(await shop.buyer(), { [much]: 3, [little]: 1 });
    const second = await shop.order(await shop.buyer(), { [much]: 1 });
    await client.post(`/seller/order-groups/${first.groups[0]?.id}/accept`);
    await client.post(`/seller/order-groups/${second.groups[0]?.id}/reject`, { reason: 'No' });
    await shop.settled();
    expect(await reads()).to.equal(empty);
    const figures = await client.get<Dashboard>('/seller/dashboard?days=7');
    expect(figures.orders).to.deep.equal([
      { status: 'ACCEPTED', count: 1 },
      { status: 'REJECTED', count: 1 },
    ]);
    expect(figures.sales?.map(({ groups, goods }) => ({ groups, goods: goods.amount }))).to.deep.equal([
      { groups: 1, goods: '145.00' },
    ]);
    expect(figures.bestSellers.map(({ units, goods }) => `${units} ${goods?.amount}`)).to.deep.equal([
      '3 135.00',
      '1 10.00',
    ]);
    const low = { sku: figures.lowStock[0]?.sku, name: figures.lowStock[0]?.name };
    expect(figures.lowStock).to.deep.equal([{ offerId: few, ...low, available: 2, threshold: 5 }]);
    const wants = (id: string, threshold: number) =>
      shop.database('offers').where({ id }).update({ low_stock_threshold: threshold });
    await wants(few, 2);
    await wants(much, 100);
    const { lowStock } = await client.get<Dashboard>('/seller/dashboard?days=7');
    expect(lowStock.map(({ offerId, threshold }) => `${offerId} ${threshold}`)).to.deep.equal([
      `${much} 100`,
    ]);
    expect(figures).to.deep.include({ acceptedLate: 0, waitingLate: 0 });
    expect(figures.money?.payable.amount).to.equal('0.00');
    const staff = await shop.person('BUYER', 'SELLER_STAFF');
    const row = { account_id: staff.accountId, seller_id: seller.sellerId, permissions: ['ORDERS'] };
    await shop.database('seller_staff').insert(row);
    const theirs = await staff.client.get<Dashboard>('/seller/dashboard?days=7');
    expect(theirs).to.deep.include({ money: null, sales: null, orders: figures.orders });
    expect(theirs.bestSellers.map(({ goods }) => goods)).to.deep.equal([null, null]);
    const none = await (await shop.seller()).owner.client.get<Dashboard>('/seller/dashboard');
    expect(none).to.deep.include({ orders: [], bestSellers: [], lowStock: [] });
  });
});
