import type { Database } from '../../../db/database.ts';

const UNUSED_DAYS = 30;

/** Deletes guests' carts that nobody has changed for 30 days, `limit` at most. Answers how many. */
export async function purgeGuestCarts(database: Database, limit: number): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    // One that is being changed or merged right now is passed over, and stays.
    `DELETE FROM carts
      WHERE id IN (SELECT id FROM carts
                    WHERE account_id IS NULL AND updated_at < now() - make_interval(days => ?)
                    ORDER BY updated_at LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [UNUSED_DAYS, limit],
  );
  return rowCount;
}
