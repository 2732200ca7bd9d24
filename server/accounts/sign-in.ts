import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { verifyPassword } from '../kernel/security/passwords.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import { findCandidate, holdCandidate } from './account-store.ts';
import { admit } from './admission.ts';
import { announceLock } from './ask-for-code.ts';
import { auditLock } from './audit-sign-in.ts';
import { emailKey } from './create-account.ts';
import type { Origin } from './known-device.ts';
import type { OpenedSession, SessionContext } from './sessions.ts';
import { countFailure, holdGuard, type LockoutRule, resetGuard } from './sign-in-guard-store.ts';

export interface SignInContext extends SessionContext {
  database: Database;
  config: SessionContext['config'] & { lockout: LockoutRule };
}

/** Where a sign-in request comes from. */
export type RequestOrigin = Origin & { surface: Surface; requestId: string };

export interface Credentials {
  email: string;
  password: string;
  mfaToken?: string | undefined;
}

/** A refusal is returned, not thrown, so that the counted failure commits. */
type Decision = OpenedSession | WaslError;

/**
 * Signs in with a password and, where required, a second factor. Throws auth.INVALID_CREDENTIALS, auth.ACCOUNT_LOCKED,
 * auth.ACCOUNT_DISABLED, auth.SURFACE_REFUSED, auth.MFA_TOKEN_REQUIRED, auth.MFA_TOKEN_INVALID.
 */
export async function signIn(
  context: SignInContext,
  credentials: Credentials,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const known = await findCandidate(context.database, emailKey(credentials.email));
  // Deliberately slow, so it runs outside the transaction. Runs for unknown e-mails too, to take the same time.
  const matches = await verifyPassword(known?.password_hash ?? null, credentials.password);
  const checked = matches ? (known?.password_hash ?? null) : null;
  const outcome = await inTransaction(context.database, (trx) =>
    decide(trx, context, credentials, checked, origin),
  );
  if (outcome instanceof WaslError) throw outcome;
  return outcome;
}

/** @param checkedHash The hash that the given password matched, or null if it matched none. */
async function decide(
  trx: Transaction,
  context: SignInContext,
  credentials: Credentials,
  checkedHash: string | null,
  origin: RequestOrigin,
): Promise<Decision> {
  const key = emailKey(credentials.email);
  const wait = await holdGuard(trx, key);
  // Read again under the guard: the password may have changed during verification.
  const account = await holdCandidate(trx, key);
  const correct = account !== null && checkedHash !== null && account.password_hash === checkedHash;
  const failed = async (refusal: WaslError): Promise<Decision> => {
    const locked = await countFailure(trx, key, context.config.lockout);
    if (locked !== null && account !== null) await auditLock(trx, account.id, origin, locked.until);
    await announceLock(trx, context.ids, { key, locked, ...origin });
    return refusal;
  };
  if (wait !== null) return correct ? lockedOut(wait) : failed(lockedOut(wait));
  if (!correct) {
    return failed(
      new WaslError('auth.INVALID_CREDENTIALS', { detail: 'The e-mail or the password is wrong.' }),
    );
  }
  const admitted = await admit(trx, context, account, { mfaToken: credentials.mfaToken, origin });
  if (!(admitted instanceof WaslError)) {
    await resetGuard(trx, key);
    return admitted;
  }
  // A wrong second-factor code counts as a failure. Other refusals neither count nor reset the count, so that knowing
  // the password does not allow unlimited guesses.
  return admitted.code === 'auth.MFA_TOKEN_INVALID' ? failed(admitted) : admitted;
}

/** auth.ACCOUNT_LOCKED. @param wait Seconds until the lock ends. */
export function lockedOut(wait: number): WaslError {
  return new WaslError('auth.ACCOUNT_LOCKED', {
    detail: `Too many wrong tries in a row. Sign-in is locked for ${wait} more seconds.`,
    retryAfter: wait,
  });
}
