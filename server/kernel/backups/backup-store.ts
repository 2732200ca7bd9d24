import type { Database, Transaction } from '../../../db/database.ts';
import { boolean, double, jsonb, nullable, oneOf, text, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const FIGURES = {
  /** Seconds since the last whole backup of the database; null: none was ever made. */
  base: nullable(double),
  base_failed: boolean,
  base_error: nullable(text),
  /** Seconds since pictures and closures were last copied. */
  copies: nullable(double),
  /** Seconds since the server last archived a file of its log, or since it was started. */
  wal: double,
  /** Whether the last attempt to archive one failed. */
  wal_failed: boolean,
  archives: boolean,
  /** Seconds since a restore was last proved. */
  proof: nullable(double),
  proof_failed: boolean,
  proof_error: nullable(text),
  /** When backups of this database began. */
  since: nullable(timestamptz),
};
export type BackupFigures = ValuesOf<typeof FIGURES>;

/** Everything by the database's clock. */
export async function readBackupFigures(database: Database | Transaction): Promise<BackupFigures> {
  const row = await figures.first(database, {});
  if (row === null) throw new Error('an aggregate without a row');
  return row;
}

const age = (column: string) => `extract(epoch FROM clock_timestamp() - ${column})::float8`;

const figures = statement({
  name: 'backups.figures',
  sql: `SELECT ${age("max(done_at) FILTER (WHERE name = 'base')")} AS base,
               count(failed_at) FILTER (WHERE name = 'base') > 0 AS base_failed,
               max(last_error) FILTER (WHERE name = 'base') AS base_error,
               ${age("max(done_at) FILTER (WHERE name = 'copies')")} AS copies,
               ${age('greatest(max(archiver.last_archived_time), pg_postmaster_start_time())')} AS wal,
               coalesce(max(archiver.last_failed_time) > coalesce(max(archiver.last_archived_time), '-infinity'), false) AS wal_failed,
               current_setting('archive_mode') <> 'off' AS archives,
               ${age("max(done_at) FILTER (WHERE name = 'proof')")} AS proof,
               count(failed_at) FILTER (WHERE name = 'proof') > 0 AS proof_failed,
               max(last_error) FILTER (WHERE name = 'proof') AS proof_error,
               min(coalesce(done_at, failed_at)) AS since
          FROM pg_stat_archiver AS archiver LEFT JOIN backup_runs ON true`,
  row: FIGURES,
});

export type BackupRun = 'base' | 'copies' | 'proof';

export async function writeBackupDone(database: Database, name: BackupRun, details: object): Promise<void> {
  await done.count(database, { name, details });
}

const done = statement({
  name: 'backups.done',
  sql: `INSERT INTO backup_runs (name, done_at, details) VALUES (:name, now(), :details)
        ON CONFLICT (name) DO UPDATE SET done_at = excluded.done_at, details = excluded.details,
          failed_at = NULL, last_error = NULL`,
  params: { name: oneOf<BackupRun>(), details: jsonb<object>() },
});

export async function writeBackupFailed(database: Database, name: BackupRun, error: string): Promise<void> {
  await failed.count(database, { name, error });
}

const failed = statement({
  name: 'backups.failed',
  sql: `INSERT INTO backup_runs (name, failed_at, last_error) VALUES (:name, now(), :error)
        ON CONFLICT (name) DO UPDATE SET failed_at = excluded.failed_at, last_error = excluded.last_error`,
  params: { name: oneOf<BackupRun>(), error: text },
});
