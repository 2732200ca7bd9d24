import type { Database, Transaction } from '../../db/database.ts';
import { bigint, boolean, double, integer, nullable, text, timestamptz } from '../../db/sql-types.ts';
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

/** A lock that has just begun. */
export interface Locked {
  until: Date;
  /** The e-mail's owner was not told of one today. */
  tell: boolean;
}

/**
 * Counts a failure. One that reaches the limit begins a lock, which is answered; one during a lock leaves its end where
 * it is; after a lock's end counting begins with one, or one request at the end of each lock would keep an account
 * locked for ever.
 */
export async function countFailure(
  trx: Transaction,
  emailKey: string,
  rule: LockoutRule,
): Promise<Locked | null> {
  const guard = await fail.first(trx, { emailKey, ...rule });
  return guard?.until == null ? null : { until: guard.until, tell: guard.tell };
}

const fail = statement({
  name: 'sign_in_guards.count_failure',
  sql: `WITH counted AS (
          SELECT email_key, coalesce(locked_until > now(), false) AS locked,
                 CASE WHEN locked_until <= now() THEN 1 ELSE failures + 1 END AS failures,
                 coalesce(told_at > now() - interval '1 day', false) AS told
            FROM sign_in_guards WHERE email_key = :emailKey
        ), judged AS (
          SELECT *, NOT locked AND failures >= :failures AS locks FROM counted
        )
        UPDATE sign_in_guards g
           SET failures = j.failures,
               locked_until = CASE WHEN j.locked THEN g.locked_until
                                   WHEN j.locks THEN now() + make_interval(secs => :seconds) END,
               told_at = CASE WHEN j.locks AND NOT j.told THEN now() ELSE g.told_at END
          FROM judged j
         WHERE g.email_key = j.email_key
        RETURNING CASE WHEN j.locks THEN g.locked_until END AS until, j.locks AND NOT j.told AS tell`,
  params: { emailKey: text, failures: integer, seconds: double },
  row: { until: nullable(timestamptz), tell: boolean },
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

/**
 * Forgets the failures and ends a lock: after a success, by a code or a new password that the owner has proven to be
 * theirs, or by an administrator. Without that they are forgotten after ninety days without a try.
 */
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
