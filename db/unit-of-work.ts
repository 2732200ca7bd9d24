import type { Database } from './lease.ts';
import { Transaction, type TransactionOptions } from './transaction.ts';

const RETRYABLE = new Set(['40001', '40P01']);
/** SQLSTATE of statements after a failed one. */
const ABORTED = '25P02';
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction and commits it, or rolls back and rethrows. After deadlocks, serialisation failures
 * and Overtaken it retries, three attempts in all, so `work` must not have effects outside the transaction.
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
      // When statements were sent together, the error of one after the failed one may arrive first.
      const error = sqlState(thrown) === ABORTED ? (trx.failure ?? thrown) : thrown;
      const again = error instanceof Overtaken || RETRYABLE.has(sqlState(error) ?? '');
      if (attempt >= MAX_ATTEMPTS || !again) throw error;
    }
  }
}

/**
 * Runs one statement in its own transaction. Returns null where `inTransaction` would retry: the caller then uses
 * another way, which locks what it needs.
 */
export async function atOnce<T>(statement: Promise<T>): Promise<T | null> {
  try {
    return await statement;
  } catch (error) {
    if (RETRYABLE.has(sqlState(error) ?? '')) return null;
    throw error;
  }
}

/** Thrown by work that finds at its end that another transaction has changed what it read. */
export class Overtaken extends Error {}

/** The SQLSTATE of a PostgreSQL error, e.g. '23505'; undefined for any other error. */
export function sqlState(thrown: unknown): string | undefined {
  const error = driverError(thrown);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The name of the constraint in a PostgreSQL error. */
export function violatedConstraint(thrown: unknown): string | undefined {
  const error = driverError(thrown);
  if (typeof error !== 'object' || error === null || !('constraint' in error)) return undefined;
  return typeof error.constraint === 'string' ? error.constraint : undefined;
}

/** Unwraps Objection's errors, which contain the driver's. */
function driverError(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'nativeError' in error ? error.nativeError : error;
}
