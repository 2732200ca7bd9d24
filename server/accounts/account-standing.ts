import { WaslError } from '../../actors/errors.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../../db/database.ts';
import { sqlState } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import { notify } from '../notifications/notifications.ts';
import { type AccountStanding, emailOf, lockStanding, setStatus } from './account-store.ts';
import { emailKey } from './create-account.ts';
import { endSessions } from './session-store.ts';
import { type GuardState, lockGuardState, resetGuard } from './sign-in-guard-store.ts';

export interface StandingChange {
  by: SignedIn;
  accountId: string;
  requestId: string;
  ip: string;
}

/**
 * ACTIVE → DISABLED: ends every session in the same transaction and refuses new sign-ins. After the commit the caller
 * closes the account's live connections (`DisconnectAccount`). Repeating it changes nothing. Throws common.NOT_FOUND,
 * admin.SUPER_ADMIN_PROTECTED, and auth.FORBIDDEN when anyone but the super-administrator disables an administrator.
 */
export async function disableAccount(
  trx: Transaction,
  change: StandingChange,
  reason: string,
): Promise<void> {
  const account = await requireStanding(trx, change);
  if (account.status === 'DISABLED') return;
  await guarded(() => setStatus(trx, change.accountId, 'DISABLED'));
  const ended = await endSessions(trx, change.accountId, 'ACCOUNT_DISABLED');
  await record(trx, 'disableAccount', change, {
    ...statuses('ACTIVE', 'DISABLED'),
    reason,
    data: { sessionsEnded: ended.length },
  });
  await notifyOwner(trx, 'ACCOUNT_DISABLED', change, account, { reason });
}

/** DISABLED → ACTIVE. Sessions that ended stay ended. Repeats and errors as for `disableAccount`. */
export async function enableAccount(trx: Transaction, change: StandingChange, reason: string): Promise<void> {
  const account = await requireStanding(trx, change);
  if (account.status === 'ACTIVE') return;
  await setStatus(trx, change.accountId, 'ACTIVE');
  await record(trx, 'enableAccount', change, { ...statuses('DISABLED', 'ACTIVE'), reason });
  await notifyOwner(trx, 'ACCOUNT_ENABLED', change, account, {});
}

/**
 * Ends a lock caused by wrong passwords and resets the count. Does nothing if there is no lock. Throws
 * common.NOT_FOUND.
 */
export async function unlockAccount(trx: Transaction, change: StandingChange): Promise<void> {
  // The account row is not locked: a sign-in locks the guard first and then the account.
  const email = await emailOf(trx, change.accountId);
  if (email === '') throw noSuchAccount();
  const key = emailKey(email);
  const guard = await lockGuardState(trx, key);
  if (guard === null) return;
  await resetGuard(trx, key);
  await record(trx, 'unlockAccount', change, { before: renderGuard(guard), after: NO_FAILURES });
}

const NO_FAILURES: JsonObject = { failures: 0, lockedUntil: null };

function renderGuard({ failures, locked_until }: GuardState): JsonObject {
  return { failures, lockedUntil: locked_until?.toISOString() ?? null };
}

/** Locks the account row. Only the super-administrator may disable or enable an administrator. */
async function requireStanding(
  trx: Transaction,
  { by, accountId }: StandingChange,
): Promise<AccountStanding> {
  const account = await lockStanding(trx, accountId);
  if (account === null) throw noSuchAccount();
  if (account.is_super_admin) throw superAdminProtected();
  if (account.is_admin && !by.isSuperAdmin)
    throw new WaslError('auth.FORBIDDEN', {
      detail: 'Only the super-administrator can disable or enable administrators.',
    });
  return account;
}

/** A database trigger protects the super-administrator; its refusal is translated here. */
async function guarded(statement: () => Promise<void>): Promise<void> {
  try {
    await statement();
  } catch (error) {
    throw sqlState(error) === 'WA001' ? superAdminProtected() : error;
  }
}

function superAdminProtected(): WaslError {
  return new WaslError('admin.SUPER_ADMIN_PROTECTED', {
    detail: 'The super-administrator cannot be disabled.',
  });
}

function noSuchAccount(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
}

function statuses(from: AccountStanding['status'], to: AccountStanding['status']) {
  return { before: { status: from }, after: { status: to } };
}

/** Sent by e-mail too, because the owner of a disabled account cannot open the app. */
function notifyOwner(
  trx: Transaction,
  kind: 'ACCOUNT_DISABLED' | 'ACCOUNT_ENABLED',
  { accountId, requestId }: StandingChange,
  { version }: AccountStanding,
  data: JsonObject,
): Promise<void> {
  const about = { id: accountId, version: version + 1 };
  return notify(trx, { kind, to: { accountId }, data, about, requestId });
}

function record(
  trx: Transaction,
  action: string,
  { by, accountId, requestId, ip }: StandingChange,
  what: { before: JsonObject; after: JsonObject; reason?: string; data?: JsonObject },
): Promise<void> {
  const subject = { subjectType: 'ACCOUNT', subjectId: accountId };
  return recordAudit(trx, { by, action, ...subject, requestId, ip, ...what });
}
