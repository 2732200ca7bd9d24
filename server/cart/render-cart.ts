import { add, compare, multiply } from '../../actors/money/money.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { runPrepared } from '../../db/prepared.ts';
import type { components } from '../http/api-types.ts';
import type { Locale } from '../http/operation.ts';
import { qar } from '../http/qar.ts';
import type { OwnedCart } from './cart-store.ts';
import { OFFERS_FOR_SALE, type OfferForSale, type OfferRow, offerForSale } from './offers-for-sale.ts';

type CartDto = components['schemas']['Cart'];
type CartItemDto = components['schemas']['CartItem'];

export interface CartView {
  cart: OwnedCart | null;
  accountId: string | null;
  locale: Locale;
}

interface LineRow extends OfferRow {
  item_id: string;
  quantity: number;
  seen_price: string;
}

/** A cart's lines in the order they were put in, each with its offer as it is now. */
const READ_LINES = {
  name: 'cart_lines',
  sql: `SELECT i.id AS item_id, i.quantity, i.seen_price, offer.*
          FROM cart_items i JOIN LATERAL (${OFFERS_FOR_SALE} WHERE o.id = i.offer_id) offer ON true
         WHERE i.cart_id = ?
         ORDER BY i.id`,
};

/** The cart at today's prices and stock. One statement, however many lines. */
export async function renderCart(executor: Database | Transaction, view: CartView): Promise<CartDto> {
  const { cart, accountId, locale } = view;
  if (cart === null) {
    return { id: null, token: null, items: [], subtotal: qar(add()), itemCount: 0 };
  }
  const rows = await runPrepared<LineRow>(executor, READ_LINES, [accountId, cart.id]);
  const items = rows.map((row) => renderItem(row, offerForSale(row), locale));
  return {
    id: cart.id,
    token: cart.token,
    items,
    subtotal: qar(add(...items.map((item) => item.lineTotal.amount))),
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
  };
}

function renderItem(row: LineRow, offer: OfferForSale, locale: Locale): CartItemDto {
  const { item_id: id, quantity, seen_price: seenPrice } = row;
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
