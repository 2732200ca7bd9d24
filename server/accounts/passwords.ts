import { WaslError } from '../../actors/errors.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { Caller, SignedIn } from '../kernel/http/operation.ts';
import { checkNewPassword } from '../kernel/security/password-rules.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { notify } from '../notifications/notifications.ts';
import { emailKey } from './create-account.ts';
import { findResetToken } from './one-time-code-store.ts';
import { endAllCodes, linkHash } from './one-time-codes.ts';
import { findOwnerById, lockProfile, setPasswordHash, setVerifiedEmail } from './profile-store.ts';
import { type ProofContext, proveOwner } from './prove-owner.ts';
import { endSessions } from './session-store.ts';
import type { DisconnectAccount } from './sessions.ts';
import { holdGuard, resetGuard } from './sign-in-guard-store.ts';

export interface PasswordContext extends ProofContext {
  clock: Clock;
  secrets: Secrets;
  config: ProofContext['config'] & { minPasswordLength: number };
}

interface Asking {
  requestId: string;
  ip: string;
}

/**
 * Sets a new password from within a session, or the first one for an account without. Ends all other sessions and
 * pending reset links. Throws what `proveOwner` throws, auth.PASSWORD_TOO_SHORT, auth.PASSWORD_TOO_COMMON, and
 * common.CONFLICT if the password was changed meanwhile.
 */
export async function changePassword(
  context: PasswordContext,
  caller: SignedIn,
  change: { currentPassword?: string | undefined; newPassword: string },
  asking: Asking,
  disconnectAccount: DisconnectAccount,
): Promise<void> {
  const { accountId, sessionId } = caller;
  const { minPasswordLength: minLength } = context.config;
  const { currentPassword, newPassword } = change;
  const proven = await proveOwner(context, caller, { currentPassword, requestId: asking.requestId });
  checkNewPassword(newPassword, proven, { minLength, field: 'newPassword' });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(context.database, async (trx) => {
    const now = await lockProfile(trx, accountId);
    if (now === null || now.passwordHash !== proven.passwordHash)
      throw new WaslError('common.CONFLICT', {
        detail: 'The password was changed in the meantime. Sign in again.',
      });
    await setPasswordHash(trx, accountId, passwordHash);
    await endAllCodes(trx, accountId);
    await endSessions(trx, accountId, 'PASSWORD_CHANGED', { except: sessionId });
    await record(trx, { by: caller, action: 'changePassword', accountId, asking });
    await notifyOwner(trx, context, accountId, asking);
  });
  disconnectAccount(accountId);
}

/**
 * Sets a new password with the token of a link sent to the account's e-mail. The link works once. Ends all sessions and
 * any lock; the second factor, if any, is still required at the next sign-in. Throws auth.RESET_LINK_INVALID,
 * auth.PASSWORD_TOO_SHORT, auth.PASSWORD_TOO_COMMON.
 */
export async function resetPassword(
  context: PasswordContext,
  { token, newPassword }: { token: string; newPassword: string },
  asking: Asking,
  disconnectAccount: DisconnectAccount,
): Promise<void> {
  const { database, secrets, config } = context;
  const hashes = secrets.hashers.map((hasher) => linkHash(hasher, token));
  const accountId = await findResetToken(database, hashes);
  const owner = accountId === null ? null : await findOwnerById(database, accountId);
  if (accountId === null || owner?.status !== 'ACTIVE') throw linkEnded();
  checkNewPassword(newPassword, owner, { minLength: config.minPasswordLength, field: 'newPassword' });
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(database, async (trx) => {
    // Same lock order as a sign-in: guard, then account.
    await holdGuard(trx, emailKey(owner.email));
    const now = await lockProfile(trx, accountId);
    // Read again under the lock, so that of two concurrent uses of a link the second fails.
    const still = await findResetToken(trx, hashes);
    if (now === null || now.status !== 'ACTIVE' || still !== accountId) throw linkEnded();
    await setPasswordHash(trx, accountId, passwordHash);
    await setVerifiedEmail(trx, accountId, now.email);
    await endAllCodes(trx, accountId);
    await endSessions(trx, accountId, 'PASSWORD_RESET');
    await resetGuard(trx, emailKey(now.email));
    await record(trx, { by: { kind: 'guest' }, action: 'resetPassword', accountId, asking });
    await notifyOwner(trx, context, accountId, asking);
  });
  disconnectAccount(accountId);
}

function record(
  trx: Transaction,
  { by, action, accountId, asking }: { by: Caller; action: string; accountId: string; asking: Asking },
): Promise<void> {
  const subject = { subjectType: 'ACCOUNT', subjectId: accountId };
  return recordAudit(trx, { by, action, ...subject, ...asking, data: { changed: ['password'] } });
}

function notifyOwner(
  trx: Transaction,
  { clock }: PasswordContext,
  accountId: string,
  { requestId }: Asking,
): Promise<void> {
  const data = { at: clock.now().toISOString() };
  const about = { id: accountId, version: 1 };
  return notify(trx, { kind: 'PASSWORD_CHANGED', to: { accountId }, data, about, requestId });
}

function linkEnded(): WaslError {
  return new WaslError('auth.RESET_LINK_INVALID', {
    detail: 'This link was used, replaced, or is older than 30 minutes. Request a new one.',
  });
}
