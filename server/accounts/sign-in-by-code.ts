import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction, Overtaken } from '../../db/unit-of-work.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import { type Candidate, holdCandidate } from './account-store.ts';
import { admit } from './admission.ts';
import { createAccount, emailKey } from './create-account.ts';
import { type MailboxContext, proveMailbox } from './mailbox-proof.ts';
import { type CodeAddress, tryCode, wrongOneTimeCode } from './one-time-codes.ts';
import { findOwnerByPhone, holdCandidateByPhone } from './profile-store.ts';
import type { DisconnectAccount, OpenedSession } from './sessions.ts';
import type { RequestOrigin, SignInContext } from './sign-in.ts';
import { holdGuard, resetGuard } from './sign-in-guard-store.ts';

export interface CodeSignIn {
  address: CodeAddress;
  code: string;
  mfaToken: string | undefined;
  /** Name for the account if this sign-in creates one. */
  displayName: string | undefined;
  locale: 'en' | 'ar';
}

type CodeContext = SignInContext & MailboxContext;

interface Decision {
  /** A refusal is returned, not thrown, so that the counted try commits. */
  outcome: OpenedSession | WaslError;
  /** Whether other sessions ended. */
  ended: boolean;
}

/**
 * Signs in with a one-time code; creates an account without a password for an unknown e-mail. Ends a lock, which only
 * protects against password guessing. Throws auth.CODE_INVALID, auth.ACCOUNT_DISABLED, auth.SURFACE_REFUSED,
 * auth.MFA_TOKEN_REQUIRED and auth.MFA_TOKEN_INVALID; after the last three the code is still valid.
 */
export async function signInByCode(
  context: CodeContext,
  asked: CodeSignIn,
  origin: RequestOrigin,
  disconnectAccount: DisconnectAccount,
): Promise<OpenedSession> {
  const { outcome, ended } = await inTransaction(context.database, (trx) =>
    decide(trx, context, asked, origin),
  );
  if (outcome instanceof WaslError) throw outcome;
  if (ended) disconnectAccount(outcome.accountId);
  return outcome;
}

async function decide(
  trx: Transaction,
  context: CodeContext,
  asked: CodeSignIn,
  origin: RequestOrigin,
): Promise<Decision> {
  const { address, code, mfaToken } = asked;
  const refused = (outcome: WaslError): Decision => ({ outcome, ended: false });
  const right = await tryCode(trx, context.secrets, { purpose: 'SIGN_IN', address, accountId: null, code });
  if (right === null) return refused(wrongOneTimeCode());
  const key = await guardKey(trx, address);
  if (key === null) return refused(wrongOneTimeCode());
  // Same lock order as a password sign-in: guard, then account.
  await holdGuard(trx, key);
  const known = await holdKnown(trx, address);
  const stranger = known === null ? surfaceRefusal(origin.surface, ['BUYER']) : null;
  if (stranger !== null) return refused(stranger);
  const account = known ?? (await newcomer(trx, context, asked));
  if (account === null) return refused(wrongOneTimeCode());
  const outcome = await admit(trx, context, account, { mfaToken, origin });
  if (outcome instanceof WaslError) return refused(outcome);
  await right.use();
  await resetGuard(trx, key);
  if ('phone' in address) return { outcome, ended: false };
  return { outcome, ended: await proveMailbox(trx, context, outcome, origin) };
}

/** The e-mail whose guard applies to this address; null if no account has the phone any more. */
async function guardKey(trx: Transaction, address: CodeAddress): Promise<string | null> {
  if ('email' in address) return emailKey(address.email);
  const owner = await findOwnerByPhone(trx, address.phone);
  return owner === null ? null : emailKey(owner.email);
}

function holdKnown(trx: Transaction, address: CodeAddress): Promise<Candidate | null> {
  return 'email' in address
    ? holdCandidate(trx, emailKey(address.email))
    : holdCandidateByPhone(trx, address.phone);
}

/** Creates the account of a new e-mail's reader. Throws Overtaken if a concurrent request created it. */
async function newcomer(
  trx: Transaction,
  { ids }: CodeContext,
  { address, displayName, locale }: CodeSignIn,
): Promise<Pick<Candidate, 'id' | 'status' | 'roles'> | null> {
  if (!('email' in address)) return null;
  const { email } = address;
  const name = displayName ?? email.slice(0, email.indexOf('@')).slice(0, 100);
  const roles = ['BUYER'] as const;
  const account = { email, displayName: name, locale, passwordHash: null, roles, verified: true };
  try {
    const id = await createAccount(trx, ids, account);
    return { id, status: 'ACTIVE', roles: [...roles] };
  } catch (error) {
    throw error instanceof WaslError && error.code === 'auth.EMAIL_TAKEN' ? new Overtaken() : error;
  }
}
