import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  integer,
  nullable,
  numeric,
  type SqlType,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { CartKey } from './cart-store.ts';
import { type OfferTerms, offerTerms, TERMS_ROW, termsOf } from './offer-for-sale-store.ts';

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

const PUT_ROW = {
  place: bigint,
  cart_id: uuid,
  written: boolean,
  fresh: boolean,
  present: integer,
  lines: bigint,
  ...TERMS_ROW,
  /** Null when there is no such offer, and the other terms are null too. */
  price: nullable(numeric),
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
  const rows = await PUT[column].all(executor, {
    keys: additions.map(({ key }) => key),
    offerIds: additions.map(({ offerId }) => offerId),
    quantities: additions.map(({ quantity }) => quantity),
    itemIds: additions.map(({ itemId }) => itemId),
    maxQuantity: MAX_QUANTITY,
    maxLines: MAX_LINES,
  });
  const puts = new Map(rows.map((row) => [row.place, put(row)]));
  return additions.map((_, index) => puts.get(index + 1) ?? null);
}

function put({ price, ...row }: ValuesOf<typeof PUT_ROW>): Put {
  const { cart_id: cartId, written, fresh, present, lines } = row;
  const terms = price === null ? null : offerTerms({ price, ...row });
  return { cartId, written, fresh, present, lines, terms };
}

const putBy = (column: CartKey['column'] | 'id', type: SqlType<CartKey['value']>) =>
  statement({
    name: `cart.put_by_${column}`,
    sql: `
    WITH cart AS MATERIALIZED (
      SELECT c.*, added.*
        FROM unnest((SELECT :keys::${type.sql}[]), (SELECT :offerIds::uuid[]), (SELECT :quantities::integer[]),
                    (SELECT :itemIds::uuid[]))
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
       WHERE fresh AND for_sale AND present + quantity <= least(available, :maxQuantity::integer)
         AND (present > 0 OR lines < :maxLines::integer)
      ON CONFLICT (cart_id, offer_id) DO UPDATE
        SET quantity = cart_items.quantity + excluded.quantity, seen_price = excluded.seen_price, updated_at = now()
      RETURNING cart_id),
    touched AS (
      UPDATE carts SET version = version + 1, updated_at = now() WHERE id IN (SELECT cart_id FROM put))
    SELECT place, cart_id, fresh, lines, present, cart_id IN (SELECT cart_id FROM put) AS written,
           price, for_sale, seller_on, available
      FROM known`,
    params: {
      keys: arrayOf(type),
      offerIds: arrayOf(uuid),
      quantities: arrayOf(integer),
      itemIds: arrayOf(uuid),
      maxQuantity: integer,
      maxLines: integer,
    },
    row: PUT_ROW,
    prepare: true,
  });
const PUT = {
  id: putBy('id', uuid),
  account_id: putBy('account_id', uuid),
  token_hash: putBy('token_hash', bytea),
};

export interface NewCart extends Addition {
  cartId: string;
  tokenHash: Buffer;
}

const putInNew = statement({
  name: 'cart.put_in_new',
  sql: `
  WITH wanted AS MATERIALIZED (
    SELECT added.*, terms.price
      FROM unnest((SELECT :cartIds::uuid[]), (SELECT :tokenHashes::bytea[]), (SELECT :offerIds::uuid[]),
                  (SELECT :quantities::integer[]), (SELECT :itemIds::uuid[]))
           AS added(cart_id, token_hash, offer_id, quantity, item_id)
      JOIN LATERAL (${termsOf('added.offer_id', 'NULL::uuid')}) terms
        ON terms.for_sale AND added.quantity <= least(terms.available, :maxQuantity::integer)),
  cart AS (INSERT INTO carts (id, token_hash) SELECT cart_id, token_hash FROM wanted RETURNING id)
  INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
  SELECT wanted.item_id, cart.id, wanted.offer_id, wanted.quantity, wanted.price
    FROM cart JOIN wanted ON wanted.cart_id = cart.id
  RETURNING cart_id`,
  params: {
    cartIds: arrayOf(uuid),
    tokenHashes: arrayOf(bytea),
    offerIds: arrayOf(uuid),
    quantities: arrayOf(integer),
    itemIds: arrayOf(uuid),
    maxQuantity: integer,
  },
  row: { cart_id: uuid },
  prepare: true,
});

/** Guests' first lines, and the carts that they are in, in one statement. False: there is neither, `putInCarts` says why. */
export async function putInNewCarts(executor: Database, carts: readonly NewCart[]): Promise<boolean[]> {
  const rows = await putInNew.all(executor, {
    cartIds: carts.map(({ cartId }) => cartId),
    tokenHashes: carts.map(({ tokenHash }) => tokenHash),
    offerIds: carts.map(({ offerId }) => offerId),
    quantities: carts.map(({ quantity }) => quantity),
    itemIds: carts.map(({ itemId }) => itemId),
    maxQuantity: MAX_QUANTITY,
  });
  const made = new Set(rows.map((row) => row.cart_id));
  return carts.map(({ cartId }) => made.has(cartId));
}
