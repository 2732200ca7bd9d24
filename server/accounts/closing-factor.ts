import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { type CheckContext, checkFactor } from './second-factor.ts';

/**
 * Asks for a code of an account that has a second factor, once its owner has been proven by password. Answers a refusal
 * and does not throw it: the failure that it counted must be committed.
 */
export async function refuseWrongFactor(
  trx: Transaction,
  context: CheckContext,
  accountId: string,
  mfaToken: string | undefined,
): Promise<WaslError | null> {
  const factor = await checkFactor(trx, context, accountId, mfaToken);
  if (factor instanceof WaslError) return factor;
  if (factor !== 'missing') return null;
  return new WaslError('auth.MFA_TOKEN_REQUIRED', {
    detail: 'Send the code of your authenticator app as mfaToken.',
  });
}
