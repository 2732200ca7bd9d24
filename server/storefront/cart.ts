import type { Response } from 'express';
import { WaslError } from '../../actors/errors.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import type { CartPage, CartSaid } from './cart-page-models.ts';
import { cartCookies, type Visit } from './visit.ts';

const SAID: ReadonlySet<string> = new Set<CartSaid>([
  'added',
  'added-before',
  'changed',
  'removed',
  'reordered',
]);

/** The cart as a page, and what its forms do. */
export class Cart {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  /** @param said What has just become of it, as the address says. */
  async page({ visitor }: Visit, res: Response, said: string | null): Promise<CartPage> {
    const cart = (await this.#shop.call('getCart', visitor)).body();
    res.append('Set-Cookie', cartCookies(cart));
    return { kind: 'cart', cart, said: said !== null && SAID.has(said) ? (said as CartSaid) : null };
  }

  async add(
    { visitor }: Visit,
    res: Response,
    values: Record<string, string>,
    key: string | undefined,
  ): Promise<CartSaid> {
    const body = { offerId: values.offerId ?? '', quantity: quantityOf(values.quantity) };
    const reply = await this.#shop.call('addCartItem', visitor, {
      body,
      ...(key === undefined ? {} : { key }),
    });
    res.append('Set-Cookie', cartCookies(reply.body()));
    return reply.replayed ? 'added-before' : 'added';
  }

  /** Sets a line's quantity; none, or the button for it, takes it out. */
  async change(
    { visitor }: Visit,
    res: Response,
    id: string,
    values: Record<string, string>,
  ): Promise<CartSaid> {
    const params = { id };
    if ('remove' in values || quantityOf(values.quantity) === 0) {
      const { body } = await this.#shop.call('removeCartItem', visitor, { params });
      res.append('Set-Cookie', cartCookies(body()));
      return 'removed';
    }
    const quantity = quantityOf(values.quantity);
    const { body } = await this.#shop.call('updateCartItem', visitor, { params, body: { quantity } });
    res.append('Set-Cookie', cartCookies(body()));
    return 'changed';
  }
}

/** Digits of either script. Throws common.VALIDATION_FAILED. */
function quantityOf(text = '1'): number {
  const latin = text.trim().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  if (/^\d{1,3}$/.test(latin)) return Number(latin);
  throw new WaslError('common.VALIDATION_FAILED', { detail: 'The quantity must be a whole number.' });
}
