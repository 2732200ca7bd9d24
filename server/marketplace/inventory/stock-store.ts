import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { type LevelKey, levelKey } from './level-key.ts';

export interface StockRow extends LevelKey {
  sellerId: string;
  variantId: string;
  sku: string;
  warehouseName: string;
  onHand: number;
  reserved: number;
  version: number;
  updatedAt: Date;
}

export interface StockFilter {
  sellerId: string;
  offerId: string | null;
  warehouseId: string | null;
  /** Offer and warehouse the last page ended with. */
  after: { offerId: string; warehouseId: string } | null;
  count: number;
}

function rows(database: Database) {
  return database('stock_levels as l')
    .join('offers as o', 'o.id', 'l.offer_id')
    .join('variants as v', 'v.id', 'o.variant_id')
    .join('warehouses as w', 'w.id', 'l.warehouse_id')
    .select<StockRow[]>({
      offerId: 'l.offer_id',
      warehouseId: 'l.warehouse_id',
      sellerId: 'o.seller_id',
      variantId: 'o.variant_id',
      sku: 'v.sku',
      warehouseName: 'w.name',
      onHand: 'l.on_hand',
      reserved: 'l.reserved',
      version: 'l.version',
      updatedAt: 'l.updated_at',
    });
}

/** A seller's stock, newest offers first. */
export function readStock(database: Database, filter: StockFilter): Promise<StockRow[]> {
  const query = rows(database).where('o.seller_id', filter.sellerId);
  if (filter.offerId !== null) query.where('l.offer_id', filter.offerId);
  if (filter.warehouseId !== null) query.where('l.warehouse_id', filter.warehouseId);
  if (filter.after !== null) {
    query.whereRaw('(l.offer_id, l.warehouse_id) < (?::uuid, ?::uuid)', [
      filter.after.offerId,
      filter.after.warehouseId,
    ]);
  }
  return query
    .orderBy([
      { column: 'l.offer_id', order: 'desc' },
      { column: 'l.warehouse_id', order: 'desc' },
    ])
    .limit(filter.count);
}

/** Those of these levels that are a seller's, by `levelKey`. */
export async function readStockLevels(
  database: Database,
  sellerId: string,
  keys: readonly LevelKey[],
): Promise<Map<string, StockRow>> {
  const pairs = [keys.map(({ offerId }) => offerId), keys.map(({ warehouseId }) => warehouseId)];
  const found = await rows(database)
    .where('o.seller_id', sellerId)
    .whereRaw('(l.offer_id, l.warehouse_id) IN (SELECT * FROM unnest(?::uuid[], ?::uuid[]))', pairs);
  return new Map(found.map((row) => [levelKey(row), row]));
}

/** Throws common.NOT_FOUND. */
export async function readStockLevel(
  database: Database,
  offerId: string,
  warehouseId: string,
): Promise<StockRow> {
  const [row] = await rows(database).where({ 'l.offer_id': offerId, 'l.warehouse_id': warehouseId }).limit(1);
  if (row === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such stock level.' });
  return row;
}
