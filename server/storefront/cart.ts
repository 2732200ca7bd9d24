import { WaslError } from '../../actors/errors.ts';
import { add, compare } from '../../actors/money/money.ts';
import { MAX_GROUPS } from '../../actors/order/state.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import type { CartDelivery, CartPage, CartSaid, CartShop } from './cart-page-models.ts';
import type { Asked, Sent } from './routes.ts';
import { typedNumber } from './typed.ts';
import { cartCookies } from './visit.ts';
import { zoneOf } from './zone.ts';

type CartAnswer = components['schemas']['Cart'];
type Item = CartAnswer['items'][number];

const SAID: ReadonlySet<string> = new Set<CartSaid>([
  ...(['added', 'added-before', 'changed', 'removed', 'reordered'] as const),
  ...([
    'released',
    'empty',
    'unavailable',
    'too-many-sellers',
    'bad-quantity',
    'not-added',
    'full',
    'gone',
  ] as const),
]);

/** The cart's page and the actions of its forms. */
export class Cart {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async page({ visit, search, req }: Asked): Promise<CartPage> {
    const { visitor } = visit;
    const cart = (await this.#shop.call('getCart', visitor)).body();
    visit.cookies.push(...cartCookies(cart));
    const zone = zoneOf(req);
    const [shops, pictures] = await Promise.all([
      this.#shopsOf(visitor, cart, zone),
      this.#picturesOf(visitor, cart),
    ]);
    const said = search.get('said');
    return {
      kind: 'cart',
      cart,
      said: said !== null && SAID.has(said) ? (said as CartSaid) : null,
      isGuest: visitor.caller.kind === 'guest',
      ...{ shops, zone, pictures },
      sums: sumsOf(cart, shops),
      mostSellers: MAX_GROUPS,
    };
  }

  async add({ visit, values, key }: Sent): Promise<CartSaid> {
    const quantity = typedNumber(values.quantity ?? '1') ?? 1;
    try {
      const reply = await this.#shop.call('addCartItem', visit.visitor, {
        body: { offerId: values.offerId ?? '', quantity },
        ...(key === undefined ? {} : { key }),
      });
      visit.cookies.push(...cartCookies(reply.body()));
      return reply.replayed ? 'added-before' : 'added';
    } catch (error) {
      return saidOf(error, { 'common.CONFLICT': 'full', 'common.NOT_FOUND': 'not-added' });
    }
  }

  /** Sets a line's quantity; an empty quantity or the remove button removes the line. */
  async change({ visit, values, params: { id = '' } }: Sent): Promise<CartSaid> {
    const { visitor } = visit;
    const params = { id };
    const typed = typedNumber(values.quantity) ?? 0;
    // From the buttons beside the quantity, which work without script too.
    const quantity = typed + (values.step === 'more' ? 1 : values.step === 'less' ? -1 : 0);
    try {
      if ('remove' in values || quantity === 0) {
        const { body } = await this.#shop.call('removeCartItem', visitor, { params });
        visit.cookies.push(...cartCookies(body()));
        return 'removed';
      }
      const { body } = await this.#shop.call('updateCartItem', visitor, { params, body: { quantity } });
      visit.cookies.push(...cartCookies(body()));
      return 'changed';
    } catch (error) {
      return saidOf(error, { 'common.NOT_FOUND': 'gone' });
    }
  }

  async #shopsOf(visitor: Visitor, { items }: CartAnswer, zone: number | null): Promise<CartShop[]> {
    const shops = new Map<string, Item[]>();
    for (const item of items) shops.set(item.sellerId, [...(shops.get(item.sellerId) ?? []), item]);
    return Promise.all(
      [...shops].map(async ([id, own], at) => ({
        id,
        name: own[0]?.sellerName ?? '',
        items: own,
        subtotal: add(...own.map(({ lineTotal }) => lineTotal.amount)),
        // A cart with more shops than an order allows cannot be ordered anyway.
        delivery: at < MAX_GROUPS ? await this.#cheapest(visitor, id, zone) : 'unknown',
      })),
    );
  }

  /** Product responses are cached, so this causes no further queries. */
  async #picturesOf(visitor: Visitor, { items }: CartAnswer): Promise<CartPage['pictures']> {
    const ids = [...new Set(items.map(({ productId }) => productId))];
    return Object.fromEntries(
      await Promise.all(
        ids.map(async (id) => [id, await this.#pictureOf(visitor, id)] satisfies [string, unknown]),
      ),
    );
  }

  async #pictureOf(visitor: Visitor, id: string): Promise<CartPage['pictures'][string]> {
    try {
      return (await this.#shop.call('getProduct', visitor, { params: { id } })).body().images[0] ?? null;
    } catch (error) {
      // The product is no longer public, or cannot be read now: the cart is shown without its picture.
      if (error instanceof WaslError) return null;
      throw error;
    }
  }

  async #cheapest(visitor: Visitor, id: string, zone: number | null): Promise<CartDelivery> {
    const query = zone === null ? {} : { zoneNumber: String(zone) };
    try {
      const reply = await this.#shop.call('getSellerShipping', visitor, { params: { id }, query });
      const [cheapest] = [...reply.body().methods].sort((a, b) => compare(a.price.amount, b.price.amount));
      return cheapest ?? 'none';
    } catch (error) {
      // The shop is closed, or cannot be read now: the cart is shown without its delivery.
      if (error instanceof WaslError) return 'unknown';
      throw error;
    }
  }
}

function sumsOf({ subtotal }: CartAnswer, shops: readonly CartShop[]): CartPage['sums'] {
  const prices = shops.map(({ delivery }) => (typeof delivery === 'string' ? null : delivery.price.amount));
  const known = prices.filter((price) => price !== null);
  if (known.length === 0 || known.length < prices.length) return null;
  const delivery = add(...known);
  return { delivery, total: add(subtotal.amount, delivery) };
}

/** The refusals that the cart's page has a message for; throws all others. */
function saidOf(error: unknown, words: Readonly<Record<string, CartSaid>>): CartSaid {
  if (!(error instanceof WaslError)) throw error;
  const known: Readonly<Record<string, CartSaid>> = {
    'common.VALIDATION_FAILED': 'bad-quantity',
    'cart.OFFER_UNAVAILABLE': 'not-added',
    ...words,
  };
  const said = known[error.code];
  if (said === undefined) throw error;
  return said;
}
