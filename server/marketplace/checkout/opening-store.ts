import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  bytea,
  integer,
  jsonb,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type KnownRequest, keepingOf, requestOf } from '../../kernel/http/idempotency-store.ts';
import type { IdempotencyKey } from '../../kernel/http/operation.ts';
import { OFFER_ROW, type OfferForSale, offerForSale, offerForSaleOf } from '../cart/cart.ts';
import {
  type Allocation,
  type FreeStock,
  heldLevels,
  heldNow,
  lockedLevels,
  movingReserved,
  releasing,
  reserving,
} from '../inventory/inventory.ts';
import type { CheckoutLineRow } from './checkout-store.ts';

export interface WantedOffer {
  offer: OfferForSale;
  quantity: number;
}

/** Everything opening a checkout depends on, read consistently. */
export interface OpeningFacts {
  /** The earlier request with the same Idempotency-Key. */
  known: KnownRequest | null;
  /** Null if the buyer has no cart. */
  cart: { id: string; version: number } | null;
  /** The buyer's open checkout, which the new one replaces. */
  formerId: string | null;
  /** The cart's lines, in the order they were added. */
  wanted: WantedOffer[];
  /** Free stock of the wanted offers in open warehouses, including the replaced checkout's reservations. */
  stock: FreeStock[];
}

const FACT_ROW = {
  place: bigint,
  /** Null, like the two columns below, if no request came with the key. */
  request_hash: nullable(bytea),
  status: nullable(integer),
  reference: nullable(jsonb<KnownRequest['reference']>()),
  cart_id: nullable(uuid),
  cart_version: integer,
  former_id: nullable(uuid),
  /** Null, like all columns below, for an empty cart. */
  quantity: nullable(integer),
  ...OFFER_ROW,
  /** Null if no open warehouse has the offer. */
  warehouse_id: nullable(uuid),
  free: integer,
};

/** The buyer who opens a checkout, and the request. */
export interface OpeningCaller {
  accountId: string;
  idempotency: IdempotencyKey | null;
}

/** For each caller, in order, in one statement. Locks nothing. */
export async function readOpeningFacts(
  executor: Database | Transaction,
  callers: readonly OpeningCaller[],
): Promise<OpeningFacts[]> {
  const all = callers.map((): OpeningFacts => ({ ...NOTHING_KNOWN, wanted: [], stock: [] }));
  const accountIds = callers.map(({ accountId }) => accountId);
  for (const row of await read.all(executor, { accountIds, ...keyColumns(callers) })) {
    const facts = all[row.place - 1];
    if (facts !== undefined) addTo(facts, row);
  }
  return all;
}

const NOTHING_KNOWN = { known: null, cart: null, formerId: null };

function keyColumns(requests: readonly { idempotency: IdempotencyKey | null }[]) {
  return {
    principals: requests.map(({ idempotency }) => idempotency?.principal ?? null),
    keys: requests.map(({ idempotency }) => idempotency?.key ?? null),
  };
}

function addTo(facts: OpeningFacts, row: ValuesOf<typeof FACT_ROW>): void {
  const { cart_id: id, cart_version: version, quantity, warehouse_id: warehouseId, free: available } = row;
  const { request_hash, status, reference } = row;
  if (request_hash !== null) facts.known = { request_hash, status, reference };
  facts.formerId = row.former_id;
  if (id !== null) facts.cart = { id, version };
  if (quantity === null) return;
  const offerId = row.offer_id;
  if (facts.wanted.at(-1)?.offer.offerId !== offerId)
    facts.wanted.push({ offer: offerForSale(row), quantity });
  if (warehouseId !== null) facts.stock.push({ offerId, warehouseId, available });
}

