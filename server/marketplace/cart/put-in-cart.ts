import type { Database, Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { CartKey } from './cart-store.ts';
import { type OfferTerms, offerTerms, type TermsRow, termsOf } from './offers-for-sale.ts';

/** Of one offer in a cart. */
export const MAX_QUANTITY = 99;
/** Different offers in a cart. */
export const MAX_LINES = 50;

export interface Addition {
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
  terms: OfferTerms | null;
}

type Row = (TermsRow | { [K in keyof TermsRow]: null }) & {
  place: number;
  cart_id: string;
  written: boolean;
  fresh: boolean;
  present: number;
  lines: number;
};

/**
 * Raises a line or makes it, in each of these carts, in one statement and one round trip. Null for a cart that there
 * is not or that somebody else has locked: nobody here waits for it. The other carts' rows are locked as for every
 * change of them. Where one was changed since the statement began, it does not know the lines as they are; the version
 * then differs, and nothing is written.
 * @param additions At most one for a cart.
 */
export async function putInCarts(
  executor: Database | Transaction,
  column: CartKey['column'] | 'id',
  additions: readonly (Addition & { key: CartKey['value'] })[],
): Promise<(Put | null)[]> {
  const rows = await runPrepared<Row>(executor, PUT[column], [
    additions.map(({ key }) => key) as string[] | Buffer[],
    additions.map(({ offerId }) => offerId),
    additions.map(({ quantity }) => quantity),
    additions.map(({ itemId }) => itemId),
    ...[MAX_QUANTITY, MAX_LINES],
  ]);
  const puts = new Map(rows.map((row) => [row.place, put(row)]));
  return additions.map((_, index) => puts.get(index + 1) ?? null);
}

function put(row: Row): Put {
  const { cart_id: cartId, written, fresh, present, lines } = row;
  return { cartId, written, fresh, present, lines, terms: row.price === null ? null : offerTerms(row) };
}

const PUT = {
  id: statement('id', 'uuid'),
  account_id: statement('account_id', 'uuid'),
  token_hash: statement('token_hash', 'bytea'),
};

function statement(column: CartKey['column'] | 'id', type: 'uuid' | 'bytea') {
  return {
    name: `put_in_carts_by_${column}`,
    sql: `
    WITH cart AS MATERIALIZED (
      SELECT c.*, added.*
        FROM unnest((SELECT ?::${type}[]), (SELECT ?::uuid[]), (SELECT ?::integer[]), (SELECT ?::uuid[]))
             WITH ORDINALITY AS added(key, offer_id, quantity, item_id, place)
             CROSS JOIN LATERAL (SELECT id, version, account_id FROM carts WHERE ${column} = added.key
                                  FOR UPDATE SKIP LOCKED) c),
    known AS MATERIALIZED (
      SELECT cart.place, cart.id AS cart_id, cart.offer_id, cart.quantity, cart.item_id,
             cart.version = (SELECT c.version FROM carts c WHERE c.id = cart.id) AS fresh,
             (SELECT count(*) FROM cart_items i WHERE i.cart_id = cart.id) AS lines,
             coalesce((SELECT i.quantity FROM cart_items i
                        WHERE i.cart_id = cart.id AND i.offer_id = cart.offer_id), 0) AS present,
             terms.*
        FROM cart LEFT JOIN LATERAL (${termsOf('cart.offer_id', 'cart.account_id')}) terms ON true),
    put AS (
      INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
      SELECT item_id, cart_id, offer_id, quantity, price FROM known
       WHERE fresh AND for_sale AND present + quantity <= least(available, ?::integer)
         AND (present > 0 OR lines < ?::integer)
      ON CONFLICT (cart_id, offer_id) DO UPDATE
        SET quantity = cart_items.quantity + excluded.quantity, seen_price = excluded.seen_price, updated_at = now()
      RETURNING cart_id),
    touched AS (
      UPDATE carts SET version = version + 1, updated_at = now() WHERE id IN (SELECT cart_id FROM put))
    SELECT place, cart_id, fresh, lines, present, cart_id IN (SELECT cart_id FROM put) AS written,
           price, for_sale, seller_on, available
      FROM known`,
  };
}

export interface NewCart extends Addition {
  cartId: string;
  tokenHash: Buffer;
}

const PUT_IN_NEW = {
  name: 'put_in_new_carts',
  sql: `
  WITH wanted AS MATERIALIZED (
    SELECT added.*, terms.price
      FROM unnest((SELECT ?::uuid[]), (SELECT ?::bytea[]), (SELECT ?::uuid[]), (SELECT ?::integer[]), (SELECT ?::uuid[]))
           AS added(cart_id, token_hash, offer_id, quantity, item_id)
      JOIN LATERAL (${termsOf('added.offer_id', 'NULL::uuid')}) terms
        ON terms.for_sale AND added.quantity <= least(terms.available, ?::integer)),
  cart AS (INSERT INTO carts (id, token_hash) SELECT cart_id, token_hash FROM wanted RETURNING id)
  INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
  SELECT wanted.item_id, cart.id, wanted.offer_id, wanted.quantity, wanted.price
    FROM cart JOIN wanted ON wanted.cart_id = cart.id
  RETURNING cart_id`,
};

/** Guests' first lines, and the carts that they are in, in one statement. False: there is neither, `putInCarts` says why. */
export async function putInNewCarts(executor: Database, carts: readonly NewCart[]): Promise<boolean[]> {
  const rows = await runPrepared<{ cart_id: string }>(executor, PUT_IN_NEW, [
    carts.map(({ cartId }) => cartId),
    carts.map(({ tokenHash }) => tokenHash),
    carts.map(({ offerId }) => offerId),
    carts.map(({ quantity }) => quantity),
    carts.map(({ itemId }) => itemId),
    MAX_QUANTITY,
  ]);
  const made = new Set(rows.map((row) => row.cart_id));
  return carts.map(({ cartId }) => made.has(cartId));
}
