import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  bytea,
  integer,
  nullable,
  numeric,
  type SqlType,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type CartKey, type CartOwner, cartKey, type OwnedCart, tokenOf } from './cart-store.ts';
import { OFFER_ROW, type OfferForSale, offerForSale, offerForSaleOf } from './offer-for-sale-store.ts';

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

const CART_ROW = {
  place: bigint,
  cart_id: uuid,
  version: integer,
  /** Null for an empty cart, and all that follows is null too. */
  item_id: nullable(uuid),
  quantity: integer,
  seen_price: numeric,
  ...OFFER_ROW,
};

/**
 * The lines of carts, or one row without a line for an empty one. The OFFSETs have each looked up by its key: how many
 * are asked for is not known to the planner, who otherwise reads all carts there are.
 */
const readBy = (column: CartKey['column'], type: SqlType<CartKey['value']>) =>
  statement({
    name: `cart.read_by_${column}`,
    sql: `SELECT asked.place, cart.id AS cart_id, cart.version, i.id AS item_id, i.quantity, i.seen_price, offer.*
          FROM unnest((SELECT :keys::${type.sql}[])) WITH ORDINALITY AS asked(key, place)
         CROSS JOIN LATERAL (SELECT id, version, account_id FROM carts WHERE ${column} = asked.key OFFSET 0) cart
          LEFT JOIN LATERAL (SELECT id, offer_id, quantity, seen_price FROM cart_items
                              WHERE cart_id = cart.id OFFSET 0) i ON true
          LEFT JOIN LATERAL (${offerForSaleOf('i.offer_id', 'cart.account_id')}) offer ON true
         ORDER BY asked.place, i.id`,
    params: { keys: arrayOf(type) },
    row: CART_ROW,
    prepare: true,
  });
const READ = { account_id: readBy('account_id', uuid), token_hash: readBy('token_hash', bytea) };

/** A cart as it is kept, without the token that opens it. */
export type KeptCart = Omit<FilledCart, 'token'>;

/** Carts in the order of their keys, in one statement however many they are and hold; null where there is none. */
export async function readCarts(
  executor: Database | Transaction,
  column: CartKey['column'],
  keys: readonly CartKey['value'][],
): Promise<(KeptCart | null)[]> {
  const carts: (KeptCart | null)[] = keys.map(() => null);
  for (const row of await READ[column].all(executor, { keys })) {
    const cart = carts[row.place - 1] ?? { id: row.cart_id, version: row.version, lines: [] };
    if (row.item_id !== null) cart.lines.push(cartLine(row.item_id, row));
    carts[row.place - 1] = cart;
  }
  return carts;
}

/** An owner's cart; null when there is none. */
export async function readCart(
  executor: Database | Transaction,
  owner: CartOwner,
): Promise<FilledCart | null> {
  const key = cartKey(owner);
  if (key === null) return null;
  const [cart] = await readCarts(executor, key.column, [key.value]);
  return cart == null ? null : { ...cart, token: tokenOf(owner) };
}

function cartLine(id: string, row: ValuesOf<typeof CART_ROW>): CartLine {
  const { quantity, seen_price: seenPrice } = row;
  return { id, quantity, seenPrice, offer: offerForSale(row) };
}
