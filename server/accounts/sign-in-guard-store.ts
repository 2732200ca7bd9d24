import type { Database, Transaction } from '../../db/database.ts';
import { bigint, boolean, double, integer, nullable, text, timestamptz } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

export interface LockoutRule {
  /** Consecutive failures that start a lock. */
  failures: number;
  /** Duration of the lock. */
  seconds: number;
}

/** Seconds until the lock ends; null if there is none. */
export type Lock = number | null;

/**
 * Locks this e-mail's guard until the commit, which serializes concurrent tries. Behaves the same whether or not an
 * account has the e-mail.
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

/** A lock that has just started. */
export interface Locked {
  until: Date;
  /** Whether to notify the owner, who was not notified of a lock within the last day. */
  tell: boolean;
}

/**
 * Counts a failure and returns the lock it starts, if any. A failure during a lock does not extend it. After a lock
 * ends, counting restarts at one; otherwise one request at the end of each lock would keep an account locked forever.
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

/** Consecutive failures and the end of the lock; null if the lock has ended. */
export type GuardState = ValuesOf<typeof STATE>;

/** Null if nothing failed since the last success. Row-locked until the commit. */
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
 * Clears failures and ends a lock: after a successful sign-in, a verified code or new password, or by an administrator.
 * Otherwise failures expire after IDLE_DAYS without a try.
 */
export async function resetGuard(trx: Transaction, emailKey: string): Promise<void> {
  await reset.count(trx, { emailKey });
}

const reset = statement({
  name: 'sign_in_guards.reset',
  sql: 'DELETE FROM sign_in_guards WHERE email_key = :emailKey',
  params: { emailKey: text },
});

/** Days without a try after which failures are forgotten. */
const IDLE_DAYS = 90;

/**
 * Deletes guards of e-mails untried for IDLE_DAYS, at most `limit`; returns how many. Anyone can create guards for
 * e-mails without an account, so they must not pile up, and e-mails with an account are not kept longer, or the
 * difference would reveal them. A guesser gains nothing: trying whenever a lock ends allows thousands of tries in that
 * time, and forgetting adds only four.
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
