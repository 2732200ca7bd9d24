import { WaslError } from '../../actors/errors.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import { verifyPassword } from '../kernel/security/passwords.ts';
import { announceLock } from './ask-for-code.ts';
import { emailKey } from './create-account.ts';
import { type Profile, readProfile, sessionAge } from './profile-store.ts';
import { lockedOut } from './sign-in.ts';
import { countFailure, holdGuard, type LockoutRule, resetGuard } from './sign-in-guard-store.ts';

/** Seconds after signing in during which an account without a password counts as proven. */
const FRESH_SIGN_IN_S = 10 * 60;

export interface ProofContext {
  database: Database;
  ids: Ids;
  config: { lockout: LockoutRule };
}

/**
 * Guards changes that grant permanent access, so that a stolen session (e.g. on a lost phone) is not enough. Requires
 * the password, or a recent sign-in if the account has none. Wrong passwords count as at sign-in. Returns the account
 * as read at that time. Throws auth.INVALID_CREDENTIALS, auth.ACCOUNT_LOCKED, auth.FRESH_SIGN_IN_REQUIRED, and
 * common.VALIDATION_FAILED if the password is missing.
 */
export async function proveOwner(
  context: ProofContext,
  { accountId, sessionId }: SignedIn,
  { currentPassword, requestId }: { currentPassword: string | undefined; requestId: string },
): Promise<Profile> {
  const profile = await readProfile(context.database, accountId);
  if (profile === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  if (profile.passwordHash === null) {
    const age = await sessionAge(context.database, sessionId);
    if (age !== null && age <= FRESH_SIGN_IN_S) return profile;
    throw new WaslError('auth.FRESH_SIGN_IN_REQUIRED', {
      detail: 'This account has no password. Sign in again with a code, then repeat this within 10 minutes.',
    });
  }
  if (currentPassword === undefined) throw passwordMissing();
  const matches = await verifyPassword(profile.passwordHash, currentPassword);
  const refusal = await count(context, emailKey(profile.email), matches, requestId);
  if (refusal !== null) throw refusal;
  return profile;
}

/** Counts the try as a sign-in would. Null if the password is right and sign-in is not locked. */
async function count(
  context: ProofContext,
  key: string,
  matches: boolean,
  requestId: string,
): Promise<WaslError | null> {
  return inTransaction(context.database, async (trx) => {
    const wait = await holdGuard(trx, key);
    if (matches && wait === null) {
      await resetGuard(trx, key);
      return null;
    }
    const told = wait === null ? wrongPassword() : lockedOut(wait);
    if (matches) return told;
    const locked = await countFailure(trx, key, context.config.lockout);
    await announceLock(trx, context.ids, { key, locked, requestId });
    return told;
  });
}

function wrongPassword(): WaslError {
  return new WaslError('auth.INVALID_CREDENTIALS', { detail: 'The current password is wrong.' });
}

function passwordMissing(): WaslError {
  const message = "must be the account's current password";
  return new WaslError('common.VALIDATION_FAILED', {
    detail: 'Send the current password as well.',
    errors: [{ pointer: '/currentPassword', code: 'required', message }],
  });
}