/** One row per line and open warehouse that has its offer. For the OFFSETs see `cart.read_by_account_id`. */
const read = statement({
  name: 'checkout.read_opening',
  sql: `
  SELECT asked.place, known.request_hash, known.status, known.reference, cart.id AS cart_id, cart.version AS cart_version, former.id AS former_id,
         i.quantity, offer.*, stock.warehouse_id, stock.free
    FROM unnest((SELECT :accountIds::uuid[]), (SELECT :principals::text[]), (SELECT :keys::text[]))
         WITH ORDINALITY AS asked(account_id, principal, key, place)
    LEFT JOIN LATERAL (${requestOf('asked.principal', 'asked.key')}) known ON true
    LEFT JOIN LATERAL (SELECT c.id, c.version FROM carts c WHERE c.account_id = asked.account_id OFFSET 0) cart ON true
    LEFT JOIN LATERAL (SELECT c.id FROM checkouts c
                        WHERE c.account_id = asked.account_id AND c.status = 'OPEN' OFFSET 0) former ON true
    LEFT JOIN LATERAL (SELECT c.id, c.offer_id, c.quantity FROM cart_items c
                        WHERE c.cart_id = cart.id OFFSET 0) i ON true
    LEFT JOIN LATERAL (${offerForSaleOf('i.offer_id', 'asked.account_id')}) offer ON true
    LEFT JOIN LATERAL (
      SELECT l.warehouse_id,
             (l.on_hand - l.reserved
              + coalesce((SELECT sum(r.quantity) FROM reservations r
                           WHERE r.checkout_id = former.id AND r.status = 'HELD'
                             AND r.offer_id = l.offer_id AND r.warehouse_id = l.warehouse_id), 0))::integer AS free
        FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
       WHERE l.offer_id = i.offer_id OFFSET 0) stock ON true
   ORDER BY asked.place, i.id, stock.warehouse_id`,
  params: {
    accountIds: arrayOf(uuid),
    principals: arrayOf(nullable(text)),
    keys: arrayOf(nullable(text)),
  },
  row: FACT_ROW,
  prepare: true,
});

/** Locks a buyer's cart and open checkout, so that what is read next stays true. */
export async function lockBuyer(trx: Transaction, accountId: string): Promise<void> {
  await lockCartAndCheckout.all(trx, { accountId });
}

const lockCartAndCheckout = statement({
  name: 'checkout.lock_buyer',
  sql: `
  WITH cart AS MATERIALIZED (SELECT id FROM carts WHERE account_id = :accountId::uuid FOR NO KEY UPDATE)
  SELECT id FROM checkouts
   WHERE account_id = :accountId::uuid AND status = 'OPEN' AND (SELECT count(*) FROM cart) = 1
     FOR NO KEY UPDATE`,
  params: { accountId: uuid },
  row: { id: uuid },
  prepare: true,
});

/** Locks all stock of these offers and of a checkout's reservations; call it after locking cart and checkout. */
export async function lockStockOf(
  trx: Transaction,
  offerIds: readonly string[],
  checkoutId: string | null,
): Promise<void> {
  await lockStock.all(trx, { offerIds, checkoutId });
}

const lockStock = statement({
  name: 'checkout.lock_stock',
  sql: `
  WITH former AS (SELECT :checkoutId::uuid AS checkout_id),
  keys AS (
    SELECT s.offer_id, s.warehouse_id
      FROM unnest((SELECT :offerIds::uuid[])) AS o(offer_id)
     CROSS JOIN LATERAL (SELECT l.offer_id, l.warehouse_id FROM stock_levels l
                          WHERE l.offer_id = o.offer_id OFFSET 0) s
    UNION ALL ${heldLevels('former')})
  ${lockedLevels('SELECT * FROM keys')}`,
  params: { offerIds: arrayOf(uuid), checkoutId: nullable(uuid) },
  row: { offer_id: uuid, warehouse_id: uuid, free: integer },
  prepare: true,
});

/** A checkout to open according to the facts read. */
export interface Opening extends OpeningCaller {
  checkoutId: string;
  cartId: string;
  /** Version that was read. */
  cartVersion: number;
  formerId: string | null;
  expiresAt: Date;
  /** Domain time. */
  at: Date;
  lines: readonly CheckoutLineRow[];
  allocations: readonly Allocation[];
}

