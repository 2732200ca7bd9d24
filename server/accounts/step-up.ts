import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import { notifyOwner } from './notify-owner.ts';
import { proveOwner } from './prove-owner.ts';
import { type CheckContext, checkFactor, type FactorRequest } from './second-factor.ts';
import { deleteFactor, deleteRecoveryCodes, ownsBankAccount } from './second-factor-store.ts';
import { clearSteppedUp, markSteppedUp } from './session-store.ts';

export interface StepUpContext extends CheckContext {
  database: Database;
}

/**
 * Marks the present session as having passed a second factor. Throws auth.MFA_NOT_STARTED without a confirmed one,
 * auth.MFA_TOKEN_INVALID, and auth.ACCOUNT_LOCKED after too many wrong codes.
 */
export function stepUp(context: StepUpContext, caller: SignedIn, code: string): Promise<void> {
  return withCode(context, caller, code, async (trx) => {
    await markSteppedUp(trx, caller.sessionId);
  });
}

/**
 * Turns the second factor off, given the password and a code: deletes key and recovery codes, clears the second-factor
 * mark of all sessions, and notifies the owner. Refused for administrators and for owners to whose bank account payouts
 * go. Throws auth.FORBIDDEN, and what stepping up and proving a password throw.
 */
export async function disableFactor(
  context: StepUpContext,
  { caller, requestId, ip }: FactorRequest,
  { currentPassword, code }: { currentPassword?: string | undefined; code: string },
): Promise<void> {
  const { accountId } = caller;
  if (caller.roles.has('ADMIN')) throw mandatory("An administrator's second factor cannot be turned off.");
  await proveOwner(context, caller, { currentPassword, requestId });
  await withCode(context, caller, code, async (trx) => {
    if (await ownsBankAccount(trx, accountId))
      throw mandatory('Payouts go to your bank account, so your second factor cannot be turned off.');
    await deleteRecoveryCodes(trx, accountId);
    await deleteFactor(trx, accountId);
    await clearSteppedUp(trx, accountId);
    await recordAudit(trx, {
      ...{ by: caller, requestId, ip },
      action: 'disableMfa',
      subjectType: 'ACCOUNT',
      subjectId: accountId,
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
    await notifyOwner(trx, accountId, 'SECOND_FACTOR_DISABLED');
  });
}

function mandatory(detail: string): WaslError {
  return new WaslError('auth.FORBIDDEN', { detail });
}

async function withCode(
  context: StepUpContext,
  { accountId }: SignedIn,
  code: string,
  work: (trx: Transaction) => Promise<void>,
): Promise<void> {
  // A refusal is returned, not thrown, so that the counted failure commits.
  const refusal = await inTransaction(context.database, async (trx) => {
    const outcome = await checkFactor(trx, context, accountId, code);
    if (outcome instanceof WaslError) return outcome;
    if (outcome !== 'passed')
      return new WaslError('auth.MFA_NOT_STARTED', {
        detail: 'This account has no confirmed authenticator.',
      });
    await work(trx);
    return null;
  });
  if (refusal !== null) throw refusal;
}
