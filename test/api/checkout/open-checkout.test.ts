import { expect } from 'chai';
import { expireDueCheckouts } from '../../../server/marketplace/checkout/end-checkouts.ts';
import { type Cart, type Checkout, Shop } from '../../worlds/shop.ts';

const MINUTE = 60_000;

describe('opening a checkout', () => {
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

  const stocked = (units: number) => shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: units } });

  it('needs a signed-in buyer with something in the cart', async () => {
    await shop.guest().refused(401, 'auth.UNAUTHENTICATED', 'POST', '/checkouts');
    const { client } = await shop.buyer();
    await client.refused(409, 'checkout.CART_EMPTY', 'POST', '/checkouts');
  });

  it('takes the items of eight sellers, but not of nine', async () => {
    const buyer = await shop.buyer();
    const offers: string[] = [];
    for (let count = 0; count < 9; count += 1) offers.push(await shop.offer(await shop.seller()));
    await shop.fillCart(buyer, Object.fromEntries(offers.map((offerId) => [offerId, 1])));
    const problem = await buyer.client.refused(422, 'checkout.TOO_MANY_SELLERS', 'POST', '/checkouts');
    expect(problem).to.include({ sellerCount: 9, sellerLimit: 8 });
    for (const offerId of offers) expect(await shop.stock(offerId)).to.include({ reserved: 0 });
    const cart = await buyer.client.get<Cart>('/cart');
    await buyer.client.delete(`/cart/items/${cart.items[0]?.id}`);
    const { lines } = await buyer.client.post<Checkout>('/checkouts');
    expect(lines).to.have.length(8);
  });

  it('copies the lines and reserves them for 15 minutes of domain time', async () => {
    const offerId = await shop.offer(seller, { price: '45.50' });
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [offerId]: 2 });
    const before = shop.service.clock.now().getTime();
    const { status, body } = await buyer.client.call<Checkout>('POST', '/checkouts');
    const after = shop.service.clock.now().getTime();
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      status: 'OPEN',
      address: null,
      shipping: [],
      paymentMethod: null,
      codAllowed: true,
      orderId: null,
    });
    expect(body.lines.map(({ id: _, ...line }) => line)).to.deep.equal([
      {
        offerId,
        variantId: body.lines[0]!.variantId,
        sellerId: seller.sellerId,
        name: 'Khalas dates – 1 kg',
        options: { weight: '1 kg' },
        optionTexts: { weight: { name: 'weight', value: '1 kg' } },
        quantity: 2,
        unitPrice: { amount: '45.50', currency: 'QAR' },
        lineTotal: { amount: '91.00', currency: 'QAR' },
        digital: false,
      },
    ]);
    expect(body.totals.total.amount).to.equal('91.00');
    expect(Date.parse(body.expiresAt)).to.be.within(before + 15 * MINUTE, after + 15 * MINUTE);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 2 });
  });

  it('lasts as long as the setting says', async () => {
    await shop.database('settings').insert({ key: 'checkoutLifeMinutes', value: '40' });
    const checkout = await shop.openCheckout(await shop.buyer(), { [await stocked(5)]: 1 });
    await shop.database('settings').delete();
    const minutes = (Date.parse(checkout.expiresAt) - shop.service.clock.now().getTime()) / MINUTE;
    expect(minutes).to.be.within(39.5, 40);
  });

  it('is not affected by later changes of the cart', async () => {
    const [one, two] = [await stocked(10), await stocked(10)];
    const buyer = await shop.buyer();
    const checkout = await shop.openCheckout(buyer, { [one]: 2 });
    await shop.fillCart(buyer, { [one]: 3, [two]: 1 });
    await buyer.client.delete<Cart>('/cart');
    expect(await buyer.client.get<Checkout>(`/checkouts/${checkout.id}`)).to.deep.equal(checkout);
    expect(await shop.stock(one)).to.deep.equal({ onHand: 10, reserved: 2 });
  });

  it('reserves every line or nothing, naming what is missing', async () => {
    const [plenty, scarce, off] = [await stocked(10), await stocked(4), await stocked(10)];
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [plenty]: 2, [scarce]: 3, [off]: 1 });
    await shop.openCheckout(await shop.buyer(), { [scarce]: 2 });
    await shop.database('offers').where({ id: off }).update({ active: false });
    const problem = await buyer.client.refused(
      409,
      'checkout.ITEM_UNAVAILABLE',
      'POST',
      '/checkouts?locale=ar',
    );
    const name = 'تمر خلاص – 1 كجم';
    expect(problem.lines).to.deep.equal([
      { offerId: scarce, name, requested: 3, available: 2, reason: 'INSUFFICIENT_STOCK' },
      { offerId: off, name, requested: 1, available: 0, reason: 'OFFER_INACTIVE' },
    ]);
    expect(await shop.stock(plenty)).to.deep.equal({ onHand: 10, reserved: 0 });
  });

  it('cancels the buyer’s open checkout and may use its reservations', async () => {
    const offerId = await stocked(5);
    const buyer = await shop.buyer();
    const first = await shop.openCheckout(buyer, { [offerId]: 4 });
    const second = await buyer.client.post<Checkout>('/checkouts');
    expect(second.id).not.to.equal(first.id);
    expect((await buyer.client.get<Checkout>(`/checkouts/${first.id}`)).status).to.equal('CANCELLED');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 4 });
  });

  it('leaves the open checkout as it was when the new one is refused', async () => {
    const [offerId, scarce] = [await stocked(5), await stocked(1)];
    const buyer = await shop.buyer();
    const first = await shop.openCheckout(buyer, { [offerId]: 4 });
    await shop.fillCart(buyer, { [scarce]: 1 });
    await shop.database('stock_levels').where({ offer_id: scarce }).update({ on_hand: 0 });
    await buyer.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', '/checkouts');
    await shop.database('stock_levels').where({ offer_id: scarce }).update({ on_hand: 1 });
    expect((await buyer.client.get<Checkout>(`/checkouts/${first.id}`)).status).to.equal('OPEN');
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 4 });
  });

  it('takes a seller’s lines from one warehouse if one has them all, and combines warehouses if none has', async () => {
    const [first, second] = seller.warehouseIds as [string, string];
    const one = await shop.offer(seller, { stock: { [first]: 20, [second]: 3 } });
    const two = await shop.offer(seller, { stock: { [second]: 4 } });
    const held = (checkout: Checkout) =>
      shop
        .database('reservations')
        .where({ checkout_id: checkout.id })
        .orderBy(['offer_id', 'quantity'])
        .select('offer_id', 'warehouse_id', 'quantity');
    const together = await shop.openCheckout(await shop.buyer(), { [one]: 2, [two]: 1 });
    expect(await held(together)).to.deep.equal([
      { offer_id: one, warehouse_id: second, quantity: 2 },
      { offer_id: two, warehouse_id: second, quantity: 1 },
    ]);
    const split = await shop.openCheckout(await shop.buyer(), { [one]: 21 });
    expect(await held(split)).to.deep.equal([
      { offer_id: one, warehouse_id: second, quantity: 1 },
      { offer_id: one, warehouse_id: first, quantity: 20 },
    ]);
  });

  it('takes nothing from a closed warehouse', async () => {
    const [first, second] = seller.warehouseIds as [string, string];
    const offerId = await shop.offer(seller, { stock: { [first]: 2, [second]: 9 } });
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [offerId]: 3 });
    await shop.database('warehouses').where({ id: second }).update({ active: false });
    const problem = await buyer.client.refused(409, 'checkout.ITEM_UNAVAILABLE', 'POST', '/checkouts');
    await shop.database('warehouses').where({ id: second }).update({ active: true });
    expect(problem.lines?.[0]).to.deep.include({ requested: 3, available: 2 });
  });

  it('opens once for one Idempotency-Key', async () => {
    const offerId = await stocked(5);
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [offerId]: 2 });
    const first = await buyer.client.call<Checkout>('POST', '/checkouts', { key: 'open' });
    const again = await buyer.client.call<Checkout>('POST', '/checkouts', { key: 'open' });
    expect(again.status).to.equal(201);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    await buyer.client.refused(422, 'idempotency.MISMATCH', 'POST', '/checkouts', { key: 'open', body: {} });
  });

  it('leaves one open checkout when one buyer opens several at once', async () => {
    const offerId = await stocked(5);
    const buyer = await shop.buyer();
    await shop.fillCart(buyer, { [offerId]: 3 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => buyer.client.call<Checkout>('POST', '/checkouts')),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201, 201]);
    const open = await shop.database('checkouts').where({ account_id: buyer.accountId, status: 'OPEN' });
    expect(open).to.have.length(1);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 5, reserved: 3 });
  });
});

