import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { MovementCause } from '../../../db/models/stock-movement.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';
import { type LevelKey, levelColumns, levelKey } from './level-key.ts';

const STOCK = {
  sellerId: uuid,
  offerId: uuid,
  warehouseId: uuid,
  variantId: uuid,
  sku: text,
  warehouseName: text,
  onHand: integer,
  reserved: integer,
  lowStockThreshold: nullable(integer),
  version: integer,
  updatedAt: timestamptz,
};
export type StockRow = ValuesOf<typeof STOCK>;

export interface StockFilter {
  sellerId: string;
  offerId: string | null;
  warehouseId: string | null;
  /** Offer and warehouse of the last row on the previous page. */
  after: LevelKey | null;
  count: number;
}

const readingStock = <P extends Shape>(name: string, params: P, rest: string) =>
  statement({
    name,
    sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", o.seller_id AS "sellerId",
                 o.variant_id AS "variantId", v.sku, w.name AS "warehouseName", l.on_hand AS "onHand", l.reserved,
                 o.low_stock_threshold AS "lowStockThreshold", l.version, l.updated_at AS "updatedAt"
            FROM stock_levels l
            JOIN offers o ON o.id = l.offer_id
            JOIN variants v ON v.id = o.variant_id
            JOIN warehouses w ON w.id = l.warehouse_id
           WHERE ${rest}`,
    params,
    row: STOCK,
  });

/** A seller's stock, newest offers first. */
export function readStock(database: Database, { after, ...filter }: StockFilter): Promise<StockRow[]> {
  return stockOfSeller.all(database, {
    ...filter,
    afterOfferId: after?.offerId ?? null,
    afterWarehouseId: after?.warehouseId ?? null,
  });
}

const stockOfSeller = readingStock(
  'inventory.stock_of_seller',
  {
    sellerId: uuid,
    offerId: nullable(uuid),
    warehouseId: nullable(uuid),
    afterOfferId: nullable(uuid),
    afterWarehouseId: nullable(uuid),
    count: bigint,
  },
  `o.seller_id = :sellerId
   AND (:offerId::uuid IS NULL OR l.offer_id = :offerId)
   AND (:warehouseId::uuid IS NULL OR l.warehouse_id = :warehouseId)
   AND (:afterOfferId::uuid IS NULL OR (l.offer_id, l.warehouse_id) < (:afterOfferId, :afterWarehouseId))
 ORDER BY l.offer_id DESC, l.warehouse_id DESC LIMIT :count`,
);

/** The levels among these that belong to the seller, by `levelKey`. */
export async function readStockLevels(
  database: Database,
  sellerId: string,
  keys: readonly LevelKey[],
): Promise<Map<string, StockRow>> {
  const found = await stockOfLevels.all(database, { sellerId, ...levelColumns(keys) });
  return new Map(found.map((row) => [levelKey(row), row]));
}

const stockOfLevels = readingStock(
  'inventory.stock_of_levels',
  { sellerId: uuid, offerIds: arrayOf(uuid), warehouseIds: arrayOf(uuid) },
  `o.seller_id = :sellerId
   AND (l.offer_id, l.warehouse_id) IN (SELECT * FROM unnest(:offerIds::uuid[], :warehouseIds::uuid[]))`,
);

/** Throws common.NOT_FOUND. */
export async function readStockLevel(
  database: Database,
  offerId: string,
  warehouseId: string,
): Promise<StockRow> {
  const row = await stockOfLevel.first(database, { offerId, warehouseId });
  if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such stock level.' });
  return row;
}

const stockOfLevel = readingStock(
  'inventory.stock_of_level',
  { offerId: uuid, warehouseId: uuid },
  'l.offer_id = :offerId AND l.warehouse_id = :warehouseId',
);

/**
 * The keys among these whose offer and warehouse belong to one seller, by `levelKey`.
 * @param sellerId Null for any seller.
 */
export async function readOwnLevels(
  trx: Transaction,
  keys: readonly LevelKey[],
  sellerId: string | null,
): Promise<Set<string>> {
  const found = await ownLevels.all(trx, { sellerId, ...levelColumns(keys) });
  return new Set(found.map(levelKey));
}

const ownLevels = statement({
  name: 'inventory.own_levels',
  sql: `SELECT o.id AS "offerId", w.id AS "warehouseId"
          FROM unnest(:offerIds::uuid[], :warehouseIds::uuid[]) AS n (offer_id, warehouse_id)
          JOIN offers o ON o.id = n.offer_id
          JOIN warehouses w ON w.id = n.warehouse_id AND w.seller_id = o.seller_id
         WHERE :sellerId::uuid IS NULL OR o.seller_id = :sellerId`,
  params: { sellerId: nullable(uuid), offerIds: arrayOf(uuid), warehouseIds: arrayOf(uuid) },
  row: { offerId: uuid, warehouseId: uuid },
});

const SOLD = { line_id: uuid, offer_id: uuid, warehouse_id: uuid, quantity: integer };
/** Units of a line sold from one level. */
export type SoldUnits = ValuesOf<typeof SOLD>;

export function readSold(trx: Transaction, groupId: string): Promise<SoldUnits[]> {
  return soldOfGroup.all(trx, { groupId });
}

const soldOfGroup = statement({
  name: 'inventory.sold_of_group',
  sql: `SELECT a.line_id, a.offer_id, a.warehouse_id, a.quantity
          FROM order_line_allocations a JOIN order_lines l ON l.id = a.line_id
         WHERE l.group_id = :groupId
         ORDER BY a.line_id, a.warehouse_id`,
  params: { groupId: uuid },
  row: SOLD,
});

const MOVEMENT = {
  id: uuid,
  offer_id: uuid,
  warehouse_id: uuid,
  on_hand_delta: integer,
  reserved_delta: integer,
  cause: oneOf<MovementCause>(),
  cause_id: text,
  reason: nullable(text),
  at: timestamptz,
  /** Who set the level by hand or by a file; otherwise null. */
  actor_name: nullable(text),
  actor_runs_platform: nullable(boolean),
};
export type MovementRow = ValuesOf<typeof MOVEMENT>;

export interface MovementFilter {
  sellerId: string;
  offerId: string | null;
  warehouseId: string | null;
  cause: MovementCause | null;
  /** Domain time, RFC 3339; `from` inclusive, `to` exclusive. */
  from: string | null;
  to: string | null;
  /** Id of the last movement on the previous page. */
  before: string | null;
  count: number;
}

/**
 * Movements of a seller's stock, newest first: the newest of each level by its index, then the newest of all of them.
 */
export function readMovements(database: Database, filter: MovementFilter): Promise<MovementRow[]> {
  return movementsOfSeller.all(database, filter);
}

const movementsOfSeller = statement({
  name: 'inventory.movements_of_seller',
  sql: `SELECT m.id, m.offer_id, m.warehouse_id, m.on_hand_delta, m.reserved_delta, m.cause, m.cause_id, m.reason, m.at,
               coalesce(a.display_name, k.name) AS actor_name,
               EXISTS (SELECT FROM account_roles r WHERE r.account_id = a.id AND r.role = 'ADMIN') AS actor_runs_platform
          FROM stock_levels l
          JOIN offers o ON o.id = l.offer_id
         CROSS JOIN LATERAL (
           SELECT id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, reason, at
             FROM stock_movements
            WHERE offer_id = l.offer_id AND warehouse_id = l.warehouse_id
              AND (:before::uuid IS NULL OR id < :before)
              AND (:cause::text IS NULL OR cause = :cause)
              AND (:from::timestamptz IS NULL OR at >= :from)
              AND (:to::timestamptz IS NULL OR at < :to)
            ORDER BY id DESC LIMIT :count) m
          -- For a sale this would be the buyer, who is not shown here.
          LEFT JOIN accounts a ON a.id = m.account_id AND m.cause IN ('COUNT', 'IMPORT')
          LEFT JOIN api_keys k ON k.id = m.account_id AND m.cause = 'COUNT'
         WHERE o.seller_id = :sellerId
           AND (:offerId::uuid IS NULL OR l.offer_id = :offerId)
           AND (:warehouseId::uuid IS NULL OR l.warehouse_id = :warehouseId)
         ORDER BY m.id DESC LIMIT :count`,
  params: {
    sellerId: uuid,
    offerId: nullable(uuid),
    warehouseId: nullable(uuid),
    cause: nullable(oneOf<MovementCause>()),
    from: nullable(timestamptzText),
    to: nullable(timestamptzText),
    before: nullable(uuid),
    count: bigint,
  },
  row: MOVEMENT,
});

export interface StockDiscrepancy extends LevelKey {
  onHand: number;
  reserved: number;
  /** Sum of the level's movements. */
  movedOnHand: number;
  movedReserved: number;
  /** Units held by its reservations. */
  held: number;
}

const MAX_FAULTS = 100;

/**
 * Verifies each stock level in one database snapshot: its movements add up to on hand and reserved, and its
 * reservations add up to reserved. Returns the first hundred levels that do not match.
 */
export function checkStock(database: Database): Promise<StockDiscrepancy[]> {
  return faults.all(database, { limit: MAX_FAULTS });
}

const faults = statement({
  name: 'inventory.faults',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand AS "onHand", l.reserved,
               coalesce(m.on_hand, 0)::integer AS "movedOnHand", coalesce(m.reserved, 0)::integer AS "movedReserved",
               coalesce(h.held, 0)::integer AS held
          FROM stock_levels l
          LEFT JOIN (SELECT offer_id, warehouse_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved
                       FROM stock_movements GROUP BY offer_id, warehouse_id) m USING (offer_id, warehouse_id)
          LEFT JOIN (SELECT offer_id, warehouse_id, sum(quantity) AS held
                       FROM reservations WHERE status = 'HELD' GROUP BY offer_id, warehouse_id) h USING (offer_id, warehouse_id)
         WHERE l.on_hand <> coalesce(m.on_hand, 0) OR l.reserved <> coalesce(m.reserved, 0)
            OR l.reserved <> coalesce(h.held, 0)
         ORDER BY l.offer_id, l.warehouse_id LIMIT :limit`,
  params: { limit: bigint },
  row: {
    offerId: uuid,
    warehouseId: uuid,
    onHand: integer,
    reserved: integer,
    movedOnHand: integer,
    movedReserved: integer,
    held: integer,
  },
});
