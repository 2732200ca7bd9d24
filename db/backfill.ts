import { type MigrationFile, tableOfBackfillIn } from './migration-files.ts';
import { MigrationRefusedError, type MigrationSession, type Say } from './migration-session.ts';

/** Rows of a batch at the beginning; it becomes larger or smaller by how long batches take. */
const FIRST_ROWS = 500;
const MIN_ROWS = 10;
const MAX_ROWS = 5_000;
/** Milliseconds of a batch above which the next one is half as large, and below which it is twice as large. */
const SLOW_MS = 500;
const FAST_MS = 100;
/** As long as the batch took, so that others have half of the time; within these bounds. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;
const SAY_EVERY_MS = 5_000;

export interface BackfillOptions {
  say: Say;
  /** Ends it after the batch under way. */
  signal?: AbortSignal | undefined;
  /** Rows of every batch, for tests. */
  rows?: number | undefined;
}

interface Batch {
  /** Key of the last row; null for an empty batch. */
  last_key: unknown;
  rows: unknown;
}

/**
 * Runs a backfill to its end, in batches that are committed with how far they got: it goes on there after it was stopped
 * or killed. Its statement handles the rows after the key $1 (null at first), $2 at most, in the order of the key, and
 * returns `last_key` and `rows`. Throws MigrationRefusedError when `signal` stops it.
 */
export async function runBackfill(
  session: MigrationSession,
  file: MigrationFile,
  { say, signal, rows: fixed }: BackfillOptions,
): Promise<void> {
  const { client } = session;
  await client.query('INSERT INTO backfills (name) VALUES ($1) ON CONFLICT DO NOTHING', [file.name]);
  const about = await estimate(session, tableOfBackfillIn(file.sql) ?? '');
  let size = fixed ?? FIRST_ROWS;
  let said = 0;
  for (;;) {
    const began = performance.now();
    const { done, isLast } = await session.repeatedly(file.name, () => oneBatch(session, file, size));
    const took = performance.now() - began;
    if (isLast) {
      say(`${file.name}: finished, ${done} rows`);
      return;
    }
    if (performance.now() - said > SAY_EVERY_MS) {
      say(`${file.name}: ${done} rows${about > 0 ? ` of about ${Math.max(about, done)}` : ''}`);
      said = performance.now();
    }
    if (fixed === undefined) size = nextSize(size, took);
    await pause(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, took)), signal);
    if (signal?.aborted === true)
      throw new MigrationRefusedError(`${file.name} was stopped after ${done} rows; run it again to go on.`);
  }
}

/** Rows of the next batch. */
export function nextSize(size: number, tookMs: number): number {
  if (tookMs > SLOW_MS) return Math.max(MIN_ROWS, Math.floor(size / 2));
  return tookMs < FAST_MS ? Math.min(MAX_ROWS, size * 2) : size;
}

function oneBatch(session: MigrationSession, file: MigrationFile, size: number) {
  const { client } = session;
  return session.inTransaction(async () => {
    const read = 'SELECT last_key FROM backfills WHERE name = $1 FOR UPDATE';
    const { rows: kept } = await client.query<{ last_key: string | null }>(read, [file.name]);
    const after = kept[0]?.last_key ?? null;
    const { rows } = await client.query<Batch>(file.sql, [after, size]);
    const count = Number(rows[0]?.rows ?? 0);
    const key = rows[0]?.last_key ?? null;
    const last = key === null ? null : String(key);
    if (count > 0 && (last === null || last === after))
      throw new Error(`${file.name}: a batch of ${count} rows did not get beyond the key ${after}`);
    // Rows that come after the last one were written by this release, which needs no backfill.
    const isLast = count < size;
    const { rows: told } = await client.query<{ done_rows: string }>(
      `UPDATE backfills SET last_key = coalesce($2, last_key), done_rows = done_rows + $3, batches = batches + 1,
              updated_at = now(), finished_at = CASE WHEN $4 THEN now() END
        WHERE name = $1 RETURNING done_rows`,
      [file.name, last, count, isLast],
    );
    if (isLast) await session.record(file.name);
    return { done: Number(told[0]?.done_rows ?? 0), isLast };
  });
}

/** What the planner believes; 0 if it knows nothing of the table. */
async function estimate({ client }: MigrationSession, table: string): Promise<number> {
  const sql = 'SELECT greatest(reltuples, 0)::bigint AS about FROM pg_class WHERE oid = to_regclass($1)';
  const { rows } = await client.query<{ about: string }>(sql, [table]);
  return Number(rows[0]?.about ?? 0);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
