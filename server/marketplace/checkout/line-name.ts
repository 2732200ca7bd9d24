import type { Locale } from '../../kernel/texts/locale.ts';
import type { OfferForSale } from '../cart/cart.ts';

/** Name of a line in checkout and order: the product and, if it adds anything, the variant. */
export function lineName(offer: Pick<OfferForSale, 'title' | 'variantName'>, locale: Locale): string {
  const title = offer.title[locale];
  const variant = offer.variantName[locale].trim();
  return variant === '' || variant === title ? title : `${title} – ${variant}`;
}
