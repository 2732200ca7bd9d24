import type { Database, Transaction } from './database.ts';

const RETRYABLE = new Set(['40001', '40P01']);
const TRIES = 3;

export interface UnitOfWorkOptions {
  /** Milliseconds a statement waits for a lock before it fails with 55P03; the connection's own patience, unless told. */
  lockTimeout?: number;
}

/**
 * Runs `work` in one transaction and commits it, or rolls back and rethrows. Deadlocks and serialisation
 * failures are tried again, three times in all: `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(
  database: Database,
  work: (trx: Transaction) => Promise<T>,
  options: UnitOfWorkOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.transaction(async (trx) => {
        if (options.lockTimeout !== undefined)
          await trx.raw(`SET LOCAL lock_timeout = ${Math.trunc(options.lockTimeout)}`);
        return work(trx);
      });
    } catch (error) {
      if (attempt >= TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
    }
  }
}

/** The SQLSTATE of a PostgreSQL error, e.g. '23505', or undefined for anything else. */
export function sqlState(thrown: unknown): string | undefined {
  const error = driverError(thrown);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The name of the constraint a PostgreSQL error speaks of. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const error = driverError(thrown);
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Objection wraps what the driver threw. */
function driverError(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'nativeError' in error ? error.nativeError : error;
}
