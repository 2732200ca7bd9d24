import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, bytea, integer, nullable, numeric, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type CartKey, type CartOwner, cartKey, type OwnedCart, tokenOf } from './cart-store.ts';
import { OFFER_ROW, type OfferForSale, offerForSale, offerForSaleOf } from './offer-for-sale-store.ts';

/** A cart line with the current state of its offer. */
export interface CartLine {
  id: string;
  quantity: number;
  seenPrice: string;
  offer: OfferForSale;
}

export interface FilledCart extends OwnedCart {
  /** Incremented by every change. */
  version: number;
  /** In the order they were added. */
  lines: CartLine[];
}

/** A stored cart, without its token. */
export type KeptCart = Omit<FilledCart, 'token'>;

/**
 * The lines of carts, or one row without a line for an empty cart. OFFSET keeps each lookup by key: the planner does
 * not know how few keys are requested and would otherwise scan all carts.
 */
const read = statement({
  name: 'cart.read',
  sql: `SELECT asked.place, cart.id AS cart_id, cart.version, i.id AS item_id, i.quantity, i.seen_price, offer.*
          FROM unnest((SELECT :accountIds::uuid[]), (SELECT :tokenHashes::bytea[]))
               WITH ORDINALITY AS asked(account_id, token_hash, place)
         CROSS JOIN LATERAL (SELECT id, version, account_id FROM carts WHERE account_id = asked.account_id
                              UNION ALL
                             SELECT id, version, account_id FROM carts WHERE token_hash = asked.token_hash) cart
          LEFT JOIN LATERAL (SELECT id, offer_id, quantity, seen_price FROM cart_items
                              WHERE cart_id = cart.id OFFSET 0) i ON true
          LEFT JOIN LATERAL (${offerForSaleOf('i.offer_id', 'cart.account_id')}) offer ON true
         ORDER BY asked.place, i.id`,
  params: { accountIds: arrayOf(nullable(uuid)), tokenHashes: arrayOf(nullable(bytea)) },
  row: {
    place: bigint,
    cart_id: uuid,
    version: integer,
    /** Null, like all columns below, for an empty cart. */
    item_id: nullable(uuid),
    quantity: integer,
    seen_price: numeric,
    ...OFFER_ROW,
  },
  prepare: true,
});

/** Carts in the order of their keys, in a single statement; null for one that does not exist. */
export async function readCarts(
  executor: Database | Transaction,
  keys: readonly CartKey[],
): Promise<(KeptCart | null)[]> {
  const carts: (KeptCart | null)[] = keys.map(() => null);
  const rows = await read.all(executor, {
    accountIds: keys.map(({ accountId }) => accountId),
    tokenHashes: keys.map(({ tokenHash }) => tokenHash),
  });
  for (const row of rows) {
    const cart = carts[row.place - 1] ?? { id: row.cart_id, version: row.version, lines: [] };
    const { item_id: id, quantity, seen_price: seenPrice } = row;
    if (id !== null) cart.lines.push({ id, quantity, seenPrice, offer: offerForSale(row) });
    carts[row.place - 1] = cart;
  }
  return carts;
}

/** An owner's cart; null if it does not exist. */
export async function readCart(
  executor: Database | Transaction,
  owner: CartOwner,
): Promise<FilledCart | null> {
  const key = cartKey(owner);
  if (key === null) return null;
  const [cart] = await readCarts(executor, [key]);
  return cart == null ? null : { ...cart, token: tokenOf(owner) };
}
