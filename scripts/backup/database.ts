import type pg from 'pg';
import { connectToPrimary } from '../../db/primary.ts';
import { CommandError } from '../shared/command-error.ts';

const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;

/** Tables whose rows are never deleted: a restored database has at least as many as the backup counted. */
export const COUNTED = ['accounts', 'orders', 'order_lines', 'stock_movements', 'ledger_entries'] as const;

/** Runs `work` on a connection of its own. Rejects with a CommandError if the server does not answer. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  let client: pg.Client;
  try {
    client = await connectToPrimary(databaseUrl, {
      application_name: 'wasl-backup',
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + CONNECT_MS,
      keepAlive: true,
    });
  } catch (error) {
    throw new CommandError(
      `The database of BACKUP_DATABASE_URL does not answer: ${(error as Error).message}`,
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a backup has to know of its server. */
export interface Server {
  now: string;
  version: number;
  systemIdentifier: string;
  database: string;
  segmentBytes: number;
  /** Of the whole data, about. */
  bytes: number;
}

/** Rejects with a CommandError if the server does not archive its log. */
export async function readServer(client: pg.ClientBase): Promise<Server> {
  const { rows } = await client.query<Server & { archives: boolean; timeout: number }>(
    `SELECT clock_timestamp()::timestamptz(3)::text AS now,
            current_setting('server_version_num')::int AS version,
            (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier",
            current_database()::text AS database,
            pg_size_bytes(current_setting('wal_segment_size'))::int AS "segmentBytes",
            (SELECT sum(pg_database_size(oid)) FROM pg_database WHERE has_database_privilege(oid, 'CONNECT'))::float8 AS bytes,
            current_setting('archive_mode') <> 'off' AS archives,
            (SELECT setting::int FROM pg_settings WHERE name = 'archive_timeout') AS timeout`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error('the server told nothing');
  if (!server.archives)
    throw new CommandError('The server archives no log (archive_mode is off): see docs/backup.md.');
  if (server.timeout === 0 || server.timeout > 60)
    throw new CommandError(
      `archive_timeout is ${server.timeout} s: with more than 60 s, or none, more than a minute of orders can be lost.`,
    );
  return { ...server, now: new Date(server.now).toISOString() };
}

export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const columns = COUNTED.map((table) => `(SELECT count(*) FROM ${table})::float8 AS ${table}`);
  const { rows } = await client.query<Record<string, number>>(`SELECT ${columns.join(', ')}`);
  return rows[0] ?? {};
}
