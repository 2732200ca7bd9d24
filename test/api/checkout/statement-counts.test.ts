import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { negate, subtract } from '../../../actors/money/money.ts';
import { statementsOf } from '../../support/statements.ts';
import { type Checkout, type Order, type Person, Shop } from './shop.ts';

/** The caller's among them, and those that begin and end a transaction. docs/marketplace.md says the same. */
const OF_ONE_SELLER = {
  'POST /cart/items': 3,
  'GET /cart': 2,
  'POST /checkouts': 4,
  'POST /checkouts, another open': 14,
  'PATCH /checkouts/{id}': 6,
  'GET /checkouts/{id}': 3,
  'GET /checkouts/{id}/shipping-options': 5,
  'DELETE /checkouts/{id}': 8,
  // In its transaction.
  'POST /checkouts/{id}/confirm': 12,
  'GET /orders': 3,
  'GET /orders/{id}': 7,
  'GET /orders/{id}/tracking': 5,
  'GET /orders/{id}/invoice': 5,
  'POST /orders/{id}/reorder': 11,
  'GET /seller/order-groups': 6,
};
/** Those of one row of a list and those of all. */
const OF_LISTS = {
  '/seller/staff': 2,
  '/seller/staff-invitations': 2,
  '/seller/shipping-methods': 2,
  '/seller/payouts': 2,
  '/seller/statements': 4,
  '/seller/stock': 2,
  '/seller/stock-movements': 2,
  '/seller/offers': 2,
  '/admin/payables': 3,
  '/admin/payouts': 2,
  '/admin/sellers': 4,
};

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
    expect(await counts('large')).to.deep.equal(OF_ONE_SELLER);
  });

  it('is the same for one row of a list of sellers and administrators, and for all', async () => {
    const [seller, other] = [await shop.seller(), await shop.seller()];
    const admin = await shop.admin();
    await furnish(seller, 2, admin);
    await furnish(other, 1, admin);
    for (const [path, expected] of Object.entries(OF_LISTS)) {
      const { client } = path.startsWith('/admin') ? admin : seller.owner;
      const counts: number[] = [];
      for (const limit of [1, 100]) {
        await shop.settled();
        const sent = await statementsOf(shop.database, () => client.get(`${path}?limit=${limit}`));
        counts.push(sent.length);
      }
      const { data } = await client.get<{ data: unknown[] }>(`${path}?limit=100`);
      expect(data.length, path).to.be.greaterThan(1);
      expect(counts, path).to.deep.equal([expected, expected]);
    }
  });

  type Seller = (typeof sellers)[number];

  /** So many offers, people, invitations, methods, stock files and payouts, and one delivery more that is payable. */
  async function furnish(seller: Seller, many: number, admin: Person): Promise<void> {
    const { database } = shop;
    const { sellerId, owner } = seller;
    await database('seller_bank_accounts').insert({
      ...{
        id: uuidv7(),
        seller_id: sellerId,
        account_holder: 'Seller',
        bank_code: 'DOHB',
        last_four: 'DEFG',
      },
      ...{ iban_sealed: Buffer.of(1), iban_hash: Buffer.of(1), created_by: owner.accountId },
      ...{ created_at: new Date(0), usable_from: new Date(0) },
    });
    for (let count = 0; count < many; count += 1) {
      const { accountId } = await shop.person('BUYER', 'SELLER_STAFF');
      const person = { account_id: accountId, seller_id: sellerId, permissions: ['ORDERS'] };
      await database('seller_staff').insert(person);
      const email = `${accountId}@wasl.example`;
      await owner.client.post('/seller/staff-invitations', { email, permissions: ['ORDERS'] });
      await owner.client.post('/seller/shipping-methods', {
        ...{
          name: { en: `Van ${count}`, ar: `سيارة ${count}` },
          price: { amount: '10.00', currency: 'QAR' },
        },
        ...{ code: 'CUSTOM', minDays: 1, maxDays: 2 },
      });
    }
    const offers: string[] = [];
    for (let count = 0; count <= many; count += 1) {
      offers.push(await shop.offer(seller));
      await deliver(seller, offers);
      if (count < many) await admin.client.post('/admin/payouts', { sellerId });
    }
  }

  /** An order of this seller, as it is once its cash is settled. */
  async function deliver({ sellerId }: Seller, offers: readonly string[]): Promise<void> {
    const { database } = shop;
    const lines = Object.fromEntries(offers.map((offerId) => [offerId, 1]));
    const [group] = (await shop.order(await shop.buyer(), lines)).groups;
    await shop.settled();
    const settled = { status: 'DELIVERED', payment_status: 'SETTLED', ended_at: new Date() };
    const [row] = await database('order_groups').where({ id: group?.id }).update(settled).returning('*');
    const net = subtract(row.goods_total, row.commission);
    const journal_id = uuidv7();
    const actor = { actor_kind: 'record', actor_key: journal_id, actor_version: 1, at: new Date() };
    await database('ledger_journals').insert({
      id: journal_id,
      cause: journal_id,
      kind: 'COMPLETION',
      ...actor,
    });
    await database('ledger_entries').insert([
      { journal_id, line: 1, account: 'clearing', amount: net },
      { journal_id, line: 2, account: `seller:${sellerId}`, amount: negate(net) },
    ]);
  }
});
