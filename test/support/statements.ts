import type { Database } from '../../db/database.ts';
import { until } from '../../scripts/shared/waiting.ts';

interface Query {
  sql: string;
  __knexTxId?: string;
}

/**
 * Statements that a process sends once for many requests, or by a timer: whether its cached settings are current, its
 * clock right, and the figures among its metrics that the database holds.
 */
const SHARED =
  /zone_revision|FROM settings\b|shipping_methods WHERE seller_id IS NULL AND active|parked_at|SELECT clock_timestamp|pg_stat_archiver/;

/**
 * The statements sent while some work is done, in order. With `within`, only those of transactions that sent a
 * statement matching it. Statements that the service sends by itself are left out.
 */
export async function statementsOf(
  database: Database,
  work: () => Promise<unknown>,
  within?: RegExp,
): Promise<string[]> {
  const sent: Query[] = [];
  const note = (query: Query) => {
    sent.push(query);
  };
  database.on('query', note);
  try {
    await work();
  } finally {
    database.off('query', note);
  }
  if (within === undefined) return sent.map(({ sql }) => sql).filter((sql) => !SHARED.test(sql));
  const meant = new Set(sent.filter(({ sql }) => within.test(sql)).map((query) => query.__knexTxId));
  return sent.filter((query) => meant.has(query.__knexTxId)).map(({ sql }) => sql);
}

/** Waits until at least this many transactions of the database are blocked by another's lock. */
export function somebodyWaits(database: Database, atLeast = 1): Promise<void> {
  const waiting = async () => {
    const { rows } = await database.raw(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length >= atLeast;
  };
  return until(waiting, { failure: `fewer than ${atLeast} transactions wait for a lock` });
}
