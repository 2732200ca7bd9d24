import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expireDueCheckouts } from '../../../server/marketplace/checkout/end-checkouts.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { type Order, type OrderGroup, type Person, Shop } from '../../worlds/shop.ts';
import { tally } from '../../worlds/shop-people.ts';

type Seller = Schema<'Seller'>;
type Dashboard = Schema<'SellerDashboard'>;

const HOUR = 3_600_000;

describe('running a shop: the seller', () => {
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

  it('is suspended or bought from, whichever comes first, and never half of each', async () => {
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

  describe('ends', () => {
    const close = ({ client }: Person, body: object = {}) =>
      client.call<Seller>('POST', '/seller/close', { body });
    const obstacles = async (owner: Person) => {
      const problem = await owner.client.refused(409, 'seller.NOT_CLOSABLE', 'POST', '/seller/close', {
        body: {},
      });
      return (problem as unknown as { obstacles: { code: string; count: number }[] }).obstacles;
    };
    const vacation = ({ client }: Person) => client.post('/seller/vacation', { onVacation: true });

    it('for good, once nothing is left to settle, and then its owner may leave', async () => {
      const { database } = shop;
      const seller = await shop.seller();
      const { owner, sellerId } = seller;
      const offerId = await shop.offer(seller);
      const buyer = await shop.buyer();
      const { groups } = await shop.order(buyer, { [offerId]: 1 });
      const late = await shop.readyCheckout(await shop.buyer(), { [offerId]: 2 });
      expect(late.status).to.equal('OPEN');
      expect(await obstacles(owner)).to.deep.equal([
        { code: 'STOCK_RESERVED', count: 2 },
        { code: 'ORDERS_UNDER_WAY', count: 1 },
      ]);
      await vacation(owner);
      shop.service.clock.advance(HOUR);
      await expireDueCheckouts(shop.service.inside.deps, 10);
      const group = database('order_groups').where('id', groups[0]?.id ?? '');
      await group.clone().update({ status: 'DELIVERED', payment_status: 'COLLECTED', ended_at: new Date() });
      expect(await obstacles(owner)).to.deep.equal([{ code: 'CASH_NOT_SETTLED', count: 1 }]);
      await group.clone().update({ payment_status: 'SETTLED' });
      expect(await obstacles(owner)).to.deep.equal([{ code: 'PAYOUT_DUE', count: 1 }]);
      const leave = () => owner.client.call<Schema<'Problem'>>('POST', '/me/close', { body: {} });
      expect((await leave()).body).to.deep.include({ obstacles: [{ code: 'SHOP_OWNED', count: 1 }] });
      await group.clone().update({ status: 'RETURNED', payment_status: 'VOID' });

      const helper = await shop.person('BUYER', 'SELLER_STAFF');
      await database('seller_staff').insert({
        account_id: helper.accountId,
        seller_id: sellerId,
        permissions: ['STAFF'],
      });
      const invitation = { email: `late-${randomUUID()}@test.wasl.example`, permissions: [] };
      await owner.client.post('/seller/staff-invitations', invitation);
      await helper.client.refused(403, 'auth.FORBIDDEN', 'POST', '/seller/close', { body: {} });
      // Two at once close it once.
      const answers = await Promise.all([close(owner, { reason: 'We retire' }), close(owner)]);
      expect(answers.map(({ status, body }) => [status, body.status])).to.deep.equal(
        Array(2).fill([200, 'CLOSED']),
      );
      await helper.client.refused(403, 'auth.FORBIDDEN', 'GET', '/seller/staff');
      expect(await database('staff_invitations').where('seller_id', sellerId).pluck('status')).to.deep.equal([
        'REVOKED',
      ]);
      await shop.settled();
      expect((await kinds(owner)).filter((kind) => kind === 'SELLER_CLOSED')).to.have.length(1);
      const written = await database('audit_log').where({ subject_id: sellerId, action: 'closeSeller' });
      expect(written).to.have.length(1);
      expect(written[0]).to.deep.include({ before: { status: 'ACTIVE' }, after: { status: 'CLOSED' } });

      await admin.client.refused(409, 'seller.INVALID_STATE', 'POST', `/admin/sellers/${sellerId}/reinstate`);
      await owner.client.refused(409, 'seller.INVALID_STATE', 'POST', '/seller/vacation', {
        body: { onVacation: false },
      });
      await shop.guest().refused(404, 'common.NOT_FOUND', 'GET', `/sellers/${sellerId}`);
      const again = await buyer.client.call('POST', '/cart/items', { body: { offerId, quantity: 1 } });
      expect(again.status, JSON.stringify(again.body)).to.be.greaterThan(399);
      const orders = await owner.client.get<Schema<'OrderGroupList'>>('/seller/order-groups');
      expect(orders.data, 'its owner can still read').to.have.length(1);
      const reopened = database('sellers').where('id', sellerId).update({ status: 'ACTIVE' });
      expect(await reopened.then(() => '', String)).to.match(/is closed for good/);

      expect((await leave()).status).to.equal(204);
      const [warehouse] = await database('warehouses').where('seller_id', sellerId);
      expect(warehouse).to.include({ name: 'Closed account · حساب مغلق', street_number: 0, latitude: 25.2 });
      const closed = await database('sellers').where('id', sellerId).first('legal_name', 'status');
      expect(closed, 'on invoices').to.deep.equal({ legal_name: `Seller ${sellerId}`, status: 'CLOSED' });
    });

    it('with its name, when it never sold; an application ends with its applicant', async () => {
      const { database } = shop;
      const [seller, applicant] = [await shop.seller(), await shop.seller()];
      await database('sellers').where('id', applicant.sellerId).update({ status: 'APPLIED' });
      await admin.client.refused(
        409,
        'seller.INVALID_STATE',
        'POST',
        `/admin/sellers/${applicant.sellerId}/close`,
        {
          body: { reason: 'Too early' },
        },
      );
      const path = `/admin/sellers/${seller.sellerId}/close`;
      const { body } = await admin.client.call<Seller>('POST', path, { body: { reason: 'Dissolved' } });
      expect(body.status).to.equal('CLOSED');
      for (const { owner, sellerId } of [seller, applicant]) {
        expect((await owner.client.call('POST', '/me/close', { body: {} })).status).to.equal(204);
        const { legal_name } = await database('sellers').where('id', sellerId).first('legal_name');
        expect(legal_name).to.equal('Closed account · حساب مغلق');
      }
      expect((await database('sellers').where('id', applicant.sellerId).first('status')).status).to.equal(
        'REJECTED',
      );
    });

    it('or is bought from, whichever comes first, and never both', async () => {
      for (let time = 0; time < 4; time += 1) {
        const seller = await shop.seller();
        const offerId = await shop.offer(seller);
        const buyers = await Promise.all([shop.buyer(), shop.buyer()]);
        const buy = async (buyer: Person) => {
          await shop.fillCart(buyer, { [offerId]: 1 });
          const opened = await buyer.client.call<Schema<'Checkout'>>('POST', '/checkouts');
          if (opened.status !== 201) return;
          await shop.complete(buyer, opened.body.id);
          await buyer.client.call('POST', `/checkouts/${opened.body.id}/confirm`);
        };
        const closing = async () => {
          let answer = await close(seller.owner);
          for (let more = 0; more < time; more += 1) answer = await close(seller.owner);
          return answer;
        };
        const [answer] = await Promise.all([
          closing(),
          ...buyers.map((buyer) => buy(buyer).catch(() => undefined)),
        ]);
        const { status } = await shop.database('sellers').where('id', seller.sellerId).first('status');
        const sold = await shop.database('order_groups').where('seller_id', seller.sellerId);
        expect([200, 409]).to.include(answer.status);
        expect(status === 'CLOSED' && sold.length > 0, `${status}, sold ${sold.length}`).to.equal(false);
      }
    });
  });

  it('that misses a deadline or rejects leaves the operator an alert, and a way to cancel for the buyer', async () => {
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
    // Repeated it changes nothing; when nothing can be cancelled, the response says so.
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

  it('may have one group cancelled by a dispatcher, too', async () => {
    const seller = await shop.seller();
    const { groups } = await shop.order(await shop.buyer(), { [await shop.offer(seller)]: 1 });
    const path = `/admin/order-groups/${groups[0]?.id}/cancel`;
    const group = await dispatcher.client.post<OrderGroup>(path, { reason: 'Nobody answers' });
    expect(group).to.include({ status: 'CANCELLED' });
    expect(group.history.at(-1)).to.include({ by: 'DISPATCHER', reason: 'Nobody answers' });
  });

  it('sees orders, sales, best sellers, deadlines, low stock and money, in as many reads whatever their number', async () => {
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
    const dashboard = await client.get<Dashboard>('/seller/dashboard?days=7');
    expect(dashboard.orders).to.deep.equal([
      { status: 'ACCEPTED', count: 1 },
      { status: 'REJECTED', count: 1 },
    ]);
    expect(dashboard.sales?.map(({ groups, goods }) => ({ groups, goods: goods.amount }))).to.deep.equal([
      { groups: 1, goods: '145.00' },
    ]);
    expect(dashboard.bestSellers.map(({ units, goods }) => `${units} ${goods?.amount}`)).to.deep.equal([
      '3 135.00',
      '1 10.00',
    ]);
    const low = { sku: dashboard.lowStock[0]?.sku, name: dashboard.lowStock[0]?.name };
    expect(dashboard.lowStock).to.deep.equal([{ offerId: few, ...low, available: 2, threshold: 5 }]);
    const wants = (id: string, threshold: number) =>
      shop.database('offers').where({ id }).update({ low_stock_threshold: threshold });
    await wants(few, 2);
    await wants(much, 100);
    const { lowStock } = await client.get<Dashboard>('/seller/dashboard?days=7');
    expect(lowStock.map(({ offerId, threshold }) => `${offerId} ${threshold}`)).to.deep.equal([
      `${much} 100`,
    ]);
    expect(dashboard).to.deep.include({ acceptedLate: 0, waitingLate: 0 });
    expect(dashboard.money?.payable.amount).to.equal('0.00');
    const staff = await shop.person('BUYER', 'SELLER_STAFF');
    const row = { account_id: staff.accountId, seller_id: seller.sellerId, permissions: ['ORDERS'] };
    await shop.database('seller_staff').insert(row);
    const theirs = await staff.client.get<Dashboard>('/seller/dashboard?days=7');
    expect(theirs).to.deep.include({ money: null, sales: null, orders: dashboard.orders });
    expect(theirs.bestSellers.map(({ goods }) => goods)).to.deep.equal([null, null]);
    const none = await (await shop.seller()).owner.client.get<Dashboard>('/seller/dashboard');
    expect(none).to.deep.include({ orders: [], bestSellers: [], lowStock: [] });
  });

  it('sees how the days compare with those before, what is returned, what to reorder and what hardly sells', async () => {
    const seller = await shop.seller();
    const { client } = seller.owner;
    const [warehouse = ''] = seller.warehouseIds;
    const offer = (price: string, units: number) =>
      shop.offer(seller, { price, stock: { [warehouse]: units } });
    const [quick, slow, fresh] = [await offer('45.00', 9), await offer('10.00', 25), await offer('5.00', 25)];
    const buyer = await shop.buyer();
    const former = await shop.order(buyer, { [quick]: 1 });
    const placed = shop.database('orders').where({ id: former.id });
    const before = new Date(Date.parse(former.placedAt) - 8 * 86_400_000);
    await placed.update({ placed_at: before });
    const first = await shop.order(buyer, { [quick]: 4 });
    const offered = (id: string, created_at: Date) =>
      shop.database('offers').where({ id }).update({ created_at });
    await offered(slow, before);
    await offered(fresh, new Date(first.placedAt));
    const back = await shop.order(buyer, { [quick]: 1, [slow]: 1 });
    const group = first.groups[0]?.id ?? '';
    await client.post(`/seller/order-groups/${group}/accept`);
    await shop.settled();
    const acceptedAt = new Date(Date.parse(first.placedAt) + 600_000);
    await shop.database('order_groups').where({ id: group }).update({ accepted_at: acceptedAt });
    await client.post(`/seller/order-groups/${back.groups[0]?.id}/reject`, { reason: 'No' });
    await shop.settled();
    const trends = await client.get<Schema<'SellerTrends'>>('/seller/trends?days=7');
    const money = (amount: string) => ({ amount, currency: 'QAR' });
    expect(trends.sales).to.deep.equal({ groups: 1, goods: money('180.00') });
    expect(trends.formerSales).to.deep.equal({ groups: 1, goods: money('45.00') });
    expect(trends.states).to.deep.equal([
      { status: 'ACCEPTED', groups: 1 },
      { status: 'REJECTED', groups: 1 },
    ]);
    expect(trends.acceptance).to.deep.equal({ groups: 1, medianSeconds: 600, ninthDecileSeconds: 600 });
    // Four of nine were sold in seven days: the rest lasts for about seven, and thirty days take 18.
    const [wanted] = trends.toOrder;
    expect(wanted).to.include({ offerId: quick, sold: 4, available: 4, lastsDays: 7, suggested: 14 });
    expect(trends.toOrder).to.have.length(1);
    expect(trends.slow.map(({ offerId, sold }) => `${offerId} ${sold}`)).to.deep.equal([`${slow} 0`]);
    expect(trends.returns).to.deep.equal([]);
    expect(Date.parse(trends.from) - Date.parse(trends.formerFrom)).to.equal(7 * 86_400_000);
    const staff = await shop.person('BUYER', 'SELLER_STAFF');
    const row = { account_id: staff.accountId, seller_id: seller.sellerId, permissions: ['ORDERS'] };
    await shop.database('seller_staff').insert(row);
    const theirs = await staff.client.get<Schema<'SellerTrends'>>('/seller/trends?days=7');
    expect([theirs.sales, theirs.formerSales]).to.deep.equal([
      { groups: 1, goods: null },
      { groups: 1, goods: null },
    ]);
    expect(theirs.toOrder).to.deep.equal(trends.toOrder);
  });
});
