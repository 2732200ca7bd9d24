import { returnStockConsumer } from '../../../server/marketplace/inventory/return-stock.ts';
import type { Answer, ApiClient, CallOptions, Problem, Schema } from '../../support/api-client.ts';
import type { Cart, Checkout, Order, Person, Shop } from '../../worlds/shop.ts';

/** An action of one client; `buyer`, `offer` and `group` are taken modulo how many exist. */
export type Action =
  | { do: 'add' | 'guest-add' | 'edit'; buyer: number; offer: number; quantity: number }
  | { do: 'merge' | 'open' | 'complete' | 'confirm' | 'accept-prices'; buyer: number }
  | { do: 'cancel-checkout' | 'cancel-order' | 'reorder'; buyer: number }
  | { do: 'accept' | 'reject' | 'return-again'; group: number }
  | { do: 'count'; offer: number; warehouse: number; onHand: number }
  | { do: 'price'; offer: number; fils: number }
  | { do: 'switch'; offer: number; on: boolean }
  | { do: 'vacation'; seller: number; on: boolean }
  | { do: 'expire' };

interface Buyer extends Person {
  addressId: string;
  guest: ApiClient;
  checkout: Checkout | null;
  orderId: string | null;
}

interface Stocked {
  offerId: string;
  warehouseIds: readonly string[];
  owner: Person;
}

/**
 * Statuses with which clients that interfere with each other may be refused; anything else, above all 5xx, is a fault.
 */
const EXPECTED = new Set([404, 409, 410, 412, 422]);

/** Two sellers, one of them with two warehouses, and buyers who interfere with each other. */
export class RivalBuyers {
  readonly sellerIds: readonly string[];
  readonly faults: string[] = [];
  /** Tokens of guests' carts that were merged. */
  readonly #merged = new Set<string>();
  readonly #shop: Shop;
  readonly #buyers: readonly Buyer[];
  readonly #offers: readonly Stocked[];
  readonly #methodId: string;

  private constructor(shop: Shop, buyers: Buyer[], offers: Stocked[], sellerIds: string[], methodId: string) {
    this.#shop = shop;
    this.#buyers = buyers;
    this.#offers = offers;
    this.sellerIds = sellerIds;
    this.#methodId = methodId;
  }

  static async make(shop: Shop, buyers: number, units: readonly number[]): Promise<RivalBuyers> {
    const sellers = [await shop.seller(2), await shop.seller(1)];
    const offers: Stocked[] = [];
    for (const [index, each] of units.entries()) {
      const seller = sellers[index % 2]!;
      const stock = Object.fromEntries(seller.warehouseIds.map((id) => [id, each]));
      const offerId = await shop.offer(seller, { stock, price: `${10 + index}.35` });
      offers.push({ offerId, warehouseIds: seller.warehouseIds, owner: seller.owner });
    }
    const methodId = await shop.standardMethod();
    const people = await Promise.all(
      Array.from({ length: buyers }, async (): Promise<Buyer> => {
        const person = await shop.buyer();
        const addressId = await shop.address(person);
        return { ...person, addressId, guest: shop.guest(), checkout: null, orderId: null };
      }),
    );
    const sellerIds = sellers.map(({ sellerId }) => sellerId);
    return new RivalBuyers(shop, people, offers, sellerIds, methodId);
  }

