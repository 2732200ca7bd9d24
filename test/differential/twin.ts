import type { ApiClient, CallOptions, Problem, Schema } from '../support/api-client.ts';
import type { TestDatabase } from '../support/database.ts';
import { Shop } from '../worlds/shop.ts';
import { ENVIRONMENT, type Ground, type Signed } from './ground.ts';
import type { BuyersMove, Move, Verdict } from './moves.ts';

/** What a client remembers of the responses: the ids, which differ in the other twin. */
export interface Memory {
  /** Cart items by offer. */
  items: Map<string, { id: string; quantity: number }>;
  guestToken: string | null;
  guestOffers: Set<string>;
  checkout: Schema<'Checkout'> | null;
  order: { id: string; offerIds: string[] } | null;
}

type Cart = Schema<'Cart'>;
type Order = Schema<'Order'>;

const NOTHING: Verdict = { status: 204, code: null, body: null };

/** One of two copies of a shop, its clients and what they remember. */
export class Twin {
  readonly shop: Shop;
  readonly memories: readonly Memory[];
  readonly #ground: Ground;
  readonly #clients: readonly { buyer: ApiClient; guest: ApiClient }[];
  readonly #owners: readonly ApiClient[];

  private constructor(shop: Shop, ground: Ground) {
    this.shop = shop;
    this.#ground = ground;
    const client = (token: string | null) => {
      const made = shop.guest();
      made.token = token;
      return made;
    };
    this.#clients = ground.buyers.map(({ token }) => ({ buyer: client(token), guest: client(null) }));
    this.#owners = ground.offers.map(({ owner }) => client(owner.token));
    this.memories = ground.buyers.map(() => ({
      ...{ items: new Map(), guestToken: null, guestOffers: new Set() },
      ...{ checkout: null, order: null },
    }));
  }

  static async start(database: TestDatabase, ground: Ground): Promise<Twin> {
    return new Twin(await Shop.open(ENVIRONMENT, { database }), ground);
  }

  /** Closes the service; its database stays. */
  close(): Promise<void> {
    return this.shop.service.inside.close();
  }

  /** Waits until all consequences of earlier moves have happened. */
  settled(): Promise<void> {
    return this.shop.settled();
  }

  /** Performs a move with what is remembered; `learn` comes later. */
  perform(move: Move): Promise<Verdict> {
    switch (move.do) {
      case 'price':
        return this.#changeOffer(move.offer, { price: move.price });
      case 'switch':
        return this.#changeOffer(move.offer, { active: move.on });
      case 'count':
        return this.#count(move.offer, move.warehouse, move.onHand);
      case 'expire':
        return this.#expire();
      case 'merge':
        return this.#merge(move.buyer);
      case 'guest-add':
        return this.#guestAdd(move.buyer, this.#wanted(move));
      default:
        return this.#buy(move);
    }
  }

  /** Remembers what a move returned. */
  learn(move: Move, { status, body }: Verdict): void {
    if (!('buyer' in move) || status >= 300) return;
    const memory = this.memoryOf(move.buyer);
    if (move.do === 'open' || move.do === 'choose' || move.do === 'accept-prices')
      memory.checkout = body as Schema<'Checkout'>;
    if (move.do === 'confirm') {
      const { id, groups } = body as Order;
      memory.order = { id, offerIds: groups.flatMap(({ lines }) => lines.map(({ offerId }) => offerId)) };
    }
    if (move.do === 'guest-add') {
      const { token, items } = body as Cart;
      memory.guestToken = token;
      memory.guestOffers = new Set(items.map(({ offerId }) => offerId));
    }
    if (move.do === 'merge') {
      memory.guestToken = null;
      memory.guestOffers = new Set();
    }
  }

  /** Reads a buyer's things while nothing is under way, and remembers them. */
  async lookAt(buyer: number): Promise<{ cart: Verdict; checkout: Verdict }> {
    const memory = this.memoryOf(buyer);
    const { buyer: client } = this.#clientsOf(buyer);
    const cart = await ask(client, 'GET', '/cart');
    const { items } = cart.body as Cart;
    memory.items = new Map(items.map(({ offerId, id, quantity }) => [offerId, { id, quantity }]));
    if (memory.checkout === null) return { cart, checkout: NOTHING };
    const checkout = await ask(client, 'GET', `/checkouts/${memory.checkout.id}`);
    memory.checkout = checkout.body as Schema<'Checkout'>;
    return { cart, checkout };
  }

