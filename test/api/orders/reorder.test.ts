import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { type Cart, Shop } from '../../worlds/shop.ts';

type Reorder = Schema<'Reorder'>;

describe('ordering an order again', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller();
  });
  after(() => shop.close());

  const stocked = (units: number) => shop.offer(seller, { stock: { [seller.warehouseIds[0]!]: units } });

  it('puts its lines into the cart, and reports what could not be added and why', async () => {
    const [plenty, scarce, off, many] = [
      await stocked(50),
      await stocked(5),
      await stocked(5),
      await stocked(300),
    ];
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [plenty]: 2, [scarce]: 4, [off]: 1, [many]: 60 });
    await shop.fillCart(buyer, { [plenty]: 1, [many]: 50 });
    await shop.database('offers').where({ id: off }).update({ active: false });
    await shop.database('offers').where({ id: plenty }).update({ price: '50.00' });
    const { lines, cart } = await buyer.client.post<Reorder>(`/orders/${order.id}/reorder`);
    const name = 'Khalas dates – 1 kg';
    expect(lines).to.deep.equal([
      { offerId: plenty, name, requested: 2, added: 2, reason: null },
      { offerId: scarce, name, requested: 4, added: 1, reason: 'INSUFFICIENT_STOCK' },
      { offerId: off, name, requested: 1, added: 0, reason: 'UNAVAILABLE' },
      { offerId: many, name, requested: 60, added: 49, reason: 'QUANTITY_LIMIT' },
    ]);
    expect(cart.items.map(({ offerId, quantity }) => [offerId, quantity])).to.have.deep.members([
      [plenty, 3],
      [many, 99],
      [scarce, 1],
    ]);
    expect(await buyer.client.get<Cart>('/cart')).to.deep.equal(cart);
  });

  it('shows where the price differs from the one paid then', async () => {
    const offerId = await stocked(50);
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [offerId]: 2 });
    await shop.database('offers').where({ id: offerId }).update({ price: '50.00' });
    const { cart } = await buyer.client.post<Reorder>(`/orders/${order.id}/reorder`);
    expect(cart.items[0]).to.deep.include({
      unitPrice: { amount: '50.00', currency: 'QAR' },
      seenPrice: { amount: '45.00', currency: 'QAR' },
      priceChanged: true,
    });
  });

  it('adds once for one Idempotency-Key, however often and simultaneously it is requested', async () => {
    const offerId = await stocked(50);
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [offerId]: 2 });
    const path = `/orders/${order.id}/reorder`;
    const ask = () => buyer.client.call<Reorder>('POST', path, { key: 'again' });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).to.satisfy((all: number[]) =>
      all.every((status) => status === 200 || status === 409),
    );
    const repeated = await ask();
    expect(repeated.headers.get('idempotent-replayed')).to.equal('true');
    expect(repeated.body.lines.map(({ added }) => added)).to.deep.equal([2]);
    expect(repeated.body.cart.itemCount).to.equal(2);
  });

  it('is the buyer’s alone', async () => {
    const offerId = await stocked(50);
    const order = await shop.order(await shop.buyer(), { [offerId]: 1 });
    const other = await shop.buyer();
    await other.client.refused(404, 'common.NOT_FOUND', 'POST', `/orders/${order.id}/reorder`);
  });
});
