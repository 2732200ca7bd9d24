import knex from 'knex';
import pg from 'pg';
import { prepareBegin } from './driver-query.ts';
import type { Database } from './lease.ts';

export type { Database } from './lease.ts';
export type { Transaction } from './transaction.ts';

// bigint (versions, counts) fits a number here; `date` stays a string, it has no time zone to convert.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
});
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** What the driver knows and knex's types do not. */
const DRIVER_SETTINGS = {
  /**
   * Milliseconds a statement waits for a lock before it fails with 55P03, unless its transaction says otherwise. Told
   * once per connection, not in every transaction.
   */
  lock_timeout: 5_000,
  /** A statement is sent without waiting for the answer to the one before it. */
  pipeline: true,
};

export interface PoolOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  max: number;
}

/** Opens a pool. The caller owns it and ends it with `destroy()`. numeric comes back as a string, timestamptz as Date. */
export function openDatabase(url: string, options: PoolOptions): Database {
  return knex({
    client: 'pg',
    // Errors would carry the values bound to a statement: people's names, phones and tokens' hashes.
    compileSqlOnError: false,
    connection: {
      connectionString: url,
      application_name: options.name,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
      ...DRIVER_SETTINGS,
      // A server that went silent cannot keep its own promise of statement_timeout.
      query_timeout: 20_000,
      keepAlive: true,
      idle_in_transaction_session_timeout: 10_000,
    },
    pool: {
      ...{ min: 0, max: options.max, acquireTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 },
      afterCreate: prepareBegin,
    },
  });
}