  /** Runs these actions concurrently and waits for their effects. */
  async together(actions: readonly Action[]): Promise<void> {
    await Promise.all(actions.map((action) => this.#act(action)));
    await this.#shop.settled();
  }

  async #act(action: Action): Promise<void> {
    switch (action.do) {
      case 'expire':
        await this.#shop.expireCheckouts();
        return;
      case 'count':
        return this.#count(action);
      case 'price':
        return this.#change(action.offer, {
          price: `${10 + Math.trunc(action.fils / 100)}.${(action.fils % 90) + 10}`,
        });
      case 'switch':
        return this.#change(action.offer, { active: action.on });
      case 'vacation':
        return this.#vacation(action);
      case 'accept':
      case 'reject':
      case 'return-again':
        return this.#sell(action);
      default:
        return this.#buy(this.#buyers[action.buyer % this.#buyers.length]!, action);
    }
  }

  async #buy(buyer: Buyer, action: Extract<Action, { buyer: number }>): Promise<void> {
    const { client, guest, checkout, orderId } = buyer;
    const path = `/checkouts/${checkout?.id}`;
    switch (action.do) {
      case 'add':
        await this.#call(client, 'POST', '/cart/items', { body: this.#wanted(action) });
        return;
      case 'guest-add': {
        const { body } = await this.#call<Cart>(guest, 'POST', '/cart/items', { body: this.#wanted(action) });
        guest.cartToken = body.token ?? guest.cartToken;
        return;
      }
      case 'edit': {
        const { body: cart } = await this.#call<Cart>(client, 'GET', '/cart');
        const item = cart.items[action.offer % Math.max(1, cart.items.length)];
        if (item === undefined) return;
        const { quantity } = action;
        if (quantity < 4) await this.#call(client, 'PATCH', `/cart/items/${item.id}`, { body: { quantity } });
        else await this.#call(client, 'DELETE', `/cart/items/${item.id}`);
        return;
      }
      case 'merge': {
        const cartToken = guest.cartToken ?? '';
        if (!(await this.#shop.mergeGuestCart(buyer.accountId, cartToken))) return;
        if (this.#merged.has(cartToken)) this.faults.push('a guest’s cart was merged twice');
        this.#merged.add(cartToken);
        return;
      }
      case 'open': {
        const { status, body } = await this.#call<Checkout>(client, 'POST', '/checkouts');
        if (status === 201) buyer.checkout = body;
        return;
      }
      case 'complete': {
        if (checkout === null) return;
        const sellerIds = [...new Set(checkout.lines.map((line) => line.sellerId))];
        const shipping = sellerIds.map((sellerId) => ({ sellerId, methodId: this.#methodId }));
        const body = { addressId: buyer.addressId, shipping, paymentMethod: 'COD' };
        await this.#call(client, 'PATCH', path, { body });
        return;
      }
      case 'accept-prices': {
        if (checkout === null) return;
        const acceptedPrices = await this.#shop.pricesToAccept(checkout.lines);
        await this.#call(client, 'PATCH', path, { body: { acceptedPrices } });
        return;
      }
      case 'confirm': {
        if (checkout === null) return;
        const { status, body } = await this.#call<Order>(client, 'POST', `${path}/confirm`);
        if (status === 201) buyer.orderId = body.id;
        return;
      }
      case 'cancel-checkout':
        if (checkout !== null) await this.#call(client, 'DELETE', path);
        return;
      case 'cancel-order':
        if (orderId !== null) await this.#call(client, 'POST', `/orders/${orderId}/cancel`);
        return;
      case 'reorder':
        if (orderId !== null)
          await this.#call<Schema<'Reorder'>>(client, 'POST', `/orders/${orderId}/reorder`);
    }
  }

  async #sell(action: Extract<Action, { group: number }>): Promise<void> {
    const { database } = this.#shop;
    const groups = await database('order_groups')
      .whereIn('seller_id', [...this.sellerIds])
      .whereIn('status', action.do === 'return-again' ? ['CANCELLED', 'REJECTED'] : ['PENDING_ACCEPTANCE'])
      .orderBy('id');
    const group = groups[action.group % Math.max(1, groups.length)];
    if (group === undefined) return;
    if (action.do === 'return-again') return this.#returnAgain(group.id);
    const { owner } = this.#offers[this.sellerIds.indexOf(group.seller_id)]!;
    const body = action.do === 'reject' ? { reason: 'Sold out' } : undefined;
    await this.#call(owner.client, 'POST', `/seller/order-groups/${group.id}/${action.do}`, { body });
  }

  /**
   * Repeats the return of stock: the effect of a cancellation may be delivered again at any time, and twice at the same
   * time.
   */
  async #returnAgain(groupId: string): Promise<void> {
    const { rows } = await this.#shop.database.raw(
      `SELECT m.cause_id FROM stock_movements m JOIN order_lines l ON m.cause_id LIKE '%:' || l.id::text
        WHERE m.cause = 'RETURN' AND l.group_id = ? LIMIT 1`,
      [groupId],
    );
    if (rows.length === 0) return;
    const cause = rows[0].cause_id.split(':').slice(0, -1).join(':');
    const consume = returnStockConsumer(this.#shop.deps);
    const context = {} as Parameters<typeof consume>[1];
    await Promise.all([consume({ groupId, cause }, context), consume({ groupId, cause }, context)]);
  }

  async #count({ offer, warehouse, onHand }: Extract<Action, { do: 'count' }>): Promise<void> {
    const { offerId, warehouseIds, owner } = this.#offers[offer % this.#offers.length]!;
    const warehouseId = warehouseIds[warehouse % warehouseIds.length]!;
    const key = { offer_id: offerId, warehouse_id: warehouseId };
    const { version } = await this.#shop.database('stock_levels').where(key).first('version');
    await this.#call(owner.client, 'PUT', `/seller/stock/${offerId}/${warehouseId}`, {
      body: { onHand },
      version,
    });
  }

  async #vacation({ seller, on }: Extract<Action, { do: 'vacation' }>): Promise<void> {
    const { owner } = this.#offers[seller % this.sellerIds.length]!;
    await this.#call(owner.client, 'POST', '/seller/vacation', { body: { onVacation: on } });
  }

  async #change(offer: number, fields: object): Promise<void> {
    const { offerId } = this.#offers[offer % this.#offers.length]!;
    await this.#shop.database('offers').where({ id: offerId }).update(fields);
  }

  #wanted({ offer, quantity }: { offer: number; quantity: number }) {
    return { offerId: this.#offers[offer % this.#offers.length]!.offerId, quantity };
  }

  async #call<T>(
    client: ApiClient,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<T>> {
    const answer = await client.call<T & Problem>(method, path, options);
    const { status, body } = answer;
    if (status >= 400 && !EXPECTED.has(status)) {
      const [operation] = path.split('/').slice(1, 2);
      this.faults.push(`${method} /${operation} answered ${status} ${body.code}: ${body.detail}`);
    }
    return answer;
  }
}
