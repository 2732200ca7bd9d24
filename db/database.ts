import knex from 'knex';
import pg from 'pg';
import { prepareBegin } from './driver-query.ts';
import type { Database } from './lease.ts';
import { Primary } from './primary.ts';
import type { ChosenServer } from './server-client.ts';

export type { Database } from './lease.ts';
export type { Transaction } from './transaction.ts';

// Our bigints (versions, counts) are exact as numbers. `date` stays a string, since it has no time zone to convert
// with.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
});
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Settings of the driver that are missing in knex's types. */
const DRIVER_SETTINGS = {
  /**
   * Milliseconds a statement waits for a lock before it fails with 55P03, unless its transaction sets another limit.
   * Set once per connection, not per transaction.
   */
  lock_timeout: 5_000,
  /** Send a statement without waiting for the result of the previous one. */
  pipeline: true,
};

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  max: number;
  /** Connections that stay open although nobody uses them; none unless given. */
  min?: number;
  /** Milliseconds that a connection may take to be made; 5 s unless given. */
  connectMs?: number;
  /** Milliseconds that a statement may take; 15 s unless given, which suits whatever a person waits for. */
  statementMs?: number;
  /** Refuses to write, also on a server that could. */
  readOnly?: boolean;
}

const CONNECT_MS = 5_000;
const STATEMENT_MS = 15_000;

/**
 * Opens a pool of connections to the primary among the servers of the address. The caller owns it and closes it with
 * `destroy()`. Results: numeric as string, timestamptz as Date. @param server Pools of one process share a `Primary`.
 */
export function openDatabase(server: string | ChosenServer, options: PoolOptions): Database {
  const { statementMs = STATEMENT_MS, connectMs = CONNECT_MS, min = 0, readOnly = false } = options;
  const chosen = typeof server === 'string' ? new Primary(server) : server;
  const database = knex({
    client: 'pg',
    // Otherwise errors would contain the statement's values: names, phone numbers, hashes of tokens.
    compileSqlOnError: false,
    connection: {
      connectionString: chosen.url,
      application_name: options.name,
      ...(readOnly ? { options: '-c default_transaction_read_only=on' } : {}),
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      ...DRIVER_SETTINGS,
      // In case the server is unresponsive and cannot enforce its own statement_timeout.
      query_timeout: statementMs + 5_000,
      keepAlive: true,
      idle_in_transaction_session_timeout: 10_000,
    },
    pool: {
      ...{ min, max: options.max, acquireTimeoutMillis: connectMs, idleTimeoutMillis: 30_000 },
      afterCreate: prepareBegin,
    },
  });
  // The library makes its connections with this; it makes none before one is asked for.
  database.client.driver = { ...pg, Client: chosen.Client };
  return database;
}
