import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { deleteResolved } from './alert-store.ts';

/** Days of domain time; the same as events. */
const KEPT_DAYS = 90;

/** Deletes alerts resolved more than KEPT_DAYS ago with their history, at most `limit`. Returns how many. */
export async function purgeAlerts(
  { database, clock }: { database: Database; clock: Clock },
  limit: number,
): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000);
  return deleteResolved(database, before, limit);
}
