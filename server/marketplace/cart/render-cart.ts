import { add, compare, multiply } from '../../../actors/money/money.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { localizedOptions } from '../catalogue/catalogue.ts';
import type { CartLine, FilledCart } from './filled-cart-store.ts';

type CartDto = components['schemas']['Cart'];
type CartItemDto = components['schemas']['CartItem'];

/** The cart with current prices and stock; null if there is no cart. */
export function renderCart(cart: FilledCart | null, locale: Locale): CartDto {
  if (cart === null) {
    return { id: null, token: null, items: [], subtotal: qar(add()), itemCount: 0 };
  }
  const items = cart.lines.map((line) => renderItem(line, locale));
  return {
    id: cart.id,
    token: cart.token,
    items,
    subtotal: qar(add(...items.map((item) => item.lineTotal.amount))),
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
  };
}

function renderItem({ id, quantity, seenPrice, offer }: CartLine, locale: Locale): CartItemDto {
  const available = offer.notForSale === null ? Math.max(0, offer.available) : 0;
  return {
    id,
    offerId: offer.offerId,
    variantId: offer.variantId,
    productId: offer.productId,
    sellerId: offer.sellerId,
    name: offer.title[locale],
    sellerName: offer.sellerName[locale],
    options: offer.options,
    optionTexts: localizedOptions(offer, locale),
    quantity,
    unitPrice: qar(offer.price),
    seenPrice: qar(seenPrice),
    priceChanged: compare(offer.price, seenPrice) !== 0,
    lineTotal: qar(multiply(offer.price, quantity)),
    available,
    buyable: available > 0,
    unavailableReason: offer.notForSale ?? (available < quantity ? 'INSUFFICIENT_STOCK' : null),
  };
}
