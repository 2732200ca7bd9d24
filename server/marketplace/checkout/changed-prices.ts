import { WaslError } from '../../../actors/errors.ts';
import { compare } from '../../../actors/money/money.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { OfferForSale } from '../cart/cart.ts';
import type { ShippingMethod } from '../sellers/sellers.ts';
import type { CheckoutLineRow, ShippingRow } from './checkout-store.ts';

type ProblemLine = components['schemas']['ProblemLine'];
type PricedLine = ProblemLine & Required<Pick<ProblemLine, 'lineId' | 'oldPrice' | 'newPrice'>>;
type PricedShipping = components['schemas']['ProblemShipping'];

/** Lines whose offer's price differs from the copied one. */
export function changedLines(
  lines: readonly CheckoutLineRow[],
  offers: ReadonlyMap<string, Pick<OfferForSale, 'price'>>,
  locale: Locale,
): PricedLine[] {
  return lines.flatMap((line) => {
    const price = offers.get(line.offerId)?.price ?? line.unitPrice;
    if (compare(price, line.unitPrice) === 0) return [];
    const name = locale === 'ar' ? line.nameAr : line.nameEn;
    return [
      { lineId: line.id, offerId: line.offerId, name, oldPrice: qar(line.unitPrice), newPrice: qar(price) },
    ];
  });
}

/** Chosen methods whose price has changed; withdrawn methods are handled elsewhere. */
export function changedShipping(
  shipping: readonly ShippingRow[],
  offered: ReadonlyMap<string, readonly ShippingMethod[]>,
): PricedShipping[] {
  return shipping.flatMap(({ sellerId, methodId, price }) => {
    const now = offered.get(sellerId)?.find((method) => method.methodId === methodId)?.price ?? price;
    return compare(now, price) === 0
      ? []
      : [{ sellerId, methodId, oldPrice: qar(price), newPrice: qar(now) }];
  });
}

/** Throws checkout.PRICE_CHANGED with both prices of each. The checkout stays unchanged until the buyer decides. */
export function refuseOtherPrices(lines: readonly PricedLine[], shipping: readonly PricedShipping[]): void {
  if (lines.length + shipping.length === 0) return;
  throw new WaslError('checkout.PRICE_CHANGED', {
    detail: 'Prices have changed since this checkout was opened. Accept the new ones or cancel it.',
    extension: { lines, ...(shipping.length === 0 ? {} : { shipping }) },
  });
}

/**
 * Ensures that the buyer was shown the amount due at the door, since another window may have changed the choices.
 * Throws checkout.TOTAL_CHANGED.
 */
export function refuseOtherTotal(total: string, expected: string | null): void {
  if (expected === null || compare(total, expected) === 0) return;
  throw new WaslError('checkout.TOTAL_CHANGED', {
    detail: 'The total of the checkout has changed. Review it, then confirm.',
    extension: { total: qar(total) },
  });
}
