import { WaslError } from '../../actors/errors.ts';
import { add } from '../../actors/money/money.ts';
import { MOST_GROUPS } from '../../actors/order/state.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import type { CartPage, CartSaid } from './cart-page-models.ts';
import type { Asked, Sent } from './routes.ts';
import { typedNumber } from './typed.ts';
import { cartCookies } from './visit.ts';

type CartAnswer = components['schemas']['Cart'];

const SAID: ReadonlySet<string> = new Set<CartSaid>([
  ...(['added', 'added-before', 'changed', 'removed', 'reordered'] as const),
  ...(['empty', 'unavailable', 'too-many-sellers', 'bad-quantity', 'not-added', 'full', 'gone'] as const),
]);

/** The cart as a page, and what its forms do. */
export class Cart {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async page({ visit, search }: Asked): Promise<CartPage> {
    const { visitor } = visit;
    const cart = (await this.#shop.call('getCart', visitor)).body();
    visit.cookies.push(...cartCookies(cart));
    const deliveries: CartPage['deliveries'] = {};
    const said = search.get('said');
    return {
      kind: 'cart',
      cart,
      said: said !== null && SAID.has(said) ? (said as CartSaid) : null,
      isGuest: visitor.caller.kind === 'guest',
      deliveries,
      total: totalOf(cart, deliveries),
      mostSellers: MOST_GROUPS,
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

  /** Sets a line's quantity; none, or the button for it, takes it out. */
  async change({ visit, values, params: { id = '' } }: Sent): Promise<CartSaid> {
    const { visitor } = visit;
    const params = { id };
    const typed = typedNumber(values.quantity) ?? 0;
    // Of the stepper, which works without script, too.
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
}

function totalOf({ items, subtotal }: CartAnswer, deliveries: CartPage['deliveries']): string | null {
  const prices = [...new Set(items.map(({ sellerId }) => sellerId))].map(
    (sellerId) => deliveries[sellerId]?.price.amount ?? null,
  );
  if (prices.length === 0 || prices.includes(null)) return null;
  return add(subtotal.amount, ...prices.filter((price) => price !== null));
}

/** A refusal that the cart's page can tell in a word. Throws every other one. */
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
