import { add, compare, multiply } from '../../actors/money/money.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { components } from '../http/api-types.ts';
import type { Locale } from '../http/operation.ts';
import { qar } from '../http/qar.ts';
import type { OwnedCart } from './cart-store.ts';
import { type CartLine, readCartLines } from './read-cart-lines.ts';

type CartDto = components['schemas']['Cart'];
type CartItemDto = components['schemas']['CartItem'];

export interface CartView {
  cart: OwnedCart | null;
  accountId: string | null;
  locale: Locale;
}

/** The cart at today's prices and stock. */
export async function renderCart(executor: Database | Transaction, view: CartView): Promise<CartDto> {
  const { cart, accountId, locale } = view;
  if (cart === null) {
    return { id: null, token: null, items: [], subtotal: qar(add()), itemCount: 0 };
  }
  const lines = await readCartLines(executor, cart.id, accountId);
  const items = lines.map((line) => renderItem(line, locale));
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
