import { type FieldError, WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readOffersForSale } from '../cart/cart.ts';
import { changedLines, refuseOtherPrices } from './changed-prices.ts';
import { type CheckoutLineRow, writePrices } from './checkout-store.ts';

export type AcceptedPrice = NonNullable<
  components['schemas']['UpdateCheckoutRequest']['acceptedPrices']
>[number];

/**
 * Lines of an open checkout take the prices that the buyer agrees to, each of which must be the offer's price of now:
 * nobody agrees to a price that was not seen. Answers the lines as they are from now on.
 * Throws common.VALIDATION_FAILED for a line that isn't there or is named twice, checkout.PRICE_CHANGED.
 */
export async function acceptPrices(
  trx: Transaction,
  lines: readonly CheckoutLineRow[],
  accepted: readonly AcceptedPrice[],
  locale: Locale,
): Promise<CheckoutLineRow[]> {
  refuseUnknown(lines, accepted);
  const agreed = new Map(accepted.map(({ lineId, unitPrice }) => [lineId, unitPrice.amount]));
  const named = lines.filter((line) => agreed.has(line.id));
  const offerIds = named.map((line) => line.offerId);
  const offers = await readOffersForSale(trx, offerIds, null);
  // Lines too whose price is what it was: it may have been another in between, and agreed to.
  const meant = named.map((line) => ({ ...line, unitPrice: agreed.get(line.id) ?? line.unitPrice }));
  refuseOtherPrices(changedLines(meant, offers, locale), []);
  const changed = changedLines(named, offers, locale);
  const prices = new Map(changed.map(({ lineId, newPrice }) => [lineId, newPrice.amount]));
  await writePrices(
    trx,
    [...prices].map(([id, price]) => ({ id, price })),
  );
  return lines.map((line) => ({ ...line, unitPrice: prices.get(line.id) ?? line.unitPrice }));
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
