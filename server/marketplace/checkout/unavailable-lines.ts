import { WaslError } from '../../../actors/errors.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { NotForSale } from '../cart/cart.ts';

export type UnavailableReason = NotForSale | 'INSUFFICIENT_STOCK';

/** A line that cannot be bought now, as the problem document shows it. */
export type UnavailableLine = components['schemas']['ProblemLine'] & { reason: UnavailableReason };

/** checkout.ITEM_UNAVAILABLE, naming the lines. */
export function unavailable(lines: readonly UnavailableLine[]): WaslError {
  return new WaslError('checkout.ITEM_UNAVAILABLE', {
    detail: 'Some items cannot be bought any more in this quantity. Nothing was charged, nothing changed.',
    extension: { lines },
  });
}

/** Throws checkout.ITEM_UNAVAILABLE unless there are no such lines. */
export function refuseUnavailable(lines: readonly UnavailableLine[]): void {
  if (lines.length > 0) throw unavailable(lines);
}
