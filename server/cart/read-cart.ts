import type { Database, Transaction } from '../../db/database.ts';
import { runPrepared } from '../../db/prepared.ts';
import { accountOf, type CartKey, type CartOwner, cartKey, type OwnedCart, tokenOf } from './cart-store.ts';
import { type OfferForSale, type OfferRow, offerForSale, offerForSaleOf } from './offers-for-sale.ts';

/** A line of a cart with its offer as it is now. */
export interface CartLine {
  id: string;
  quantity: number;
  seenPrice: string;
  offer: OfferForSale;
}

export interface FilledCart extends OwnedCart {
  /** Grows with every change. */
  version: number;
  /** In the order they were put in. */
  lines: CartLine[];
}

interface Row extends OfferRow {
  item_id: string;
  quantity: number;
  seen_price: string;
}

/** A cart's lines, or one row without a line for an empty cart. */
const readCartBy = (column: CartKey['column']) => ({
  name: `cart_by_${column}`,
  sql: `SELECT c.id AS cart_id, c.version, i.id AS item_id, i.quantity, i.seen_price, offer.*
          FROM carts c
          LEFT JOIN cart_items i ON i.cart_id = c.id
          LEFT JOIN LATERAL (${offerForSaleOf('i.offer_id')}) offer ON true
         WHERE c.${column} = ?
         ORDER BY i.id`,
});
const READ_CART = { account_id: readCartBy('account_id'), token_hash: readCartBy('token_hash') };

/** An owner's cart, in one statement however many lines it has; null when there is none. */
export async function readCart(
  executor: Database | Transaction,
  owner: CartOwner,
): Promise<FilledCart | null> {
  const key = cartKey(owner);
  if (key === null) return null;
  type CartRow = { cart_id: string; version: number } & (Row | { item_id: null });
  const rows = await runPrepared<CartRow>(executor, READ_CART[key.column], [accountOf(owner), key.value]);
  const [first] = rows;
  if (first === undefined) return null;
  const lines = rows.flatMap((row) => (row.item_id === null ? [] : [cartLine(row)]));
  return { id: first.cart_id, version: first.version, token: tokenOf(owner), lines };
}

function cartLine(row: Row): CartLine {
  const { item_id: id, quantity, seen_price: seenPrice } = row;
  return { id, quantity, seenPrice, offer: offerForSale(row) };
}
