import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { emailOf } from './account-store.ts';
import { emailKey } from './create-account.ts';
import { checkFactor, wrongCode } from './second-factor.ts';
import { deleteFactor, deleteRecoveryCodes } from './second-factor-store.ts';
import { clearSteppedUp, markSteppedUp } from './session-store.ts';
import { lockedOut } from './sign-in.ts';
import { countFailure, holdGuard, type LockoutRule, resetGuard } from './sign-in-guard-store.ts';

export interface StepUpContext {
  database: Database;
  secrets: Secrets;
  config: { lockout: LockoutRule };
}

/**
 * Lets the present session count as one with a second factor. Throws auth.MFA_NOT_STARTED without a confirmed one,
 * auth.MFA_TOKEN_INVALID, auth.ACCOUNT_LOCKED: wrong codes count as wrong passwords do, or codes could be guessed.
 */
export function stepUp(context: StepUpContext, caller: SignedIn, code: string): Promise<void> {
  return withCode(context, caller, code, async (trx) => {
    await markSteppedUp(trx, caller.sessionId);
  });
}

/**
 * Turns the second factor off: key and recovery codes are gone, and no session counts as stepped up any more. An
 * administrator's cannot be turned off. Throws auth.FORBIDDEN and what stepping up throws.
 */
export async function disableFactor(context: StepUpContext, caller: SignedIn, code: string): Promise<void> {
  if (caller.roles.has('ADMIN'))
    throw new WaslError('auth.FORBIDDEN', {
      detail: "An administrator's second factor cannot be turned off.",
    });
  const { accountId } = caller;
  await withCode(context, caller, code, async (trx) => {
    await deleteRecoveryCodes(trx, accountId);
    await deleteFactor(trx, accountId);
    await clearSteppedUp(trx, accountId);
  });
}

async function withCode(
  context: StepUpContext,
  { accountId }: SignedIn,
  code: string,
  work: (trx: Transaction) => Promise<void>,
): Promise<void> {
  // A refusal is returned, not thrown: the failure it counted must be committed.
  const refusal = await inTransaction(context.database, async (trx) => {
    const key = emailKey(await emailOf(trx, accountId));
    const wait = await holdGuard(trx, key);
    if (wait !== null) return lockedOut(wait);
    const outcome = await checkFactor(trx, context.secrets, accountId, code);
    if (outcome === 'none')
      return new WaslError('auth.MFA_NOT_STARTED', {
        detail: 'This account has no confirmed authenticator.',
      });
    if (outcome !== 'passed') {
      await countFailure(trx, key, context.config.lockout);
      return wrongCode();
    }
    await resetGuard(trx, key);
    await work(trx);
    return null;
  });
  if (refusal !== null) throw refusal;
}
