import type { Database } from '../../../db/database.ts';
import { arrayOf, bigint, nullable, text, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Deletes the records of all other jobs. */
export async function keepOnlyJobs(database: Database, names: readonly string[]): Promise<void> {
  await keepOnly.count(database, { names });
}

const keepOnly = statement({
  name: 'jobs.keep_only',
  sql: 'DELETE FROM duty_runs WHERE name <> ALL (:names)',
  params: { names: arrayOf(text) },
});

/** @param every Milliseconds. */
export async function writeDone(database: Database, name: string, every: number): Promise<void> {
  await done.count(database, { name, every });
}

const done = statement({
  name: 'jobs.done',
  sql: `INSERT INTO duty_runs (name, every_ms, done_at) VALUES (:name, :every, now())
        ON CONFLICT (name) DO UPDATE SET every_ms = excluded.every_ms, done_at = excluded.done_at,
          failed_at = NULL, last_error = NULL`,
  params: { name: text, every: bigint },
});

export async function writeFailed(database: Database, name: string, error: string): Promise<void> {
  await failed.count(database, { name, error });
}

const failed = statement({
  name: 'jobs.failed',
  sql: 'UPDATE duty_runs SET failed_at = now(), last_error = :error WHERE name = :name',
  params: { name: text, error: text },
});

const RUN = { name: text, done_at: timestamptz, failed_at: nullable(timestamptz) };
export type RecordedRun = ValuesOf<typeof RUN>;

/** When each job last succeeded, and when it has failed since. */
export function readRuns(database: Database): Promise<RecordedRun[]> {
  return runs.all(database, {});
}

const runs = statement({
  name: 'jobs.runs',
  sql: 'SELECT name, done_at, failed_at FROM duty_runs ORDER BY name LIMIT 1000',
  row: RUN,
});
