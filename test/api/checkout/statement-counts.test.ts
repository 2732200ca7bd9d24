import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { negate, subtract } from '../../../actors/money/money.ts';
import type { Schema } from '../../support/api-client.ts';
import { asBody, png } from '../../support/pictures.ts';
import { statementsOf } from '../../support/statements.ts';
import { type Cart, type Checkout, type Order, type Person, Shop } from '../../worlds/shop.ts';

/** Lists that are read with one row and with many. */
const LISTS = [
  '/seller/staff',
  '/seller/staff-invitations',
  '/seller/shipping-methods',
  '/seller/payouts',
  '/seller/statements',
  '/seller/stock',
  '/seller/stock-movements',
  '/seller/offers',
  '/admin/payables',
  '/admin/payouts',
  '/admin/sellers',
  '/seller/warehouses',
  '/seller/products',
  '/seller/shelf',
  '/admin/orders',
  '/admin/categories',
  '/admin/commission-plans',
];

/** The statements that each request sent. */
type Sent = Record<string, string[]>;

/** A difference names the statements that only one of the two sent. */
function expectEqualNumbers(small: Sent, large: Sent): void {
  expect(Object.keys(large)).to.deep.equal(Object.keys(small));
  for (const [what, ofSmall] of Object.entries(small)) {
    const ofLarge = large[what] ?? [];
    const only = `${what}: ${[...without(ofLarge, ofSmall), '|', ...without(ofSmall, ofLarge)].join('\n')}`;
    expect(ofSmall.length, what).to.be.greaterThan(0);
    expect(ofLarge.length, only).to.equal(ofSmall.length);
  }
}

