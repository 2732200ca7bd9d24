import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { type Checkout, type Order, type OrderGroup, type Person, Shop } from '../../worlds/shop.ts';

const qar = (amount: string) => ({ amount, currency: 'QAR' });
const ABSENT = '019c4690-d4bd-76aa-b66a-ebbaafceaaa7';

/** The order as a read shows it, without the pictures, which the buyer has just seen. */
async function shownOrder({ client }: Person, id: string): Promise<Order> {
  const order = await client.get<Order>(`/orders/${id}`);
  const groups = order.groups.map((group) => ({
    ...group,
    lines: group.lines.map(({ productId: _, image: __, ...line }) => line),
  }));
  return { ...order, groups };
}

describe('confirming a checkout', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  /** A complete checkout for some units of a new offer, and everything that a refusal must leave as it was. */
  async function ready(quantity = 2) {
    const offerId = await shop.offer(seller);
    const buyer = await shop.buyer();
    const { id } = await shop.readyCheckout(buyer, { [offerId]: quantity });
    return { buyer, offerId, id, path: `/checkouts/${id}/confirm` };
  }

  async function unchanged({ buyer, offerId, id }: { buyer: Person; offerId: string; id: string }) {
    expect(await shop.database('orders').where({ account_id: buyer.accountId })).to.deep.equal([]);
    expect(await shop.stock(offerId)).to.deep.include({ onHand: 25 });
    expect((await buyer.client.get<Checkout>(`/checkouts/${id}`)).status).to.equal('OPEN');
    expect((await buyer.client.get<{ itemCount: number }>('/cart')).itemCount).to.be.greaterThan(0);
  }

  it('tells the seller, and not the buyer, which units have to be brought to the pickup', async () => {
    const [main = '', annex = ''] = seller.warehouseIds;
    const offerId = await shop.offer(seller, { stock: { [main]: 20, [annex]: 5 } });
    const whole = await shop.offer(seller, { stock: { [main]: 25 } });
    const order = await shop.order(await shop.buyer(), { [offerId]: 23, [whole]: 2 });
    const [group] = order.groups;
    expect(group).not.to.have.property('toGather');
    const line = group?.lines.find((each) => each.offerId === offerId);
    const seen = await seller.owner.client.get<OrderGroup>(`/seller/order-groups/${group?.id}`);
    expect(seen.toGather).to.deep.equal([
      {
        lineId: line?.id,
        quantity: 3,
        fromWarehouse: { id: annex, name: 'Warehouse 2' },
        toWarehouse: { id: main, name: 'Warehouse 1' },
      },
    ]);
    const near = await shop.order(await shop.buyer(), { [whole]: 1 });
    const alone = await seller.owner.client.get<OrderGroup>(`/seller/order-groups/${near.groups[0]?.id}`);
    expect(alone.toGather).to.deep.equal([]);
  });

  it('adds up the largest possible cart at the highest possible price', async () => {
    await shop.database('settings').insert({ key: 'codMaximum', value: '"9999999999.99"', confirmed: true });
    const buyer = await shop.buyer();
    const offers = [];
    for (let line = 0; line < 50; line += 1) {
      const stock = { [seller.warehouseIds[0] ?? '']: 99 };
      offers.push(await shop.offer(seller, { price: '999999.99', stock }));
    }
    const order = await shop.order(buyer, Object.fromEntries(offers.map((offerId) => [offerId, 99])));
    expect(order.totals.goods.amount).to.equal('4949999950.50');
    expect(order.totals.total.amount).to.equal('4949999975.50');
    await shop.database('settings').where({ key: 'codMaximum' }).delete();
  });

  it('creates one order with a group per seller', async () => {
    const other = await shop.seller();
    const [dates, honey] = [
      await shop.offer(seller, { price: '45.00' }),
      await shop.offer(other, { price: '33.35' }),
    ];
    const buyer = await shop.buyer();
    const checkout = await shop.readyCheckout(buyer, { [dates]: 2, [honey]: 1 });
    const otherOffer = await shop.offer(seller);
    await shop.fillCart(buyer, { [otherOffer]: 1, [dates]: 1 });
    const { status, body: order } = await buyer.client.call<Order>(
      'POST',
      `/checkouts/${checkout.id}/confirm`,
    );

    expect(status).to.equal(201);
    // The response is composed without reading the order again: it must be what a read shows.
    expect(order).to.deep.equal(await shownOrder(buyer, order.id));
    expect(order).to.deep.include({ status: 'PENDING', paymentMethod: 'COD', address: checkout.address });
    expect(order.number).to.match(/^W-20\d\d-\d{6}$/);
    expect(order.totals.total.amount).to.equal('173.35');
    expect(
      order.groups.map((group) => [group.sellerId, group.status, group.totals.total.amount]),
    ).to.deep.equal([
      [seller.sellerId, 'PENDING_ACCEPTANCE', '115.00'],
      [other.sellerId, 'PENDING_ACCEPTANCE', '58.35'],
    ]);
    for (const group of order.groups) {
      expect(group.payment).to.deep.include({ status: 'PENDING', amountDue: group.totals.total });
      expect(group.history.map((entry) => [entry.status, entry.by])).to.deep.equal([
        ['PENDING_ACCEPTANCE', 'BUYER'],
      ]);
      expect(group).to.deep.include({ version: 1, task: null, orderId: order.id });
      const { promisedFrom, promisedTo } = checkout.shipping.find(
        (choice) => choice.sellerId === group.sellerId,
      )!;
      expect(group.shipping).to.deep.include({ code: 'STANDARD', promisedFrom, promisedTo });
    }
    expect(await shop.stock(dates)).to.deep.equal({ onHand: 23, reserved: 0 });
    expect(await shop.stock(honey)).to.deep.equal({ onHand: 24, reserved: 0 });
    const cart = await buyer.client.get<{ items: { offerId: string }[] }>('/cart');
    expect(cart.items.map((item) => item.offerId)).to.deep.equal([otherOffer]);
    const confirmed = await buyer.client.get<Checkout>(`/checkouts/${checkout.id}`);
    expect(confirmed).to.deep.include({ status: 'CONFIRMED', orderId: order.id });
    expect(await shownOrder(buyer, order.id)).to.deep.equal(order);
  });

  it('counts the deadline in the seller’s own opening hours', async () => {
    const other = await shop.seller();
    const { client } = other.owner;
    const { openingHours, version } = await client.get<Schema<'Seller'>>('/seller');
    const always = Object.keys(openingHours).map((day) => [day, [{ from: '00:00', to: '24:00' }]]);
    const body = { openingHours: Object.fromEntries(always) };
    expect((await client.call('PATCH', '/seller', { body, version })).status).to.equal(200);
    const offerId = await shop.offer(other);
    const { placedAt, groups } = await shop.order(await shop.buyer(), { [offerId]: 1 });
    const minutes = (Date.parse(groups[0]?.acceptBy ?? '') - Date.parse(placedAt)) / 60_000;
    expect(minutes).to.equal(240);
  });

  it('freezes commission, pickup place, allocations and deadline', async () => {
    const [first, second] = seller.warehouseIds as [string, string];
    const offerId = await shop.offer(seller, { price: '33.35', stock: { [first]: 2, [second]: 5 } });
    const buyer = await shop.buyer();
    const { groups } = await shop.order(buyer, { [offerId]: 6 });
    const row = await shop.database('order_groups').where({ id: groups[0]!.id }).first();
    // 10 % of 200.10 is 20.01
    expect(row).to.deep.include({
      warehouse_id: second,
      commission_rate: '10.00',
      commission: '20.01',
      cash_due: '225.10',
    });
    const allocations = await shop
      .database('order_line_allocations')
      .where({ line_id: groups[0]!.lines[0]!.id })
      .orderBy('quantity')
      .select('warehouse_id', 'quantity');
    expect(allocations).to.deep.equal([
      { warehouse_id: first, quantity: 1 },
      { warehouse_id: second, quantity: 5 },
    ]);
    const timer = await shop.database('actor_timer').where({ key: groups[0]!.orderId }).first();
    expect(timer.name).to.equal(`accept:${groups[0]!.id}`);
    expect(timer.due_at.toISOString()).to.equal(groups[0]!.acceptBy);
    const { state } = await shop
      .database('actor')
      .where({ kind: 'order', key: groups[0]!.orderId })
      .first('state');
    expect(state.groups[groups[0]!.id]).to.deep.include({
      commission: '20.01',
      items: 6,
      pickup: { latitude: 25.21, longitude: 51.45 },
      promisedUntil: `${groups[0]!.shipping.promisedTo}T21:00:00.000Z`,
    });
  });

  it('rounds the commission once, half up', async () => {
    const offerId = await shop.offer(seller, { price: '0.05' });
    const { groups } = await shop.order(await shop.buyer(), { [offerId]: 1 });
    const row = await shop.database('order_groups').where({ id: groups[0]!.id }).first();
    // 0.005
    expect(row.commission).to.equal('0.01');
  });

  it('gives the same order again, with or without a key', async () => {
    const { buyer, path, offerId } = await ready();
    const first = await buyer.client.call<Order>('POST', path, { key: 'confirm' });
    const same = await buyer.client.call<Order>('POST', path, { key: 'confirm' });
    const other = await buyer.client.call<Order>('POST', path, { key: 'another' });
    const none = await buyer.client.call<Order>('POST', path);
    for (const answer of [same, other, none]) {
      expect(answer.status).to.equal(201);
      expect(answer.body).to.deep.equal(first.body);
      expect(answer.headers.get('idempotent-replayed')).to.equal('true');
    }
    expect(first.headers.get('idempotent-replayed')).to.equal(null);
    expect(await shop.database('orders').where({ account_id: buyer.accountId })).to.have.length(1);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 23, reserved: 0 });
  });

  it('refuses a key that came with another request', async () => {
    const [one, two] = [await ready(), await ready()];
    await one.buyer.client.post(one.path, undefined, { key: 'key' });
    await one.buyer.client.refused(422, 'idempotency.MISMATCH', 'POST', one.path, { key: 'key', body: {} });
    await one.buyer.client.refused(422, 'idempotency.MISMATCH', 'POST', '/checkouts', { key: 'key' });
    // Another buyer's key with the same value is a different key.
    await two.buyer.client.post(two.path, undefined, { key: 'key' });
  });

  it('says what is missing', async () => {
    const other = await shop.seller();
    const buyer = await shop.buyer();
    const { id } = await shop.openCheckout(buyer, {
      [await shop.offer(seller)]: 1,
      [await shop.offer(other)]: 1,
    });
    const path = `/checkouts/${id}`;
    const refuse = () => buyer.client.refused(422, 'checkout.INCOMPLETE', 'POST', `${path}/confirm`);
    expect((await refuse()).missing).to.deep.equal(['address', 'shipping', 'paymentMethod']);
    const done = await shop.complete(buyer, id);
    await shop.database('checkout_shipping').where({ checkout_id: id, seller_id: other.sellerId }).delete();
    expect(await refuse()).to.deep.include({ missing: ['shipping'], withoutShipping: [other.sellerId] });
    expect(done.status).to.equal('OPEN');
  });

  it('keeps the names of what was chosen as they were when the checkout opened, in both languages', async () => {
    const [buyer, offerId] = [await shop.buyer(), await shop.offer(await shop.seller())];
    const { variant_id: id } = await shop.database('offers').where({ id: offerId }).first('variant_id');
    const texts = { weight: { name: { en: 'Weight', ar: 'الوزن' }, value: { en: 'One kilo', ar: 'كيلو' } } };
    const called = { en: { name: 'Weight', value: 'One kilo' }, ar: { name: 'الوزن', value: 'كيلو' } };
    const variants = () => shop.database('variants').where({ id });
    await buyer.client.post('/cart/items', { offerId, quantity: 1 });
    const chosen = async (locale: string) =>
      (await buyer.client.get<Schema<'Cart'>>(`/cart?locale=${locale}`)).items[0];
    expect((await chosen('en'))?.optionTexts).to.deep.equal({ weight: { name: 'weight', value: '1 kg' } });
    await variants().update({ option_texts: JSON.stringify(texts) });
    expect((await chosen('en'))?.optionTexts).to.deep.equal({ weight: called.en });
    expect((await chosen('ar'))?.optionTexts).to.deep.equal({ weight: called.ar });
    const opened = await buyer.client.post<Checkout>('/checkouts?locale=ar');
    expect(opened.lines[0]?.optionTexts).to.deep.equal({ weight: called.ar });
    await variants().update({ options: { size: 'small' }, option_texts: '{}' });
    await shop.complete(buyer, opened.id);
    const placed = await buyer.client.post<Order>(`/checkouts/${opened.id}/confirm`);
    for (const locale of ['en', 'ar'] as const) {
      const otherOffer = { options: { weight: '1 kg' }, optionTexts: { weight: called[locale] } };
      const checkout = await buyer.client.get<Checkout>(`/checkouts/${opened.id}?locale=${locale}`);
      expect(checkout.lines[0]).to.deep.include(otherOffer);
      const { groups } = await buyer.client.get<Order>(`/orders/${placed.id}?locale=${locale}`);
      expect(groups[0]?.lines[0]).to.deep.include(otherOffer);
    }
  });

  it('is refused after the checkout has expired, whether or not it was swept', async () => {
    const open = await ready();
    await shop.database('checkouts').where({ id: open.id }).update({ expires_at: shop.service.clock.now() });
    await open.buyer.client.refused(410, 'checkout.EXPIRED', 'POST', open.path);
    expect(await shop.stock(open.offerId)).to.deep.equal({ onHand: 25, reserved: 2 });
  });

  it('succeeds at a new price once the buyer has accepted that very price', async () => {
    const open = await ready();
    const { client } = open.buyer;
    const path = open.path.replace('/confirm', '');
    const offerId = open.offerId;
    await shop.database('offers').where({ id: offerId }).update({ price: '47.50' });
    const { lines } = await client.refused(409, 'checkout.PRICE_CHANGED', 'POST', open.path);
    const lineId = lines![0]!.lineId!;
    const accept = (id: string, amount: string) => ({
      body: { acceptedPrices: [{ lineId: id, unitPrice: { amount, currency: 'QAR' } }] },
    });
    const refusal = await client.refused(
      409,
      'checkout.PRICE_CHANGED',
      'PATCH',
      path,
      accept(lineId, '46.00'),
    );
    expect(refusal.lines?.[0]?.newPrice?.amount).to.equal('47.50');
    await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', path, accept(open.id, '47.50'));
    // The accepted price is outdated again: the line has the current price, which is different.
    await shop.database('offers').where({ id: offerId }).update({ price: '45.00' });
    const gone = accept(lineId, '44.00');
    const back = await client.refused(409, 'checkout.PRICE_CHANGED', 'PATCH', path, gone);
    expect(back.lines).to.have.length(1);
    expect(back.lines?.[0]).to.deep.include({ oldPrice: qar('44.00'), newPrice: qar('45.00') });
    await client.patch(path, accept(lineId, '45.00').body);
    await shop.database('offers').where({ id: offerId }).update({ price: '47.50' });

    const accepted = await client.patch<Checkout>(path, accept(lineId, '47.50').body);
    expect(accepted.totals.goods.amount).to.equal('95.00');
    // The price changes once more between accepting and confirming: the confirmation is refused again, and nothing is
    // bought at a price not seen.
    await shop.database('offers').where({ id: offerId }).update({ price: '48.00' });
    await client.refused(409, 'checkout.PRICE_CHANGED', 'POST', open.path);
    await client.patch<Checkout>(path, accept(lineId, '48.00').body);
    const order = await client.post<Order>(open.path);
    expect(order.totals).to.deep.include({ goods: { amount: '96.00', currency: 'QAR' } });
    expect(order.groups[0]!.payment.amountDue.amount).to.equal('121.00');
  });

  it('must be repeated when the chosen method costs something else now', async () => {
    const open = await ready();
    const { client } = open.buyer;
    const path = open.path.replace('/confirm', '');
    const methods = () => shop.database('shipping_methods').where({ code: 'STANDARD', seller_id: null });
    await methods().update({ price: '30.00' });
    try {
      const { shipping, lines } = await client.refused(409, 'checkout.PRICE_CHANGED', 'POST', open.path);
      const checkout = await client.get<Checkout>(path);
      const [{ sellerId, methodId }] = checkout.shipping as [Checkout['shipping'][number]];
      const price = (amount: string) => ({ amount, currency: 'QAR' });
      const change = { sellerId, methodId, oldPrice: price('25.00'), newPrice: price('30.00') };
      expect({ shipping, lines }).to.deep.equal({ shipping: [change], lines: [] });
      await client.patch(path, { shipping: [{ sellerId, methodId }] });
      expect((await client.post<Order>(open.path)).totals.shipping.amount).to.equal('30.00');
    } finally {
      await methods().update({ price: '25.00' });
    }
  });

  it('shows both prices when one has changed, and changes nothing', async () => {
    const open = await ready();
    await shop.database('offers').where({ id: open.offerId }).update({ price: '47.50' });
    const problem = await open.buyer.client.refused(409, 'checkout.PRICE_CHANGED', 'POST', open.path, {
      key: 'k',
    });
    expect(problem.lines).to.deep.equal([
      {
        lineId: problem.lines![0]!.lineId,
        offerId: open.offerId,
        name: 'Khalas dates – 1 kg',
        oldPrice: { amount: '45.00', currency: 'QAR' },
        newPrice: { amount: '47.50', currency: 'QAR' },
      },
    ]);
    await unchanged(open);
    // The refusal is not remembered: once the price is back, the same key confirms.
    await shop.database('offers').where({ id: open.offerId }).update({ price: '45.00' });
    await open.buyer.client.post(open.path, undefined, { key: 'k' });
  });

  it('names the line that can no longer be bought, and why', async () => {
    const refusedFor = async (
      change: (offerId: string) => Promise<unknown>,
      undo: (offerId: string) => unknown,
    ) => {
      const open = await ready();
      await change(open.offerId);
      const problem = await open.buyer.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', open.path);
      await unchanged(open);
      await undo(open.offerId);
      expect(problem.lines).to.have.length(1);
      expect(problem.lines![0]).to.deep.include({ offerId: open.offerId, requested: 2, available: 0 });
      expect(problem.lines![0]!.lineId).to.be.a('string');
      return problem.lines![0]!.reason;
    };
    const set = (table: string, id: string, fields: object) =>
      shop.database(table).where({ id }).update(fields);
    const { sellerId } = seller;
    expect(
      await refusedFor(
        (id) => set('offers', id, { active: false }),
        () => null,
      ),
    ).to.equal('OFFER_INACTIVE');
    expect(
      await refusedFor(
        () => set('sellers', sellerId, { on_vacation: true }),
        () => set('sellers', sellerId, { on_vacation: false }),
      ),
    ).to.equal('SELLER_UNAVAILABLE');
    expect(
      await refusedFor(
        () => set('sellers', sellerId, { status: 'SUSPENDED' }),
        () => set('sellers', sellerId, { status: 'ACTIVE' }),
      ),
    ).to.equal('SELLER_UNAVAILABLE');
  });

  it('tells the buyer whose reservation was revoked by a stock count', async () => {
    const offerId = await shop.offer(seller);
    const [first, newest] = [await shop.buyer(), await shop.buyer()];
    const older = await shop.readyCheckout(first, { [offerId]: 2 });
    const newer = await shop.readyCheckout(newest, { [offerId]: 3 });
    const path = `/seller/stock/${offerId}/${seller.warehouseIds[0]}`;
    await seller.owner.client.put(path, { onHand: 4 }, { version: 1 });
    const problem = await newest.client.refused(
      409,
      'checkout.ITEM_UNAVAILABLE',
      'POST',
      `/checkouts/${newer.id}/confirm`,
    );
    expect(problem.lines![0]).to.deep.include({ requested: 3, available: 2, reason: 'INSUFFICIENT_STOCK' });
    await first.client.post(`/checkouts/${older.id}/confirm`);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 2, reserved: 0 });
    expect((await newest.client.call('DELETE', `/checkouts/${newer.id}`)).status).to.equal(204);
  });

  it('checks address, shipping and cash again', async () => {
    const open = await ready();
    const chosen = (await open.buyer.client.get<Checkout>(`/checkouts/${open.id}`)).shipping[0]!.methodId;
    await shop.database('shipping_methods').where({ id: chosen }).update({ active: false });
    const withdrawn = await open.buyer.client.refused(422, 'checkout.INCOMPLETE', 'POST', open.path);
    expect(withdrawn).to.deep.include({ missing: ['shipping'], withoutShipping: [seller.sellerId] });
    await shop.database('shipping_methods').update({ zone_numbers: [99] });
    await open.buyer.client.refused(422, 'checkout.ADDRESS_UNSERVICEABLE', 'POST', open.path);
    await shop.database('shipping_methods').update({ zone_numbers: null, active: true });
    await shop.database('settings').insert({ key: 'codMaximum', value: '"100.00"' });
    await open.buyer.client.refused(422, 'checkout.COD_NOT_ALLOWED', 'POST', open.path);
    await shop.database('settings').delete();
    await unchanged(open);
    await open.buyer.client.post(open.path);
  });

  it('is the buyer’s alone', async () => {
    const { path } = await ready();
    await shop.guest().refused(401, 'auth.UNAUTHENTICATED', 'POST', path);
    const { client } = await shop.buyer();
    const foreign = await client.refused(404, 'common.NOT_FOUND', 'POST', path);
    const missing = await client.refused(404, 'common.NOT_FOUND', 'POST', `/checkouts/${ABSENT}/confirm`);
    expect(foreign.detail).to.equal(missing.detail);
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/checkouts/nonsense/confirm');
  });
});
