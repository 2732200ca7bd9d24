import type { Database } from '../../../db/database.ts';
import { arrayOf, bigint, integer, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { deleteEndedReservations } from '../inventory/inventory.ts';

/** Days that an address is kept after its owner has deleted it, and a checkout of which no order came. */
const KEPT_DAYS = 30;

/**
 * Deletes checkouts that ended without an order 30 days ago, with their lines and released reservations, at most
 * `limit`. Returns how many.
 */
export function purgeCheckouts(database: Database, limit: number): Promise<number> {
  return inTransaction(database, async (trx) => {
    const ids = (await lockEnded.all(trx, { days: KEPT_DAYS, limit })).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await deleteEndedReservations(trx, ids);
    await deleteShipping.count(trx, { ids });
    await deleteLines.count(trx, { ids });
    await deleteCheckouts.count(trx, { ids });
    return ids.length;
  });
}

const lockEnded = statement({
  name: 'checkout.lock_old',
  sql: `SELECT c.id FROM checkouts c
         WHERE c.status IN ('EXPIRED', 'CANCELLED') AND c.updated_at < now() - make_interval(days => :days)
           AND NOT EXISTS (SELECT FROM reservations r
                            WHERE r.checkout_id = c.id AND r.status NOT IN ('RELEASED', 'LOST'))
         ORDER BY c.updated_at LIMIT :limit FOR UPDATE OF c SKIP LOCKED`,
  params: { days: integer, limit: bigint },
  row: { id: uuid },
});

const deleteShipping = statement({
  name: 'checkout.delete_old_shipping',
  sql: 'DELETE FROM checkout_shipping WHERE checkout_id = ANY(:ids)',
  params: { ids: arrayOf(uuid) },
});

const deleteLines = statement({
  name: 'checkout.delete_old_lines',
  sql: 'DELETE FROM checkout_lines WHERE checkout_id = ANY(:ids)',
  params: { ids: arrayOf(uuid) },
});

const deleteCheckouts = statement({
  name: 'checkout.delete_old',
  sql: 'DELETE FROM checkouts WHERE id = ANY(:ids)',
  params: { ids: arrayOf(uuid) },
});

/** Deletes addresses that their owners deleted 30 days ago, at most `limit`. Returns how many. */
export function purgeAddresses(database: Database, limit: number): Promise<number> {
  return deleteAddresses.count(database, { days: KEPT_DAYS, limit });
}

const deleteAddresses = statement({
  name: 'checkout.delete_old_addresses',
  sql: `DELETE FROM addresses
         WHERE id IN (SELECT id FROM addresses WHERE deleted_at < now() - make_interval(days => :days)
                       ORDER BY deleted_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { days: integer, limit: bigint },
});