/**
 * Writes checkouts with their lines and reservations, each all or nothing, in one statement; returns in order whether
 * each was written. A cart is locked and must have the version read; the buyer's open checkout must be the one read;
 * both are skipped if another transaction has locked them. Then the stock levels are locked in the global order and
 * checked again. Of openings that want the same level, the first get what is free. One that gets too little of any
 * level gets nothing, but still counts against later ones. Opening increments the cart's version, so that of two
 * concurrent openings the later one fails the version check. The Idempotency-Key is stored with the checkout.
 */
export async function writeOpenings(
  executor: Database | Transaction,
  openings: readonly Opening[],
): Promise<boolean[]> {
  const lines = openings.flatMap(({ checkoutId, lines }) => lines.map((line) => ({ checkoutId, ...line })));
  const wanted = openings.flatMap(({ checkoutId, lines, allocations }) => {
    const lineIds = new Map(lines.map(({ offerId, id }) => [offerId, id]));
    return allocations.map((part) => ({ checkoutId, lineId: lineIds.get(part.offerId) as string, ...part }));
  });
  const rows = await write.all(executor, {
    checkoutIds: openings.map(({ checkoutId }) => checkoutId),
    accountIds: openings.map(({ accountId }) => accountId),
    cartIds: openings.map(({ cartId }) => cartId),
    cartVersions: openings.map(({ cartVersion }) => cartVersion),
    formerIds: openings.map(({ formerId }) => formerId),
    ...keyColumns(openings),
    requestHashes: openings.map(({ idempotency }) => idempotency?.requestHash ?? null),
    expiries: openings.map(({ expiresAt }) => expiresAt),
    times: openings.map(({ at }) => at),
    lines,
    wantedBy: wanted.map(({ checkoutId }) => checkoutId),
    lineIds: wanted.map(({ lineId }) => lineId),
    offerIds: wanted.map(({ offerId }) => offerId),
    warehouseIds: wanted.map(({ warehouseId }) => warehouseId),
    quantities: wanted.map(({ quantity }) => quantity),
  });
  const written = new Set(rows.map((row) => row.checkout_id));
  return openings.map(({ checkoutId }) => written.has(checkoutId));
}

