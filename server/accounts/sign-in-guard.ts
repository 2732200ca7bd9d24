import type { Transaction } from '../../db/database.ts';

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
  const { rows } = await trx.raw<{ rows: { wait: string | null }[] }>(
    `INSERT INTO sign_in_guards AS g (email_key) VALUES (?)
     ON CONFLICT (email_key) DO UPDATE SET updated_at = now()
     RETURNING CASE WHEN g.locked_until > now()
                    THEN ceil(extract(epoch FROM g.locked_until - now()))::text END AS wait`,
    [emailKey],
  );
  const wait = rows[0]?.wait ?? null;
  return wait === null ? null : Number(wait);
}

/**
 * Counts a failure. One that reaches the limit starts a lock; one during a lock leaves its end where it is. After
 * the lock's end the count stands, so the next failure locks again.
 */
export async function countFailure(trx: Transaction, emailKey: string, rule: LockoutRule): Promise<void> {
  await trx.raw(
    `UPDATE sign_in_guards
        SET failures = failures + 1,
            locked_until = CASE
              WHEN locked_until > now() THEN locked_until
              WHEN failures + 1 >= ? THEN now() + make_interval(secs => ?)
            END
      WHERE email_key = ?`,
    [rule.failures, rule.seconds, emailKey],
  );
}

/** Only a success resets the count, or ninety days without a single try (`purgeSignInGuards`). */
export async function resetGuard(trx: Transaction, emailKey: string): Promise<void> {
  await trx('sign_in_guards').where({ email_key: emailKey }).delete();
}
