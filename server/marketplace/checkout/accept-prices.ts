import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { changedLines, refuseOtherPrices } from './changed-prices.ts';
import type { CheckoutLineRow } from './checkout-store.ts';

export type AcceptedPrice = NonNullable<
  components['schemas']['UpdateCheckoutRequest']['acceptedPrices']
>[number];

/**
 * Gives lines of an open checkout the prices the buyer accepts. Each must equal the offer's current price, so that no
 * unseen price is accepted. Returns the new lines. Throws common.VALIDATION_FAILED for an unknown or repeated line, and
 * checkout.PRICE_CHANGED.
 * @param prices Current prices, by offer.
 */
export function acceptedLines(
  lines: CheckoutLineRow[],
  accepted: readonly AcceptedPrice[] | undefined,
  prices: ReadonlyMap<string, { price: string }>,
  locale: Locale,
): CheckoutLineRow[] {
  if (accepted === undefined) return lines;
  refuseUnknown(lines, accepted);
  const agreed = new Map(accepted.map(({ lineId, unitPrice }) => [lineId, unitPrice.amount]));
  const named = lines.filter((line) => agreed.has(line.id));
  // Includes lines with an unchanged price: it may have changed and been accepted in between.
  const meant = named.map((line) => ({ ...line, unitPrice: agreed.get(line.id) ?? line.unitPrice }));
  refuseOtherPrices(changedLines(meant, prices, locale), []);
  const changed = changedLines(named, prices, locale);
  const taken = new Map(changed.map(({ lineId, newPrice }) => [lineId, newPrice.amount]));
  return lines.map((line) => ({ ...line, unitPrice: taken.get(line.id) ?? line.unitPrice }));
}

function refuseUnknown(lines: readonly CheckoutLineRow[], accepted: readonly AcceptedPrice[]): void {
  const errors = accepted.flatMap(({ lineId }, index): FieldError[] => {
    const pointer = `/acceptedPrices/${index}/lineId`;
    if (!lines.some((line) => line.id === lineId))
      return [{ pointer, code: 'unknown', message: 'is not a line of this checkout' }];
    if (accepted.findIndex((other) => other.lineId === lineId) !== index)
      return [{ pointer, code: 'duplicate', message: 'must have one price per line' }];
    return [];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}