/** The texts of a list that are not in another, each as often as it is there too often. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return list.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

describe('the number of SQL statements', () => {
  let shop: Shop;
  let sellers: Awaited<ReturnType<Shop['seller']>>[];
  before(async () => {
    shop = await Shop.open();
    sellers = [await shop.seller(2), await shop.seller(2), await shop.seller()];
  });
  after(() => shop.close());

  /** One line of one seller, or nine lines of three sellers, some from two warehouses. */
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

  /** Everything that a buyer does from an empty cart to a placed order, and reads afterwards. */
  async function counts(size: 'small' | 'large'): Promise<Sent> {
    const buyer: Person = await shop.buyer();
    const { client } = buyer;
    const addressId = await shop.address(buyer);
    const lines = await basket(size);
    await client.post('/cart/items', { offerId: await shop.offer(sellers[0]!), quantity: 1 });
    const found: Sent = {};
    const count = async <T>(what: string, work: () => Promise<T>, within?: RegExp): Promise<T> => {
      await shop.settled();
      let answer = null as T;
      found[what] = await statementsOf(
        shop.database,
        async () => {
          answer = await work();
          await shop.settled();
        },
        within,
      );
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
      /INSERT INTO order_lines/,
    );
    await count('GET /orders', () => client.get('/orders'));
    await count('GET /orders/{id}', () => client.get(`/orders/${order.id}`));
    await count('GET /orders/{id}/tracking', () => client.get(`/orders/${order.id}/tracking`));
    await client.get(`/orders/${order.id}/invoice`);
    await count('GET /orders/{id}/invoice', () => client.get(`/orders/${order.id}/invoice`));
    await count('POST /orders/{id}/reorder', () => client.post(`/orders/${order.id}/reorder`));
    const { client: selling } = sellers[0]!.owner;
    await count('GET /seller/order-groups', () => selling.get('/seller/order-groups'));
    const group = order.groups.find(({ sellerId }) => sellerId === sellers[0]!.sellerId);
    await count('GET /seller/order-groups/{id}', () => selling.get(`/seller/order-groups/${group?.id}`));
    await count('GET /seller/order-board', () => selling.get('/seller/order-board'));
    await count('GET /seller/order-board/groups', () =>
      selling.get(`/seller/order-board/groups?q=${order.number}`),
    );
    await count('GET /seller/dashboard', () => selling.get('/seller/dashboard'));
    await count('GET /seller/trends', () => selling.get('/seller/trends'));
    await client.post('/checkouts');
    const again = await count('POST /checkouts, another open', () => client.post<Checkout>('/checkouts'));
    await count('DELETE /checkouts/{id}', () => client.delete(`/checkouts/${again.id}`));
    const { items } = await client.get<Cart>('/cart');
    const item = `/cart/items/${items[0]?.id}`;
    await count('PATCH /cart/items/{id}', () => client.patch(item, { quantity: 1 }));
    await count('DELETE /cart/items/{id}', () => client.delete(item));
    await count('DELETE /cart', () => client.delete('/cart'));
    return found;
  }

  it('is the same for one line and for many of several sellers', async () => {
    expectEqualNumbers(await counts('small'), await counts('large'));
  });

  it('is the same for one row and for many in lists of sellers and administrators', async () => {
    const [seller, other] = [await shop.seller(2), await shop.seller()];
    const admin = await shop.admin();
    const category = { name: { en: 'Honey', ar: 'عسل' }, parentId: null };
    await admin.client.post('/admin/categories', { ...category, slug: 'honey', position: 1 });
    await admin.client.post('/admin/commission-plans', { name: 'Books', percent: '6.00' });
    await furnish(seller, 2, admin);
    await furnish(other, 1, admin);
    await shop.database.raw(
      `UPDATE products SET created_by_seller_id = o.seller_id FROM offers o JOIN variants v ON v.id = o.variant_id
        WHERE v.product_id = products.id AND o.seller_id = ?`,
      [seller.sellerId],
    );
    for (const path of LISTS) {
      const { client } = path.startsWith('/admin') ? admin : seller.owner;
      const read = async (limit: number): Promise<Sent> => {
        await shop.settled();
        return { [path]: await statementsOf(shop.database, () => client.get(`${path}?limit=${limit}`)) };
      };
      expectEqualNumbers(await read(1), await read(100));
      const { data } = await client.get<{ data: unknown[] }>(`${path}?limit=100`);
      expect(data.length, path).to.be.greaterThan(1);
    }
  });

  it('is the same for a product of one variant and picture, and for one of several', async () => {
    const { client } = (await shop.seller()).owner;
    const category = await shop.database('categories').first('id');
    const countOf = async (many: number) => {
      const found: Sent = {};
      const count = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
        let answer = null as T;
        found[what] = await statementsOf(shop.database, async () => {
          answer = await work();
        });
        return answer;
      };
      const text = { en: 'Date syrup', ar: 'دبس التمر' };
      const variants = Array.from({ length: many }, (_, each) => ({
        ...{ sku: `SYRUP-${many}-${each}`, options: { size: String(each) } },
      }));
      const body = { categoryId: category.id, title: text, description: text, variants };
      const { id } = await count('POST /seller/products', () =>
        client.post<Schema<'SellerProduct'>>('/seller/products', body),
      );
      const path = `/seller/products/${id}`;
      const image = asBody(png());
      for (let each = 0; each < many; each += 1) await client.post(`${path}/images`, image);
      const { images, version } = await count('GET /seller/products/{id}', () =>
        client.get<Schema<'SellerProduct'>>(path),
      );
      await count('PATCH /seller/products/{id}', () => client.patch(path, { title: text }, { version }));
      const imageIds = images.map((each) => each.id).reverse();
      await count('PUT /seller/products/{id}/image-order', () =>
        client.put(`${path}/image-order`, { imageIds }, { version: version + 1 }),
      );
      return found;
    };
    expectEqualNumbers(await countOf(1), await countOf(4));
  });

  type Seller = (typeof sellers)[number];

  /** Creates `many` offers, people, invitations, methods, stock files and payouts, and one more payable delivery. */
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
      ...{ iban_sealed: Buffer.of(1), created_by: owner.accountId },
      ...{ created_at: new Date('2026-01-01'), usable_from: new Date('2026-01-01') },
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
    const secret = Buffer.from('sealed');
    const factor = { account_id: owner.accountId, secret, confirmed_at: new Date() };
    await database('mfa_factors').insert(factor).onConflict('account_id').ignore();
    const offers: string[] = [];
    for (let count = 0; count <= many; count += 1) {
      offers.push(await shop.offer(seller));
      await deliver(seller, offers);
      if (count < many) await admin.client.post('/admin/payouts', { sellerId });
    }
  }

  /** An order of this seller in the state after its cash was settled. */
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
