import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { MovementCause } from '../../../db/models/stock-movement.ts';
import { arrayOf, integer, jsonb, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type LevelKey, levelColumns } from './level-key.ts';

/** A change of one stock row, with its cause. A cause changes a row only once. */
export interface StockMove {
  offerId: string;
  warehouseId: string;
  onHand: number;
  reserved: number;
  cause: 'RESERVE' | 'RELEASE' | 'SALE' | 'RETURN';
  causeId: string;
}

export interface MoveOptions {
  ids: Ids;
  /** Domain time. */
  at: Date;
  /** Who caused it; null for the service. */
  accountId: string | null;
}

/**
 * Lock order of stock rows: code that locks several rows uses it, so that transactions needing the same rows wait for each
 * other instead of deadlocking. FOR NO KEY UPDATE still allows writing rows that refer to a level.
 */
export const LOCK_ORDER = 'ORDER BY l.offer_id, l.warehouse_id FOR NO KEY UPDATE OF l';

/** Locks the stock rows a group was sold from. */
export async function lockSoldStock(trx: Transaction, groupId: string): Promise<void> {
  await lockSold.all(trx, { groupId });
}

const lockSold = statement({
  name: 'inventory.lock_sold',
  sql: `SELECT l.offer_id FROM stock_levels l
         WHERE (l.offer_id, l.warehouse_id) IN (SELECT a.offer_id, a.warehouse_id
                                                  FROM order_line_allocations a JOIN order_lines o ON o.id = a.line_id
                                                 WHERE o.group_id = :groupId)
         ${LOCK_ORDER}`,
  params: { groupId: uuid },
  row: { offer_id: uuid },
});

/** Locks the stock rows of a warehouse. Returns how many units are reserved there. */
export async function lockReservedIn(trx: Transaction, warehouseId: string): Promise<number> {
  const levels = await lockLevelsOfWarehouse.all(trx, { warehouseId });
  return levels.reduce((sum, level) => sum + level.reserved, 0);
}

/** Locks all stock rows of a seller, so that nothing can be sold from them. Returns how many units are reserved. */
export async function lockReservedOf(trx: Transaction, sellerId: string): Promise<number> {
  const levels = await lockLevelsOfSeller.all(trx, { sellerId });
  return levels.reduce((sum, level) => sum + level.reserved, 0);
}

const lockLevelsOfSeller = statement({
  name: 'inventory.lock_levels_of_seller',
  sql: `SELECT l.reserved FROM stock_levels l
         WHERE l.offer_id IN (SELECT id FROM offers WHERE seller_id = :sellerId) ${LOCK_ORDER}`,
  params: { sellerId: uuid },
  row: { reserved: integer },
});

const lockLevelsOfWarehouse = statement({
  name: 'inventory.lock_levels_of_warehouse',
  sql: `SELECT l.reserved FROM stock_levels l WHERE l.warehouse_id = :warehouseId ${LOCK_ORDER}`,
  params: { warehouseId: uuid },
  row: { reserved: integer },
});

/** Source rows of both statements that write movements. */
const MOVEMENTS = `jsonb_to_recordset(:movements) AS m(id uuid, "offerId" uuid, "warehouseId" uuid, "onHand" integer,
                                                       reserved integer, cause text, "causeId" text)`;

/** A movement to write, with its id. */
export interface NewMovement extends LevelKey {
  id: string;
  onHand: number;
  reserved: number;
  cause: MovementCause;
  causeId: string;
}

/**
 * Changes locked stock rows and records why; a cause that has already changed its row is ignored. The version belongs
 * to the count: only changes of `on_hand` increment it, so that an offer can be counted while it is being reserved.
 */
export async function moveStock(
  trx: Transaction,
  moves: readonly StockMove[],
  { ids, at, accountId }: MoveOptions,
): Promise<void> {
  if (moves.length === 0) return;
  const movements = moves.map((stockMove): NewMovement => ({ id: ids.next(), ...stockMove }));
  const offerIds = moves.map(({ offerId }) => offerId);
  await move.count(trx, { accountId, at, movements, offerIds });
}

