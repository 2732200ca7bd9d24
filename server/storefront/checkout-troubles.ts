import { type ErrorCode, WaslError } from '../../actors/errors.ts';
import { toWaslError } from '../kernel/http/problem.ts';
import type { CartSaid } from './cart-page-models.ts';
import type { CheckoutTrouble } from './checkout-page-models.ts';

type Of<Why extends CheckoutTrouble['why']> = Extract<CheckoutTrouble, { why: Why }>;

const DEFAULT_WAIT_SECONDS = 60;

/** The refusal as shown to a buyer; null if it does not concern the checkout. */
export function troubleOf(error: unknown): CheckoutTrouble | null {
  // Timeouts of the database come as the driver's own errors.
  if (!(error instanceof WaslError))
    return toWaslError(error).code === 'common.UNAVAILABLE' ? { why: 'busy' } : null;
  const { code, extension, retryAfter } = error;
  switch (code) {
    case 'checkout.ITEM_UNAVAILABLE':
      return { why: 'unavailable', lines: listIn<Of<'unavailable'>['lines']>(extension.lines) };
    case 'checkout.PRICE_CHANGED':
      return {
        why: 'prices',
        lines: listIn<Of<'prices'>['lines']>(extension.lines),
        shipping: listIn<Of<'prices'>['shipping']>(extension.shipping),
      };
    case 'checkout.TOTAL_CHANGED':
      return { why: 'total' };
    case 'checkout.ADDRESS_UNSERVICEABLE':
      return { why: 'unserviceable', sellers: listIn<Of<'unserviceable'>['sellers']>(extension.sellers) };
    case 'checkout.COD_NOT_ALLOWED':
      return { why: 'cash' };
    // A delivery method was switched off after the page was rendered.
    case 'checkout.INCOMPLETE':
    case 'common.VALIDATION_FAILED':
      return { why: 'delivery' };
    case 'common.RATE_LIMITED':
      return { why: 'limited', seconds: Math.max(1, Math.ceil(retryAfter ?? DEFAULT_WAIT_SECONDS)) };
    case 'common.UNAVAILABLE':
    case 'idempotency.IN_PROGRESS':
      return { why: 'busy' };
    default:
      return null;
  }
}

const CART_SAYS: { readonly [Code in ErrorCode]?: CartSaid } = {
  'checkout.CART_EMPTY': 'empty',
  'checkout.ITEM_UNAVAILABLE': 'unavailable',
  'checkout.TOO_MANY_SELLERS': 'too-many-sellers',
};

/** The cart page's message when the cart cannot be checked out; null for other refusals. */
export function refusedCart(error: unknown): CartSaid | null {
  return error instanceof WaslError ? (CART_SAYS[error.code] ?? null) : null;
}

function listIn<List extends readonly unknown[]>(value: unknown): List {
  return (Array.isArray(value) ? value : []) as unknown as List;
}
