import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { type CheckContext, checkFactor } from './second-factor.ts';

/**
 * Requires a code from an account with a second factor, after its owner has proven the password. Returns the refusal
 * instead of throwing it, so that the counted failure commits.
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
