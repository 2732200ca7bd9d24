import { add, multiply } from '../../actors/money/money.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { CartItem } from '../../db/models/cart-item.ts';
import type { components } from '../http/api-types.ts';
import type { Locale } from '../http/operation.ts';
import { qar } from '../http/qar.ts';
import { cartItems, type OwnedCart } from './cart-store.ts';
import { type OfferForSale, readOffersForSale } from './offers-for-sale.ts';

type CartDto = components['schemas']['Cart'];
type CartItemDto = components['schemas']['CartItem'];

export interface CartView {
  cart: OwnedCart | null;
  accountId: string | null;
  locale: Locale;
}

/** The cart at today's prices and stock, lines in the order they were put in. */
export async function renderCart(executor: Database | Transaction, view: CartView): Promise<CartDto> {
  const { cart, accountId, locale } = view;
  if (cart === null) {
    return { id: null, token: null, items: [], subtotal: qar(add()), itemCount: 0 };
  }
  const items = await cartItems(executor, cart.id);
  const offerIds = items.map((item) => item.offerId);
  const offers = await readOffersForSale(executor, offerIds, accountId);
  const lines = items.flatMap((item) => {
    const offer = offers.get(item.offerId);
    return offer === undefined ? [] : [renderItem(item, offer, locale)];
  });
  return {
    id: cart.id,
    token: cart.token,
    items: lines,
    subtotal: qar(add(...lines.map((line) => line.lineTotal.amount))),
    itemCount: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}

function renderItem(item: CartItem, offer: OfferForSale, locale: Locale): CartItemDto {
  const available = Math.max(0, offer.available);
  return {
    id: item.id,
    offerId: offer.offerId,
    variantId: offer.variantId,
    productId: offer.productId,
    sellerId: offer.sellerId,
    name: offer.title[locale],
    sellerName: offer.sellerName[locale],
    options: offer.options,
    quantity: item.quantity,
    unitPrice: qar(offer.price),
    lineTotal: qar(multiply(offer.price, item.quantity)),
    available,
    buyable: offer.notForSale === null && available > 0,
  };
}