  /** The status of a checkout that a verdict returned. */
  async statusOf(buyer: number, verdict: Verdict): Promise<string> {
    const { id } = verdict.body as Schema<'Checkout'>;
    const { body } = await ask(this.#clientsOf(buyer).buyer, 'GET', `/checkouts/${id}`);
    return (body as Schema<'Checkout'>).status;
  }

  memoryOf(buyer: number): Memory {
    return at(this.memories, buyer);
  }

  #clientsOf(buyer: number) {
    return at(this.#clients, buyer);
  }

  #buy(move: Exclude<BuyersMove, { do: 'merge' | 'guest-add' }>): Promise<Verdict> {
    const { buyer: client } = this.#clientsOf(move.buyer);
    const { items, checkout, order } = this.memoryOf(move.buyer);
    const path = `/checkouts/${checkout?.id}`;
    switch (move.do) {
      case 'look':
        return ask(client, 'GET', '/cart');
      case 'clear':
        return ask(client, 'DELETE', '/cart');
      case 'add':
        return ask(client, 'POST', '/cart/items', { body: this.#wanted(move), ...keyed(move.key) });
      case 'edit': {
        const item = `/cart/items/${items.get(at(this.#ground.offers, move.offer).offerId)?.id}`;
        const { quantity } = move;
        return quantity === 0
          ? ask(client, 'DELETE', item)
          : ask(client, 'PATCH', item, { body: { quantity } });
      }
      case 'open':
        return ask(client, 'POST', '/checkouts', keyed(move.key));
      case 'choose':
        return ask(client, 'PATCH', path, { body: this.#choices(move) });
      case 'options':
        return ask(client, 'GET', `${path}/shipping-options`);
      case 'accept-prices':
        return this.#acceptPrices(client, path, checkout);
      case 'confirm':
        return ask(client, 'POST', `${path}/confirm`, keyed(move.key));
      case 'cancel-checkout':
        return ask(client, 'DELETE', path);
      case 'cancel-order':
        return ask(client, 'POST', `/orders/${order?.id}/cancel`);
    }
  }

  async #guestAdd(buyer: number, wanted: object): Promise<Verdict> {
    const { guest } = this.#clientsOf(buyer);
    guest.cartToken = this.memoryOf(buyer).guestToken;
    return ask(guest, 'POST', '/cart/items', { body: wanted });
  }

  async #merge(buyer: number): Promise<Verdict> {
    const { accountId } = at<Signed>(this.#ground.buyers, buyer);
    const { guestToken } = this.memoryOf(buyer);
    if (guestToken === null) return NOTHING;
    const merged = await this.shop.mergeGuestCart(accountId, guestToken);
    return { status: 200, code: null, body: { merged } };
  }

  #choices({ buyer, address, shipping, payment }: Extract<Move, { do: 'choose' }>): object {
    const { checkout } = this.memoryOf(buyer);
    const sellerIds = new Set((checkout?.lines ?? []).map(({ sellerId }) => sellerId));
    const { methodId, buyers } = this.#ground;
    return {
      ...(address === null ? {} : { addressId: at<Signed>(buyers, buyer).addressIds[address] }),
      ...(shipping ? { shipping: [...sellerIds].map((sellerId) => ({ sellerId, methodId })) } : {}),
      ...(payment ? { paymentMethod: 'COD' } : {}),
    };
  }

  async #acceptPrices(client: ApiClient, path: string, checkout: Memory['checkout']): Promise<Verdict> {
    const acceptedPrices = await this.shop.pricesToAccept(checkout?.lines ?? []);
    return ask(client, 'PATCH', path, { body: { acceptedPrices } });
  }

  async #changeOffer(offer: number, fields: object): Promise<Verdict> {
    const { offerId } = at(this.#ground.offers, offer);
    await this.shop.database('offers').where({ id: offerId }).update(fields);
    return NOTHING;
  }

  async #count(offer: number, warehouse: number, onHand: number): Promise<Verdict> {
    const { offerId, warehouseIds } = at(this.#ground.offers, offer);
    const warehouseId = at(warehouseIds, warehouse % warehouseIds.length);
    const level = await this.shop
      .database('stock_levels')
      .where({ offer_id: offerId, warehouse_id: warehouseId })
      .first('version');
    return ask(at(this.#owners, offer), 'PUT', `/seller/stock/${offerId}/${warehouseId}`, {
      body: { onHand },
      version: level.version,
    });
  }

  async #expire(): Promise<Verdict> {
    return { status: 200, code: null, body: { expired: await this.shop.expireCheckouts() } };
  }

  #wanted({ offer, quantity }: { offer: number; quantity: number }) {
    return { offerId: at(this.#ground.offers, offer).offerId, quantity };
  }
}

async function ask(
  client: ApiClient,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Verdict> {
  const { status, body } = await client.call<Partial<Problem> | undefined>(method, path, options);
  return { status, code: status >= 400 ? (body?.code ?? null) : null, body: body ?? null };
}

function keyed(key: string | null): CallOptions {
  return key === null ? {} : { key };
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} of ${values.length} does not exist`);
  return value;
}
