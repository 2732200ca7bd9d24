import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  integer,
  nullable,
  numeric,
  oneOf,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { CartKey } from './cart-store.ts';
import type { KeptCart } from './filled-cart-store.ts';
import {
  hasOffer,
  OFFER_ROW,
  type OfferForSale,
  offerForSale,
  offerForSaleOf,
} from './offer-for-sale-store.ts';

/** Units of one offer in a cart. */
export const MAX_QUANTITY = 99;
/** Different offers in a cart. */
export const MAX_LINES = 50;

/**
 * ADD raises a line's quantity or creates the line; SET sets a line's quantity, 0 removes it. Both apply fully or not
 * at all. FILL adds as many units as can be bought and fit into the cart.
 */
type How = 'ADD' | 'SET' | 'FILL';

export interface LineChange {
  how: How;
  /** Set for ADD and FILL; SET names the line. */
  offerId: string | null;
  /** The line; for ADD and FILL the id of a new line, used if the cart does not have the offer yet. */
  lineId: string;
  quantity: number;
  /** FILL: the price the buyer last saw. An existing line keeps its own; ADD and SET take the current price. */
  seenPrice: string | null;
}

export interface CartChange {
  key: CartKey;
  /** Id of a cart to be created with its first line under this key; null if the cart exists. */
  newId: string | null;
  /** At most one per offer. */
  changes: readonly LineChange[];
}

/** Outcome of a `LineChange`. */
export interface ChangedLine {
  /** Units in the cart before, requested, and now. */
  before: number;
  wanted: number;
  after: number;
  /** Units of the offer available to this buyer. */
  available: number;
  /** Null if the offer or line does not exist. */
  offer: OfferForSale | null;
  /** The cart cannot hold another line. */
  full: boolean;
}

export interface ChangedCart {
  /** The cart's current state, whether or not anything was written. */
  cart: KeptCart;
  /** In the order of the changes. */
  changed: ChangedLine[];
}

const LINE_ROW = {
  cart: bigint,
  cart_id: uuid,
  version: integer,
  item_id: uuid,
  /** Null for a line that is not in the cart. */
  seen_price: numeric,
  /** Position of the change, from 1. Null, like `wanted`, for a line that is only reported. */
  number: nullable(bigint),
  before: integer,
  wanted: nullable(integer),
  after: integer,
  can: integer,
  room: boolean,
  written: boolean,
  ...OFFER_ROW,
  /** Null, like all of `OFFER_ROW`, if the offer or line does not exist. */
  offer_id: nullable(uuid),
};
type LineRow = ValuesOf<typeof LINE_ROW>;

/**
 * The only statement that changes cart lines, in one cart or many; it returns the carts' contents afterwards. It locks
 * the carts without waiting (SKIP LOCKED) and skips a cart changed since the statement began: `held` then has no row
 * for it.
 *
 * `most` is the only place that limits the units of an offer in a cart: what is available to the buyer, at most
 * MAX_QUANTITY, and none if the line would exceed MAX_LINES. Reducing a quantity is always allowed.
 */
