import { WaslError } from '../../../actors/errors.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { NotForSale } from '../cart/cart.ts';

export type UnavailableReason = NotForSale | 'INSUFFICIENT_STOCK';

/** A line that cannot be bought now, as shown in the problem document. */
export type UnavailableLine = components['schemas']['ProblemLine'] & { reason: UnavailableReason };

/** checkout.ITEM_UNAVAILABLE, naming the lines. */
export function unavailable(lines: readonly UnavailableLine[]): WaslError {
  return new WaslError('checkout.ITEM_UNAVAILABLE', {
    detail: 'Some items are no longer available in this quantity. Nothing was charged or changed.',
    extension: { lines },
  });
}

/** Throws checkout.ITEM_UNAVAILABLE if there are any lines. */
export function refuseUnavailable(lines: readonly UnavailableLine[]): void {
  if (lines.length > 0) throw unavailable(lines);
}