const move = statement({
  name: 'inventory.move',
  sql: `
    WITH written AS (
      INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
      SELECT m.id, m."offerId", m."warehouseId", m."onHand", m.reserved, m.cause, m."causeId", :accountId::uuid, :at::timestamptz
        FROM ${MOVEMENTS}
      ON CONFLICT (offer_id, warehouse_id, cause, cause_id) DO NOTHING
      RETURNING offer_id, warehouse_id, on_hand_delta, reserved_delta)
    UPDATE stock_levels l
       SET on_hand = l.on_hand + d.on_hand, reserved = l.reserved + d.reserved,
           version = l.version + CASE WHEN d.on_hand <> 0 THEN 1 ELSE 0 END, updated_at = now()
      FROM (SELECT offer_id, warehouse_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved
              FROM written GROUP BY offer_id, warehouse_id) d
     WHERE l.offer_id = d.offer_id AND l.warehouse_id = d.warehouse_id AND l.offer_id = ANY(:offerIds)`,
  params: {
    accountId: nullable(uuid),
    at: timestamptz,
    movements: jsonb<readonly NewMovement[]>(),
    offerIds: arrayOf(uuid),
  },
  prepare: true,
});

/** Creates missing levels with zero units. Existing ones stay as they are. */
export async function makeMissingLevels(trx: Transaction, keys: readonly LevelKey[]): Promise<void> {
  await makeMissing.count(trx, levelColumns(keys));
}

const makeMissing = statement({
  name: 'inventory.make_missing_levels',
  sql: `INSERT INTO stock_levels (offer_id, warehouse_id, on_hand, version)
        SELECT offer_id, warehouse_id, 0, 0
          FROM unnest(:offerIds::uuid[], :warehouseIds::uuid[]) AS n (offer_id, warehouse_id)
         ORDER BY offer_id, warehouse_id
        ON CONFLICT (offer_id, warehouse_id) DO NOTHING`,
  params: { offerIds: arrayOf(uuid), warehouseIds: arrayOf(uuid) },
});

export interface LockedLevel extends LevelKey {
  onHand: number;
  reserved: number;
  version: number;
}

export function lockLevels(trx: Transaction, keys: readonly LevelKey[]): Promise<LockedLevel[]> {
  return lockNamed.all(trx, levelColumns(keys));
}

const lockNamed = statement({
  name: 'inventory.lock_levels',
  sql: `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand AS "onHand", l.reserved, l.version
          FROM stock_levels l
         WHERE (l.offer_id, l.warehouse_id) IN (SELECT * FROM unnest(:offerIds::uuid[], :warehouseIds::uuid[]))
         ${LOCK_ORDER}`,
  params: { offerIds: arrayOf(uuid), warehouseIds: arrayOf(uuid) },
  row: { offerId: uuid, warehouseId: uuid, onHand: integer, reserved: integer, version: integer },
});

/** A counted level, and the reserved units it loses. */
export interface CountedLevel extends LevelKey {
  onHand: number;
  released: number;
}

/** A count to write, with who counted and why. */
export interface WrittenCount {
  levels: readonly CountedLevel[];
  movements: readonly NewMovement[];
  accountId: string;
  reason: string | null;
  /** Domain time. */
  at: Date;
}

/** Sets locked levels to the counted quantity and records why. */
export async function writeCount(trx: Transaction, count: WrittenCount): Promise<void> {
  await setCounted.count(trx, count);
}

const setCounted = statement({
  name: 'inventory.write_count',
  sql: `WITH counted AS (
          UPDATE stock_levels l
             SET on_hand = c."onHand", reserved = l.reserved - c.released, version = l.version + 1, updated_at = now()
            FROM jsonb_to_recordset(:levels)
                 AS c("offerId" uuid, "warehouseId" uuid, "onHand" integer, released integer)
           WHERE l.offer_id = c."offerId" AND l.warehouse_id = c."warehouseId")
        INSERT INTO stock_movements
               (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, reason, at)
        SELECT m.id, m."offerId", m."warehouseId", m."onHand", m.reserved, m.cause, m."causeId", :accountId::uuid, :reason::text, :at::timestamptz
          FROM ${MOVEMENTS}`,
  params: {
    levels: jsonb<readonly CountedLevel[]>(),
    movements: jsonb<readonly NewMovement[]>(),
    accountId: uuid,
    reason: nullable(text),
    at: timestamptz,
  },
});
