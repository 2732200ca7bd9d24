import type { Database, Transaction } from '../../db/database.ts';
import { runPrepared } from '../../db/prepared.ts';
import { accountOf, type CartKey, type CartOwner } from './cart-store.ts';
import { OFFERS_FOR_SALE, type OfferForSale, type OfferRow, offerForSale } from './offers-for-sale.ts';

/** Of one offer in a cart. */
export const MAX_QUANTITY = 99;
/** Different offers in a cart. */
export const MAX_LINES = 50;

export interface Addition {
  owner: CartOwner;
  offerId: string;
  quantity: number;
  /** Of the line, should there be none yet. */
  itemId: string;
}

export interface Put {
  cartId: string;
  /** False: nothing was changed, the rest says why. */
  written: boolean;
  /** What the cart held when it was locked was known to the statement; if not, it must be asked again. */
  fresh: boolean;
  /** Units of the offer that were in the cart. */
  present: number;
  /** Lines that were in the cart. */
  lines: number;
  /** Null: there is no such offer. */
  offer: OfferForSale | null;
}

type Row = (OfferRow | { [K in keyof OfferRow]: null }) & {
  cart_id: string;
  written: boolean;
  fresh: boolean;
  present: number;
  lines: number;
};

/**
 * Raises a line, or makes it, in one statement and one round trip; null when the owner has no cart. The cart's row is
 * locked as for every change of it. Who had to wait for that lock read the lines as they were before: the version then
 * differs, and nothing is written.
 */
export async function putInCart(
  executor: Database | Transaction,
  { column, value }: CartKey | { column: 'id'; value: string },
  { owner, offerId, quantity, itemId }: Addition,
): Promise<Put | null> {
  const [row] = await runPrepared<Row>(executor, PUT[column], [
    value,
    accountOf(owner),
    offerId,
    offerId,
    itemId,
    offerId,
    quantity,
    quantity,
    MAX_QUANTITY,
    MAX_LINES,
  ]);
  if (row === undefined) return null;
  const { cart_id: cartId, written, fresh, present, lines } = row;
  return { cartId, written, fresh, present, lines, offer: row.offer_id === null ? null : offerForSale(row) };
}

const PUT_IN_NEW = {
  name: 'put_in_new_cart',
  sql: `
  WITH offer AS MATERIALIZED (${OFFERS_FOR_SALE} WHERE o.id = ?::uuid),
  cart AS (
    INSERT INTO carts (id, token_hash)
    SELECT ?::uuid, ?::bytea FROM offer
     WHERE offer.for_sale AND ?::integer <= least(offer.available, ?::integer)
    RETURNING id)
  INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
  SELECT ?::uuid, cart.id, offer.offer_id, ?::integer, offer.price FROM cart CROSS JOIN offer
  RETURNING 1`,
};

/** A guest's first line, and the cart that it is in, in one statement. False: there is neither, `putInCart` says why. */
export async function putInNewCart(
  executor: Database,
  cart: { id: string; tokenHash: Buffer },
  { offerId, quantity, itemId }: Omit<Addition, 'owner'>,
): Promise<boolean> {
  const put = await runPrepared(executor, PUT_IN_NEW, [
    ...[null, offerId, cart.id, cart.tokenHash, quantity, MAX_QUANTITY],
    ...[itemId, quantity],
  ]);
  return put.length === 1;
}

const PUT = {
  id: statement('id'),
  account_id: statement('account_id'),
  token_hash: statement('token_hash'),
};

function statement(column: CartKey['column'] | 'id') {
  return {
    name: `put_in_cart_by_${column}`,
    sql: `
    WITH cart AS MATERIALIZED (SELECT id, version FROM carts WHERE ${column} = ? FOR UPDATE),
    offer AS MATERIALIZED (${OFFERS_FOR_SALE} WHERE o.id = ?::uuid),
    known AS MATERIALIZED (
      SELECT cart.id AS cart_id,
             cart.version = (SELECT c.version FROM carts c WHERE c.id = cart.id) AS fresh,
             (SELECT count(*) FROM cart_items i WHERE i.cart_id = cart.id) AS lines,
             coalesce((SELECT i.quantity FROM cart_items i
                        WHERE i.cart_id = cart.id AND i.offer_id = ?::uuid), 0) AS present
        FROM cart),
    put AS (
      INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
      SELECT ?::uuid, known.cart_id, ?::uuid, ?::integer, offer.price
        FROM known CROSS JOIN offer
       WHERE known.fresh AND offer.for_sale AND known.present + ?::integer <= least(offer.available, ?::integer)
         AND (known.present > 0 OR known.lines < ?::integer)
      ON CONFLICT (cart_id, offer_id) DO UPDATE
        SET quantity = cart_items.quantity + excluded.quantity, seen_price = excluded.seen_price, updated_at = now()
      RETURNING cart_id),
    touched AS (
      UPDATE carts SET version = version + 1, updated_at = now() WHERE id IN (SELECT cart_id FROM put))
    SELECT known.cart_id, known.fresh, known.lines, known.present, EXISTS (SELECT 1 FROM put) AS written, offer.*
      FROM known LEFT JOIN offer ON true`,
  };
}
