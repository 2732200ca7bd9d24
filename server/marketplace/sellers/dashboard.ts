import type { Database } from '../../../db/database.ts';
import { endOfDay, qatarDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import { type DashboardFigures, readFigures } from './dashboard-store.ts';

/** Shown at most. */
const MAX_ROWS = 10;
/** Fewer free pieces than this, in open warehouses, are few, where an offer has no threshold of its own. */
const LOW_STOCK = 5;
const DAY_MS = 86_400_000;

/** A seller's figures of the last days, today included, in six reads however much it sells. */
export async function readDashboard(
  database: Database,
  sellerId: string,
  now: Date,
  days: number,
): Promise<DashboardFigures & { from: Date; until: Date }> {
  const until = endOfDay(qatarDay(now));
  const from = startOfDay(qatarDay(new Date(until.getTime() - days * DAY_MS)));
  const period = { from, until };
  const limits = { most: MAX_ROWS, low: LOW_STOCK };
  return { ...period, ...(await readFigures(database, { sellerId, now, ...period, ...limits })) };
}
