import type { Transaction } from '../../../db/database.ts';
import { arrayOf, integer, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { type LevelKey, levelColumns } from './level-key.ts';

export interface LostReservation {
  id: string;
  quantity: number;
}

export interface HeldReservation extends LevelKey, LostReservation {}

/** Locks the reservations of these levels, newest first. */
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

/** Deletes the reservations of checkouts of which no order came. Those still held or consumed stay, and their checkouts with them. */
export async function deleteEndedReservations(
  trx: Transaction,
  checkoutIds: readonly string[],
): Promise<void> {
  await deleteEnded.count(trx, { checkoutIds });
}

const deleteEnded = statement({
  name: 'inventory.delete_ended_reservations',
  sql: `DELETE FROM reservations WHERE checkout_id = ANY(:checkoutIds) AND status IN ('RELEASED', 'LOST')`,
  params: { checkoutIds: arrayOf(uuid) },
});
