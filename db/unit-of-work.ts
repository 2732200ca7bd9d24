import type { Database } from './lease.ts';
import { Transaction, type TransactionOptions } from './transaction.ts';

const RETRYABLE = new Set(['40001', '40P01']);
/** Of a statement behind one that failed. */
const ABORTED = '25P02';
const TRIES = 3;

/**
 * Runs `work` in one transaction and commits it, or rolls back and rethrows. Deadlocks, serialisation
 * failures and what was overtaken are tried again, three times in all: `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(
  database: Database,
  work: (trx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const trx = new Transaction(database, options);
    try {
      const value = await work(trx);
      await trx.commit();
      return value;
    } catch (thrown) {
      await trx.rollback();
      // Of statements that travelled together, one behind the one that failed may be heard of first.
      const error = sqlState(thrown) === ABORTED ? (trx.failure ?? thrown) : thrown;
      const again = error instanceof Overtaken || RETRYABLE.has(sqlState(error) ?? '');
      if (attempt >= TRIES || !again) throw error;
    }
  }
}

/**
 * Runs one statement that is a transaction of its own. Null where `inTransaction` would have tried again: whoever asks
 * has a way for that, which holds what it needs.
 */
export async function atOnce<T>(statement: Promise<T>): Promise<T | null> {
  try {
    return await statement;
  } catch (error) {
    if (RETRYABLE.has(sqlState(error) ?? '')) return null;
    throw error;
  }
}

/** Thrown by work that found at its end that another transaction has changed what it had read at its beginning. */
export class Overtaken extends Error {}

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
