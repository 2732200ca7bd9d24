import type { Transaction } from '../../../db/database.ts';
import { arrayOf, double, integer, numeric, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type LevelKey, levelColumns } from './level-key.ts';

/** Units of one line that one warehouse holds for a checkout, and what an order takes from both as it is now. */
export interface HeldUnits {
  id: string;
  lineId: string;
  offerId: string;
  warehouseId: string;
  quantity: number;
  latitude: number;
  longitude: number;
  /** Percent that the line's seller pays on goods. */
  commissionRate: string;
}

/** What a checkout still holds. A count may take of it until its stock rows are locked. */
export function readHeld(trx: Transaction, checkoutId: string): Promise<HeldUnits[]> {
  return readHeldUnits.all(trx, { checkoutId });
}

const readHeldUnits = statement({
  name: 'inventory.read_held_units',
  sql: `SELECT r.id, r.line_id AS "lineId", r.offer_id AS "offerId", r.warehouse_id AS "warehouseId", r.quantity,
               w.latitude, w.longitude, p.percent AS "commissionRate"
          FROM reservations r
          JOIN warehouses w ON w.id = r.warehouse_id
          JOIN checkout_lines l ON l.id = r.line_id
          JOIN sellers s ON s.id = l.seller_id
          JOIN commission_plans p ON p.id = s.commission_plan_id
         WHERE r.checkout_id = :checkoutId AND r.status = 'HELD'
         ORDER BY r.id`,
  params: { checkoutId: uuid },
  row: {
    id: uuid,
    lineId: uuid,
    offerId: uuid,
    warehouseId: uuid,
    quantity: integer,
    latitude: double,
    longitude: double,
    commissionRate: numeric,
  },
  prepare: true,
});

export interface LostReservation {
  id: string;
  quantity: number;
}

export interface HeldReservation extends LevelKey, LostReservation {}

/** Locks what is held of these levels, the newest first. */
export function lockHeldReservations(
  trx: Transaction,
  levels: readonly LevelKey[],
): Promise<HeldReservation[]> {
  return lockHeldOfLevels.all(trx, levelColumns(levels));
}

const lockHeldOfLevels = statement({
  name: 'inventory.lock_held_reservations',
  sql: `SELECT id, quantity, offer_id AS "offerId", warehouse_id AS "warehouseId" FROM reservations
         WHERE status = 'HELD'
           AND (offer_id, warehouse_id) IN (SELECT * FROM unnest(:offerIds::uuid[], :warehouseIds::uuid[]))
         ORDER BY id DESC FOR UPDATE`,
  params: { offerIds: arrayOf(uuid), warehouseIds: arrayOf(uuid) },
  row: { id: uuid, quantity: integer, offerId: uuid, warehouseId: uuid },
});

/** @param at Domain time. */
export async function loseReservations(trx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await lose.count(trx, { ids, at });
}

const lose = statement({
  name: 'inventory.lose_reservations',
  sql: `UPDATE reservations SET status = 'LOST', ended_at = :at WHERE id = ANY(:ids)`,
  params: { ids: arrayOf(uuid), at: timestamptz },
});
