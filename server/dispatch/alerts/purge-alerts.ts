import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';

/** Days of domain time, as long as events are kept. */
const KEPT_DAYS = 90;

/** Deletes alerts resolved long ago with what they went through, `limit` at most. Answers how many. */
export async function purgeAlerts(
  { database, clock }: { database: Database; clock: Clock },
  limit: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `DELETE FROM alerts
      WHERE id IN (SELECT id FROM alerts WHERE status = 'RESOLVED' AND resolved_at < ?
                    ORDER BY resolved_at LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [before, limit],
  );
  return rowCount;
}
