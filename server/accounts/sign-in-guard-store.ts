import type { Database, Transaction } from '../../db/database.ts';
import { bigint, double, integer, nullable, text, timestamptz } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

export interface LockoutRule {
  /** Failures in a row that lock. */
  failures: number;
  /** How long the lock lasts. */
  seconds: number;
}

/** Seconds until the lock ends, or null while there is none. */
export type Lock = number | null;

/**
 * Takes this e-mail's guard for the rest of the transaction, so that simultaneous tries are decided one after the
 * other. The same happens whether or not an account has the e-mail.
 */
export async function holdGuard(trx: Transaction, emailKey: string): Promise<Lock> {
  const guard = await hold.first(trx, { emailKey });
  const wait = guard?.wait ?? null;
  return wait === null ? null : Number(wait);
}

const hold = statement({
  name: 'sign_in_guards.hold',
  sql: `INSERT INTO sign_in_guards AS g (email_key) VALUES (:emailKey)
        ON CONFLICT (email_key) DO UPDATE SET updated_at = now()
        RETURNING CASE WHEN g.locked_until > now()
                       THEN ceil(extract(epoch FROM g.locked_until - now()))::text END AS wait`,
  params: { emailKey: text },
  row: { wait: nullable(text) },
});

/**
 * Counts a failure. One that reaches the limit starts a lock; one during a lock leaves its end where it is. After
 * the lock's end the count stands, so the next failure locks again.
 */
export async function countFailure(trx: Transaction, emailKey: string, rule: LockoutRule): Promise<void> {
  await fail.count(trx, { emailKey, ...rule });
}

const fail = statement({
  name: 'sign_in_guards.count_failure',
  sql: `UPDATE sign_in_guards
           SET failures = failures + 1,
               locked_until = CASE
                 WHEN locked_until > now() THEN locked_until
                 WHEN failures + 1 >= :failures THEN now() + make_interval(secs => :seconds)
               END
         WHERE email_key = :emailKey`,
  params: { emailKey: text, failures: integer, seconds: double },
});

const STATE = { failures: integer, locked_until: nullable(timestamptz) };

/** Failures in a row, and until when they lock; a lock that has ended is none. */
export type GuardState = ValuesOf<typeof STATE>;

/** Null when nobody has failed since the last success. The guard is held until the commit. */
export function lockGuardState(trx: Transaction, emailKey: string): Promise<GuardState | null> {
  return lockState.first(trx, { emailKey });
}

export function readGuardState(database: Database, emailKey: string): Promise<GuardState | null> {
  return readState.first(database, { emailKey });
}

const GUARD_STATE = `SELECT failures, CASE WHEN locked_until > now() THEN locked_until END AS locked_until
          FROM sign_in_guards WHERE email_key = :emailKey AND failures > 0`;

const readState = statement({
  name: 'sign_in_guards.state',
  sql: GUARD_STATE,
  params: { emailKey: text },
  row: STATE,
});

const lockState = statement({
  name: 'sign_in_guards.lock_state',
  sql: `${GUARD_STATE} FOR UPDATE`,
  params: { emailKey: text },
  row: STATE,
});

/** Only a success resets the count, or ninety days without a single try (`purgeSignInGuards`). */
export async function resetGuard(trx: Transaction, emailKey: string): Promise<void> {
  await reset.count(trx, { emailKey });
}

const reset = statement({
  name: 'sign_in_guards.reset',
  sql: 'DELETE FROM sign_in_guards WHERE email_key = :emailKey',
  params: { emailKey: text },
});

/** Days without an attempt after which nobody is guessing any more. */
const IDLE_DAYS = 90;

/**
 * Forgets failures to sign in with an e-mail that nobody has tried for long, `limit` at most: anybody can make such
 * rows of names that nobody has, and names that somebody has must not be told apart by being remembered longer. It
 * gives a guesser nothing: who tries on at the end of every lock has thousands of tries in that time, not four more.
 * Answers how many.
 */
export function purgeSignInGuards(database: Database, limit: number): Promise<number> {
  return purge.count(database, { days: IDLE_DAYS, limit });
}

const purge = statement({
  name: 'sign_in_guards.purge',
  sql: `DELETE FROM sign_in_guards
         WHERE email_key IN (SELECT email_key FROM sign_in_guards
                              WHERE updated_at < now() - make_interval(days => :days)
                                AND (locked_until IS NULL OR locked_until < now())
                              ORDER BY updated_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { days: integer, limit: bigint },
});
