import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import type { Candidate } from './account-store.ts';
import { auditRefusal, auditSignIn } from './audit-sign-in.ts';
import type { Origin } from './known-device.ts';
import { checkFactor } from './second-factor.ts';
import { type OpenedSession, openSession, type SessionContext } from './sessions.ts';

export interface Entrance {
  /** A code from the authenticator app, or a recovery code. */
  mfaToken: string | undefined;
  origin: Origin & { surface: Surface; requestId: string };
}

/**
 * Opens a session for a person whose first factor (password or code) is proven, or returns the refusal:
 * auth.ACCOUNT_DISABLED, auth.SURFACE_REFUSED, auth.MFA_TOKEN_INVALID, auth.ACCOUNT_LOCKED after too many wrong
 * second-factor codes, or auth.MFA_TOKEN_REQUIRED for an enrolled administrator or on the shop's pages. A refusal
 * changes nothing except the count of second-factor codes. Sessions and refusals are recorded in the audit log, except
 * a code that was merely not sent. The caller holds the account's row lock.
 */
export async function admit(
  trx: Transaction,
  context: SessionContext,
  account: Pick<Candidate, 'id' | 'status' | 'roles'>,
  { mfaToken, origin }: Entrance,
): Promise<OpenedSession | WaslError> {
  const refuse = async (refusal: WaslError) => {
    await auditRefusal(trx, account, origin, refusal.code);
    return refusal;
  };
  if (account.status === 'DISABLED') {
    const detail = 'This account is disabled. Contact support.';
    return refuse(new WaslError('auth.ACCOUNT_DISABLED', { detail }));
  }
  const refusal = surfaceRefusal(origin.surface, account.roles);
  if (refusal !== null) return refuse(refusal);
  const factor = await checkFactor(trx, context, account.id, mfaToken);
  if (factor instanceof WaslError) return refuse(factor);
  if (factor === 'missing' && (account.roles.includes('ADMIN') || origin.surface === 'shop')) {
    return new WaslError('auth.MFA_TOKEN_REQUIRED', {
      detail: 'Send the code of your authenticator app as mfaToken.',
    });
  }
  const mfa = factor === 'passed';
  const start = { accountId: account.id, surface: origin.surface, mfa };
  const session = await openSession(trx, context, origin, start);
  await auditSignIn(trx, account, origin, { sessionId: session.sessionId, mfa });
  return session;
}
