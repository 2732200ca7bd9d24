import type { Database, Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { Offer } from '../../../db/models/offer.ts';
import type { Variant } from '../../../db/models/variant.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  numeric,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';

const NEW_OFFER = {
  id: uuid,
  variantId: uuid,
  sellerId: uuid,
  price: numeric,
  active: boolean,
  lowStockThreshold: nullable(integer),
} satisfies Shape;

/** Inserts the offers the seller does not have yet and returns their ids by variant. */
export async function insertOffers(
  trx: Transaction,
  offers: readonly ValuesOf<typeof NEW_OFFER>[],
): Promise<Map<string, string>> {
  const written = await insert.all(trx, { offers });
  return new Map(written.map(({ variantId, id }) => [variantId, id]));
}

const insert = statement({
  name: 'catalogue.insert_offers',
  sql: `INSERT INTO offers (id, variant_id, seller_id, price, active, low_stock_threshold)
        SELECT n.id, n."variantId", n."sellerId", n.price, n.active, n."lowStockThreshold"
          FROM jsonb_to_recordset(:offers)
               AS n (id uuid, "variantId" uuid, "sellerId" uuid, price numeric, active boolean,
                     "lowStockThreshold" integer)
         ORDER BY n."variantId"
        ON CONFLICT (variant_id, seller_id) DO NOTHING RETURNING variant_id AS "variantId", id`,
  params: { offers: jsonb<readonly ValuesOf<typeof NEW_OFFER>[]>() },
  row: { variantId: uuid, id: uuid },
});

const HELD_OFFER = {
  id: uuid,
  price: numeric,
  active: boolean,
  lowStockThreshold: nullable(integer),
  version: integer,
} satisfies Shape;

/** An offer as locked for a change. */
export type HeldOffer = ValuesOf<typeof HELD_OFFER>;

/**
 * The offers among these that belong to the seller, row-locked in one order. Rows that refer to them may still be
 * written.
 */
export function lockOffers(trx: Transaction, sellerId: string, ids: readonly string[]): Promise<HeldOffer[]> {
  return lockOwn.all(trx, { sellerId, ids });
}

const lockOwn = statement({
  name: 'catalogue.lock_offers',
  sql: `SELECT id, price, active, low_stock_threshold AS "lowStockThreshold", version
          FROM offers WHERE seller_id = :sellerId AND id = ANY(:ids)
         ORDER BY id FOR NO KEY UPDATE`,
  params: { sellerId: uuid, ids: arrayOf(uuid) },
  row: HELD_OFFER,
});

/** Writes locked offers, each as its next version, in one statement so that it is recorded as one change. */
export async function writeOffers(
  trx: Transaction,
  offers: readonly Omit<HeldOffer, 'version'>[],
): Promise<void> {
  await writeMany.count(trx, { offers });
}

const writeMany = statement({
  name: 'catalogue.write_offers',
  sql: `UPDATE offers o
           SET price = n.price, active = n.active, low_stock_threshold = n."lowStockThreshold",
               version = o.version + 1, updated_at = now()
          FROM jsonb_to_recordset(:offers)
               AS n (id uuid, price numeric, active boolean, "lowStockThreshold" integer)
         WHERE o.id = n.id`,
  params: { offers: jsonb<readonly Omit<HeldOffer, 'version'>[]>() },
});

const ANY_OFFER = { sellerId: uuid, active: boolean, version: integer, owned: boolean };

/** An offer of any seller, row-locked, with whether that seller has an owner. */
export function lockAnyOffer(trx: Transaction, id: string): Promise<ValuesOf<typeof ANY_OFFER> | null> {
  return lockAny.first(trx, { id });
}

const lockAny = statement({
  name: 'catalogue.lock_any_offer',
  sql: `SELECT o.seller_id AS "sellerId", o.active, o.version,
               (SELECT owner_account_id IS NOT NULL FROM sellers WHERE id = o.seller_id) AS owned
          FROM offers o WHERE o.id = :id FOR UPDATE OF o`,
  params: { id: uuid },
  row: ANY_OFFER,
});

export async function patchOffer(trx: Transaction, id: string, change: Partial<Offer>): Promise<void> {
  await Offer.query(knexOf(trx)).findById(id).patch(change);
}

/** An offer with its variant, and its free units in active warehouses. */
const SELLER_OFFER = {
  id: uuid,
  sellerId: uuid,
  productId: uuid,
  variantId: uuid,
  sku: text,
  titleEn: text,
  titleAr: text,
  options: jsonb<Variant['options']>(),
  optionTexts: jsonb<Variant['optionTexts']>(),
  price: numeric,
  active: boolean,
  available: integer,
  lowStockThreshold: nullable(integer),
  version: integer,
  createdAt: timestamptz,
  updatedAt: timestamptz,
} satisfies Shape;

export type SellerOfferRow = ValuesOf<typeof SELLER_OFFER>;

/** Free units of the offer `o` in open warehouses. */
export const FREE_PIECES = `(SELECT coalesce(sum(l.on_hand - l.reserved), 0)::integer
     FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
    WHERE l.offer_id = o.id)`;

const SELLER_OFFERS = `
  SELECT o.id, o.seller_id AS "sellerId", v.product_id AS "productId", o.variant_id AS "variantId", v.sku,
         p.title_en AS "titleEn", p.title_ar AS "titleAr", v.options, v.option_texts AS "optionTexts", o.price,
         o.active, o.low_stock_threshold AS "lowStockThreshold", o.version, o.created_at AS "createdAt",
         o.updated_at AS "updatedAt", ${FREE_PIECES} AS available
    FROM offers o
    JOIN variants v ON v.id = o.variant_id
    JOIN products p ON p.id = v.product_id
   WHERE (:sellerId::uuid IS NULL OR o.seller_id = :sellerId)`;

export interface OfferFilter {
  sellerId: string;
  /** Only offers with fewer free units than their threshold. */
  lowStock: boolean;
  /** Id of the last offer on the previous page. */
  before: string | null;
  count: number;
}

/** A seller's offers, newest first. */
export function readSellerOffers(
  database: Database,
  { sellerId, lowStock, before, count }: OfferFilter,
): Promise<SellerOfferRow[]> {
  return readOfSeller.all(database, { sellerId, lowStock, before, count });
}

const readOfSeller = statement({
  name: 'catalogue.read_seller_offers',
  sql: `${SELLER_OFFERS}
     AND (:before::uuid IS NULL OR o.id < :before)
     AND (NOT :lowStock::boolean OR o.low_stock_threshold > ${FREE_PIECES})
   ORDER BY o.id DESC LIMIT :count`,
  params: { sellerId: nullable(uuid), before: nullable(uuid), lowStock: boolean, count: bigint },
  row: SELLER_OFFER,
});

/** Null for another seller's offer. @param sellerId Null for any seller. */
export function findSellerOffer(
  database: Database,
  sellerId: string | null,
  id: string,
): Promise<SellerOfferRow | null> {
  return findOfSeller.first(database, { sellerId, id });
}

const findOfSeller = statement({
  name: 'catalogue.find_seller_offer',
  sql: `${SELLER_OFFERS} AND o.id = :id`,
  params: { sellerId: nullable(uuid), id: uuid },
  row: SELLER_OFFER,
});

/** The offers among these that belong to the seller. */
export function readOffersById(
  database: Database,
  sellerId: string,
  ids: readonly string[],
): Promise<SellerOfferRow[]> {
  return readById.all(database, { sellerId, ids });
}

const readById = statement({
  name: 'catalogue.read_offers_by_id',
  sql: `${SELLER_OFFERS} AND o.id = ANY(:ids)`,
  params: { sellerId: nullable(uuid), ids: arrayOf(uuid) },
  row: SELLER_OFFER,
});

/** A seller's offers of one product, in the order of its variants. */
export function readOffersOfProduct(
  database: Database,
  sellerId: string,
  productId: string,
): Promise<SellerOfferRow[]> {
  return readOfProduct.all(database, { sellerId, productId });
}

const readOfProduct = statement({
  name: 'catalogue.read_seller_offers_of_product',
  sql: `${SELLER_OFFERS} AND v.product_id = :productId ORDER BY v.position, o.id`,
  params: { sellerId: nullable(uuid), productId: uuid },
  row: SELLER_OFFER,
});

/** Ids of a seller's offers of one product, by variant. */
export async function findSellerOfferIds(
  trx: Transaction,
  sellerId: string,
  productId: string,
): Promise<Map<string, string>> {
  const rows = await findIdsOfProduct.all(trx, { sellerId, productId });
  return new Map(rows.map(({ id, variantId }) => [variantId, id]));
}

const findIdsOfProduct = statement({
  name: 'catalogue.find_seller_offer_ids',
  sql: `SELECT o.id, o.variant_id AS "variantId" FROM offers o JOIN variants v ON v.id = o.variant_id
         WHERE o.seller_id = :sellerId AND v.product_id = :productId`,
  params: { sellerId: uuid, productId: uuid },
  row: { id: uuid, variantId: uuid },
});