const change = statement({
  name: 'cart.change',
  sql: `
  WITH asked AS MATERIALIZED (
    SELECT * FROM unnest((SELECT :accountIds::uuid[]), (SELECT :tokenHashes::bytea[]), (SELECT :newIds::uuid[]))
                  WITH ORDINALITY AS asked(account_id, token_hash, new_id, cart)),
  held AS MATERIALIZED (
    SELECT asked.cart, asked.account_id, locked.id, locked.version
      FROM asked
     CROSS JOIN LATERAL (SELECT id, version FROM carts WHERE account_id = asked.account_id
                          UNION ALL
                         SELECT id, version FROM carts WHERE token_hash = asked.token_hash) known
     CROSS JOIN LATERAL (SELECT id, version FROM carts WHERE id = known.id AND version = known.version
                            FOR NO KEY UPDATE SKIP LOCKED) locked
     UNION ALL
    SELECT cart, NULL, new_id, 0 FROM asked WHERE new_id IS NOT NULL),
  line AS (
    SELECT held.cart, item.*
      FROM held CROSS JOIN LATERAL (SELECT id, offer_id, quantity, seen_price FROM cart_items
                                     WHERE cart_id = held.id OFFSET 0) item),
  change AS (
    SELECT given.cart, given.number, given.how, given.line_id, given.quantity, given.seen_price,
           coalesce(given.offer_id, (SELECT offer_id FROM cart_items WHERE id = given.line_id AND cart_id = held.id))
             AS offer_id
      FROM unnest((SELECT :carts::bigint[]), (SELECT :hows::text[]), (SELECT :offerIds::uuid[]), (SELECT :lineIds::uuid[]),
                  (SELECT :quantities::integer[]), (SELECT :seenPrices::numeric[]))
           WITH ORDINALITY AS given(cart, how, offer_id, line_id, quantity, seen_price, number)
      JOIN held USING (cart)),
  offered AS (
    SELECT held.cart, held.id AS cart_id, held.version, coalesce(line.id, change.line_id) AS item_id,
           change.number, change.how, line.seen_price AS kept_price, change.seen_price AS given_price,
           coalesce(line.quantity, 0) AS before,
           change.quantity + CASE WHEN change.how = 'SET' THEN 0 ELSE coalesce(line.quantity, 0) END AS wanted,
           CASE WHEN offer.for_sale THEN greatest(offer.available, 0) ELSE 0 END AS can,
           offer.*
      FROM line FULL JOIN change USING (cart, offer_id)
      JOIN held USING (cart)
      LEFT JOIN LATERAL (${offerForSaleOf('offer_id', 'held.account_id')}) offer ON true),
  limited AS (
    SELECT *, before > 0 OR count(*) FILTER (WHERE before > 0) OVER (PARTITION BY cart)
                          + count(*) FILTER (WHERE before = 0 AND can > 0) OVER (PARTITION BY cart ORDER BY number)
                         <= :maxLines::integer AS room
      FROM offered),
  bounded AS (
    SELECT *, CASE WHEN room THEN least(can, :maxQuantity::integer) ELSE 0 END AS most FROM limited),
  judged AS (
    SELECT *, CASE WHEN wanted <= before OR wanted <= most THEN wanted
                   WHEN how = 'FILL' AND most > 0 THEN most
                   ELSE before END AS after
      FROM bounded),
  decided AS MATERIALIZED (
    SELECT *, number IS NOT NULL AND price IS NOT NULL
              AND CASE how WHEN 'FILL' THEN after <> before ELSE after = wanted END AS written,
           CASE how WHEN 'FILL' THEN coalesce(kept_price, given_price) ELSE price END AS new_price
      FROM judged),
  made AS (
    INSERT INTO carts (id, token_hash)
    SELECT new_id, token_hash FROM asked WHERE new_id IN (SELECT cart_id FROM decided WHERE written)),
  touched AS (
    UPDATE carts SET version = version + 1, updated_at = now()
     WHERE id = ANY (ARRAY(SELECT cart_id FROM decided WHERE written))),
  removed AS (
    DELETE FROM cart_items WHERE id = ANY (ARRAY(SELECT item_id FROM decided WHERE written AND after = 0))),
  put AS (
    INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
    SELECT item_id, cart_id, offer_id, after, new_price FROM decided WHERE written AND after > 0
        ON CONFLICT (cart_id, offer_id) DO UPDATE
       SET quantity = excluded.quantity, seen_price = excluded.seen_price, updated_at = now())
  SELECT cart, cart_id, version, item_id, number, before, wanted, after, can, room, written,
         CASE WHEN written THEN new_price ELSE kept_price END AS seen_price,
         offer_id, variant_id, product_id, seller_id, sku, title_en, title_ar, variant_en, variant_ar, seller_en,
         seller_ar, options, option_texts, digital, price, for_sale, seller_on, available
    FROM decided
   ORDER BY cart, item_id`,
  params: {
    accountIds: arrayOf(nullable(uuid)),
    tokenHashes: arrayOf(nullable(bytea)),
    newIds: arrayOf(nullable(uuid)),
    carts: arrayOf(bigint),
    hows: arrayOf(oneOf<How>()),
    offerIds: arrayOf(nullable(uuid)),
    lineIds: arrayOf(uuid),
    quantities: arrayOf(integer),
    seenPrices: arrayOf(nullable(numeric)),
    maxQuantity: integer,
    maxLines: integer,
  },
  row: LINE_ROW,
  prepare: true,
});

/**
 * Changes lines in several carts independently and answers in their order. Null, with nothing written, for a cart that
 * does not exist, is locked by another transaction or was changed since the statement began.
 * @param carts Each cart once.
 */
export async function changeCarts(
  executor: Database | Transaction,
  carts: readonly CartChange[],
): Promise<(ChangedCart | null)[]> {
  const lines = carts.flatMap(({ changes }, index) => changes.map((line) => ({ ...line, cart: index + 1 })));
  const rows = await change.all(executor, {
    accountIds: carts.map(({ key }) => key.accountId),
    tokenHashes: carts.map(({ key }) => key.tokenHash),
    newIds: carts.map(({ newId }) => newId),
    carts: lines.map(({ cart }) => cart),
    hows: lines.map(({ how }) => how),
    offerIds: lines.map(({ offerId }) => offerId),
    lineIds: lines.map(({ lineId }) => lineId),
    quantities: lines.map(({ quantity }) => quantity),
    seenPrices: lines.map(({ seenPrice }) => seenPrice),
    maxQuantity: MAX_QUANTITY,
    maxLines: MAX_LINES,
  });
  const answers: (ChangedCart | null)[] = carts.map(() => null);
  const became: ChangedLine[] = [];
  for (const row of rows) {
    const { cart } = answerTo(answers, row);
    if (row.number !== null) became[row.number - 1] = changedLine(row);
    // All writes to a cart count as one change.
    if (row.written) cart.version = row.version + 1;
    if (row.after > 0 && hasOffer(row))
      cart.lines.push({
        id: row.item_id,
        quantity: row.after,
        seenPrice: row.seen_price,
        offer: offerForSale(row),
      });
  }
  for (const [index, { cart }] of lines.entries())
    answers[cart - 1]?.changed.push(became[index] as ChangedLine);
  return answers;
}

function answerTo(answers: (ChangedCart | null)[], { cart, cart_id: id, version }: LineRow): ChangedCart {
  const answer = answers[cart - 1] ?? { cart: { id, version, lines: [] }, changed: [] };
  answers[cart - 1] = answer;
  return answer;
}

function changedLine(row: LineRow): ChangedLine {
  const { before, wanted, after, can: available, room } = row;
  const offer = hasOffer(row) ? offerForSale(row) : null;
  return { before, wanted: wanted ?? before, after, available, offer, full: !room };
}