describe('the end of a checkout', () => {
  let shop: Shop;
  let offerId: string;
  before(async () => {
    shop = await Shop.open();
    offerId = await shop.offer(await shop.seller());
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  it('by cancelling releases its stock, and may be repeated', async () => {
    const buyer = await shop.buyer();
    const { id } = await shop.openCheckout(buyer, { [offerId]: 2 });
    const path = `/checkouts/${id}`;
    expect((await buyer.client.call('DELETE', path)).status).to.equal(204);
    expect((await buyer.client.call('DELETE', path)).status).to.equal(204);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 0 });
    const problem = await buyer.client.refused(409, 'checkout.INVALID_STATE', 'PATCH', path, {
      body: { paymentMethod: 'COD' },
    });
    expect(problem).to.deep.include({ currentState: 'CANCELLED', allowedCommands: [] });
    await buyer.client.refused(409, 'checkout.INVALID_STATE', 'POST', `${path}/confirm`);
    await buyer.client.refused(409, 'checkout.INVALID_STATE', 'GET', `${path}/shipping-options`);
  });

  it('by expiry shows at once, and releases the stock with the sweep, once', async () => {
    const buyers = await Promise.all(Array.from({ length: 7 }, () => shop.buyer()));
    const checkouts = await Promise.all(buyers.map((buyer) => shop.openCheckout(buyer, { [offerId]: 2 })));
    const late = await shop.openCheckout(await shop.buyer(), { [offerId]: 1 });
    await shop
      .database('checkouts')
      .where({ id: late.id })
      .update({ expires_at: new Date(Date.now() + 3_600_000) });
    shop.service.clock.advance(15 * MINUTE);
    const path = `/checkouts/${checkouts[0]!.id}`;
    const { client } = buyers[0]!;
    expect((await client.get<Checkout>(path)).status).to.equal('EXPIRED');
    await client.refused(410, 'checkout.EXPIRED', 'PATCH', path, { body: { paymentMethod: 'COD' } });
    await client.refused(410, 'checkout.EXPIRED', 'GET', `${path}/shipping-options`);
    await client.refused(410, 'checkout.EXPIRED', 'POST', `${path}/confirm`);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 15 });

    const swept = await Promise.all([1, 2, 3].map(() => expireDueCheckouts(shop.deps, 4)));
    const rest = await expireDueCheckouts(shop.deps, 100);
    expect(swept.reduce((sum, count) => sum + count, rest)).to.equal(7);
    expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 1 });
    expect(await expireDueCheckouts(shop.deps, 100)).to.equal(0);
    const problem = await client.refused(409, 'checkout.INVALID_STATE', 'DELETE', path);
    expect(problem.currentState).to.equal('EXPIRED');
    await client.refused(410, 'checkout.EXPIRED', 'POST', `${path}/confirm`);
  });

  it('is private: another buyer’s checkout is not found', async () => {
    const { id } = await shop.openCheckout(await shop.buyer(), { [offerId]: 1 });
    const { client } = await shop.buyer();
    const path = `/checkouts/${id}`;
    await client.refused(404, 'common.NOT_FOUND', 'GET', path);
    await client.refused(404, 'common.NOT_FOUND', 'PATCH', path, { body: { paymentMethod: 'COD' } });
    await client.refused(404, 'common.NOT_FOUND', 'DELETE', path);
    await client.refused(404, 'common.NOT_FOUND', 'GET', `${path}/shipping-options`);
    await client.refused(404, 'common.NOT_FOUND', 'POST', `${path}/confirm`);
  });
});