const write = statement({
  name: 'checkout.open',
  sql: `
  -- also writes carts, which the cart owns: an opening whose cart is unchanged increments its version
  WITH opening AS MATERIALIZED (
    SELECT o.*
      FROM unnest((SELECT :checkoutIds::uuid[]), (SELECT :accountIds::uuid[]), (SELECT :cartIds::uuid[]),
                  (SELECT :cartVersions::integer[]), (SELECT :formerIds::uuid[]), (SELECT :expiries::timestamptz[]),
                  (SELECT :times::timestamptz[]), (SELECT :principals::text[]), (SELECT :keys::text[]),
                  (SELECT :requestHashes::bytea[]))
           WITH ORDINALITY AS o(checkout_id, account_id, cart_id, cart_version, former_id, expires_at, at, principal,
                                key, request_hash, place)),
  unchanged AS MATERIALIZED (
    SELECT o.*
      FROM opening o
     CROSS JOIN LATERAL (SELECT c.id FROM carts c WHERE c.id = o.cart_id AND c.version = o.cart_version
                           FOR NO KEY UPDATE SKIP LOCKED) cart
      LEFT JOIN LATERAL (SELECT c.id FROM checkouts c WHERE c.id = o.former_id AND c.status = 'OPEN'
                           FOR NO KEY UPDATE SKIP LOCKED) former ON true
     WHERE o.former_id IS NULL OR former.id IS NOT NULL),
  former AS MATERIALIZED (
    SELECT former_id AS checkout_id, checkout_id AS successor_id, account_id, at, place FROM unchanged
     WHERE former_id IS NOT NULL),
  wanted AS MATERIALIZED (
    SELECT w.*, c.account_id, c.at, c.place
      FROM unnest((SELECT :wantedBy::uuid[]), (SELECT :lineIds::uuid[]), (SELECT :offerIds::uuid[]),
                  (SELECT :warehouseIds::uuid[]), (SELECT :quantities::integer[]))
           AS w(checkout_id, line_id, offer_id, warehouse_id, quantity)
      JOIN unchanged c USING (checkout_id)),
  locked AS MATERIALIZED (
    ${lockedLevels(`SELECT offer_id, warehouse_id FROM wanted UNION ALL ${heldLevels('former')}`)}),
  held AS MATERIALIZED (${heldNow('former', 'locked')}),
  short AS MATERIALIZED (
    SELECT d.checkout_id
      FROM (SELECT w.checkout_id, l.free,
                   sum(greatest(w.quantity - coalesce(own.quantity, 0), 0))
                     OVER (PARTITION BY w.offer_id, w.warehouse_id ORDER BY w.place) AS needed
              FROM wanted w
              LEFT JOIN locked l USING (offer_id, warehouse_id)
              LEFT JOIN (SELECT successor_id, offer_id, warehouse_id, sum(quantity) AS quantity
                           FROM held GROUP BY successor_id, offer_id, warehouse_id) own
                ON own.successor_id = w.checkout_id AND own.offer_id = w.offer_id AND own.warehouse_id = w.warehouse_id) d
     WHERE d.free IS NULL OR d.needed > d.free),
  sufficient AS MATERIALIZED (
    SELECT * FROM unchanged WHERE checkout_id NOT IN (SELECT checkout_id FROM short)),
  kept AS (${keepingOf(`
    SELECT principal, key, request_hash, 201, jsonb_build_object('checkoutId', checkout_id) FROM sufficient
     WHERE key IS NOT NULL`)}),
  opened AS MATERIALIZED (
    SELECT * FROM sufficient WHERE key IS NULL OR (principal, key) IN (SELECT principal, key FROM kept)),
  raised AS (UPDATE carts c SET version = c.version + 1 FROM opened WHERE c.id = opened.cart_id),
  ended AS (
    UPDATE checkouts c SET status = 'CANCELLED', version = c.version + 1, updated_at = now()
      FROM opened WHERE c.id = opened.former_id
    RETURNING c.id),
  made AS (
    INSERT INTO checkouts (id, account_id, status, expires_at)
    SELECT checkout_id, account_id, 'OPEN', expires_at FROM opened
     -- a buyer has one open checkout, so the previous one ends first
     WHERE (SELECT count(*) FROM ended) >= 0),
  copied AS (
    INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, options,
                                option_texts, digital, quantity, unit_price)
    SELECT l.id, opened.checkout_id, l."offerId", l."variantId", l."sellerId", l.sku, l."nameEn", l."nameAr", l.options,
           l."optionTexts", l.digital, l.quantity, l."unitPrice"
      FROM opened
      JOIN jsonb_to_recordset(:lines::jsonb)
           AS l("checkoutId" uuid, id uuid, "offerId" uuid, "variantId" uuid, "sellerId" uuid, sku text, "nameEn" text,
                "nameAr" text, options jsonb, "optionTexts" jsonb, digital boolean, quantity integer,
                "unitPrice" numeric) ON l."checkoutId" = opened.checkout_id),
  reserved AS MATERIALIZED (SELECT w.* FROM wanted w JOIN opened ON opened.checkout_id = w.checkout_id),
  released AS MATERIALIZED (SELECT h.* FROM held h JOIN opened ON opened.checkout_id = h.successor_id),
  ${releasing('released')},
  ${reserving('reserved')},
  ${movingReserved('SELECT * FROM releases UNION ALL SELECT * FROM reserves')}
  SELECT checkout_id FROM opened`,
  params: {
    checkoutIds: arrayOf(uuid),
    accountIds: arrayOf(uuid),
    cartIds: arrayOf(uuid),
    cartVersions: arrayOf(integer),
    formerIds: arrayOf(nullable(uuid)),
    principals: arrayOf(nullable(text)),
    keys: arrayOf(nullable(text)),
    requestHashes: arrayOf(nullable(bytea)),
    expiries: arrayOf(timestamptz),
    times: arrayOf(timestamptz),
    lines: jsonb<readonly (CheckoutLineRow & { checkoutId: string })[]>(),
    wantedBy: arrayOf(uuid),
    lineIds: arrayOf(uuid),
    offerIds: arrayOf(uuid),
    warehouseIds: arrayOf(uuid),
    quantities: arrayOf(integer),
  },
  row: { checkout_id: uuid },
  prepare: true,
});
