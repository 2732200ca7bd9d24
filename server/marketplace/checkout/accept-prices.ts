import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { changedLines, refuseOtherPrices } from './changed-prices.ts';
import type { CheckoutLineRow } from './checkout-store.ts';

export type AcceptedPrice = NonNullable<
  components['schemas']['UpdateCheckoutRequest']['acceptedPrices']
>[number];

/**
 * Lines of an open checkout take the prices that the buyer agrees to, each of which must be the offer's price of now:
 * nobody agrees to a price that was not seen. Answers the lines as they are from now on.
 * Throws common.VALIDATION_FAILED for a line that isn't there or is named twice, checkout.PRICE_CHANGED.
 * @param prices Of now, by offer.
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
  // Lines too whose price is what it was: it may have been another in between, and agreed to.
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
      return [{ pointer, code: 'unknown', message: 'no line of this checkout' }];
    if (accepted.findIndex((other) => other.lineId === lineId) !== index)
      return [{ pointer, code: 'duplicate', message: 'one price per line' }];
    return [];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}
