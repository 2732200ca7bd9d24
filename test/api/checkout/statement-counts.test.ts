import { expect } from 'chai';
import { statementsOf } from '../../support/statements.ts';
import { type Checkout, type Order, type Person, Shop } from './shop.ts';

/** The caller's among them, and those that begin and end a transaction. docs/marketplace.md says the same. */
const OF_ONE_SELLER = {
  'POST /cart/items': 3,
  'GET /cart': 2,
  'POST /checkouts': 9,
  'POST /checkouts, another open': 13,
  'PATCH /checkouts/{id}': 8,
  'GET /checkouts/{id}': 3,
  'GET /checkouts/{id}/shipping-options': 5,
  'DELETE /checkouts/{id}': 8,
  // In its transaction.
  'POST /checkouts/{id}/confirm': 19,
  'GET /orders': 3,
  'GET /orders/{id}': 7,
  'GET /orders/{id}/tracking': 5,
  'GET /orders/{id}/invoice': 5,
  'POST /orders/{id}/reorder': 11,
  'GET /seller/order-groups': 6,
};
/** The order actor writes a row, a transition and a timer for each group. An order has eight at most. */
const MORE_PER_SELLER = 3;

describe('the number of SQL statements', () => {
  let shop: Shop;
  let sellers: Awaited<ReturnType<Shop['seller']>>[];
  before(async () => {
    shop = await Shop.open();
    sellers = [await shop.seller(2), await shop.seller(2), await shop.seller()];
  });
  after(() => shop.close());

  /** What is bought: one line of one seller, or nine of three, some from two warehouses. */
  async function basket(size: 'small' | 'large'): Promise<Record<string, number>> {
    if (size === 'small') return { [await shop.offer(sellers[0]!)]: 1 };
    const lines: Record<string, number> = {};
    for (const seller of sellers) {
      for (let count = 0; count < 3; count += 1) {
        const stock = Object.fromEntries(seller.warehouseIds.map((id) => [id, 2]));
        lines[await shop.offer(seller, { stock })] = seller.warehouseIds.length;
      }
    }
    return lines;
  }

  /** Everything that a buyer does from an empty cart to a placed order, and looks at afterwards. */
  async function counts(size: 'small' | 'large'): Promise<Record<string, number>> {
    const buyer: Person = await shop.buyer();
    const { client } = buyer;
    const addressId = await shop.address(buyer);
    const lines = await basket(size);
    await client.post('/cart/items', { offerId: await shop.offer(sellers[0]!), quantity: 1 });
    const found: Record<string, number> = {};
    const count = async <T>(what: string, work: () => Promise<T>, within?: RegExp): Promise<T> => {
      await shop.settled();
      let answer = null as T;
      const sent = await statementsOf(
        shop.database,
        async () => {
          answer = await work();
          await shop.settled();
        },
        within,
      );
      found[what] = sent.length;
      return answer;
    };
    const [first, ...rest] = Object.entries(lines);
    for (const [offerId, quantity] of rest) await client.post('/cart/items', { offerId, quantity });
    const [offerId, quantity] = first as [string, number];
    await count('POST /cart/items', () => client.post('/cart/items', { offerId, quantity }));
    await count('GET /cart', () => client.get('/cart'));
    const { id, lines: copied } = await count('POST /checkouts', () => client.post<Checkout>('/checkouts'));
    const path = `/checkouts/${id}`;
    const { id: methodId } = await shop.database('shipping_methods').where({ code: 'STANDARD' }).first('id');
    const sellerIds = [...new Set(copied.map((line) => line.sellerId))];
    const shipping = sellerIds.map((sellerId) => ({ sellerId, methodId }));
    await count('PATCH /checkouts/{id}', () =>
      client.patch(path, { addressId, shipping, paymentMethod: 'COD' }),
    );
    await count('GET /checkouts/{id}', () => client.get(path));
    await count('GET /checkouts/{id}/shipping-options', () => client.get(`${path}/shipping-options`));
    const order = await count(
      'POST /checkouts/{id}/confirm',
      () => client.post<Order>(`${path}/confirm`),
      /INSERT INTO orders/,
    );
    await count('GET /orders', () => client.get('/orders'));
    await count('GET /orders/{id}', () => client.get(`/orders/${order.id}`));
    await count('GET /orders/{id}/tracking', () => client.get(`/orders/${order.id}/tracking`));
    await client.get(`/orders/${order.id}/invoice`);
    await count('GET /orders/{id}/invoice', () => client.get(`/orders/${order.id}/invoice`));
    await count('POST /orders/{id}/reorder', () => client.post(`/orders/${order.id}/reorder`));
    await count('GET /seller/order-groups', () => sellers[0]!.owner.client.get('/seller/order-groups'));
    await client.post('/checkouts');
    const again = await count('POST /checkouts, another open', () => client.post<Checkout>('/checkouts'));
    await count('DELETE /checkouts/{id}', () => client.delete(`/checkouts/${again.id}`));
    return found;
  }

  it('is the same for one line and for many of several sellers', async () => {
    expect(await counts('small')).to.deep.equal(OF_ONE_SELLER);
    const confirmed = OF_ONE_SELLER['POST /checkouts/{id}/confirm'] + 2 * MORE_PER_SELLER;
    expect(await counts('large')).to.deep.equal({
      ...OF_ONE_SELLER,
      'POST /checkouts/{id}/confirm': confirmed,
    });
  });
});
