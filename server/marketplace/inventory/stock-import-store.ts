import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, integer, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { LevelKey } from './level-key.ts';

const STORED_IMPORT = {
  id: uuid,
  sellerId: uuid,
  accountId: uuid,
  rows: integer,
  changed: integer,
  reservationsLost: integer,
  /** Domain time. */
  at: timestamptz,
};

export async function insertImport(trx: Transaction, row: ValuesOf<typeof STORED_IMPORT>): Promise<void> {
  await insert.count(trx, row);
}

const insert = statement({
  name: 'inventory.insert_import',
  sql: `INSERT INTO stock_imports (id, seller_id, account_id, rows, changed, reservations_lost, at)
        VALUES (:id, :sellerId, :accountId, :rows, :changed, :reservationsLost, :at)`,
  params: STORED_IMPORT,
});

export interface ImportResult {
  rows: number;
  changed: number;
  reservationsLost: number;
}

/** Null for another seller's import. */
export function findImport(database: Database, sellerId: string, id: string): Promise<ImportResult | null> {
  return find.first(database, { id, sellerId });
}

const find = statement({
  name: 'inventory.find_import',
  sql: `SELECT rows, changed, reservations_lost AS "reservationsLost" FROM stock_imports
         WHERE id = :id AND seller_id = :sellerId`,
  params: { id: uuid, sellerId: uuid },
  row: { rows: integer, changed: integer, reservationsLost: integer },
});

export interface PresentLevel extends LevelKey {
  onHand: number;
  version: number;
}

/** All levels of the offers among these that belong to the seller. */
export function readPresentLevels(
  trx: Transaction,
  sellerId: string,
  offerIds: readonly string[],
): Promise<PresentLevel[]> {
  return presentLevels.all(trx, { sellerId, offerIds });
}

const presentLevels = statement({
  name: 'inventory.present_levels',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand AS "onHand", l.version
          FROM stock_levels l JOIN offers o ON o.id = l.offer_id
         WHERE o.seller_id = :sellerId AND l.offer_id = ANY(:offerIds)`,
  params: { sellerId: uuid, offerIds: arrayOf(uuid) },
  row: { offerId: uuid, warehouseId: uuid, onHand: integer, version: integer },
});

/** Ids of a seller's offers with one of these SKUs, by SKU. */
export async function readOffersBySku(
  trx: Transaction,
  sellerId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const found = await offersBySku.all(trx, { sellerId, skus });
  return new Map(found.map(({ sku, id }) => [sku, id]));
}

const offersBySku = statement({
  name: 'inventory.offers_by_sku',
  sql: `SELECT v.sku, o.id FROM variants v JOIN offers o ON o.variant_id = v.id
         WHERE o.seller_id = :sellerId AND v.sku = ANY(:skus)`,
  params: { sellerId: uuid, skus: arrayOf(text) },
  row: { sku: text, id: uuid },
});
