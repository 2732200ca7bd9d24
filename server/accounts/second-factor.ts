import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { looksLikeTotp, newTotpSecret, totpQr, totpStep, totpUri } from '../kernel/security/totp.ts';
import { emailOf } from './account-store.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import {
  acceptStep,
  confirmFactor,
  type FactorRow,
  lockConfirmedFactor,
  lockFactor,
  storeUnconfirmed,
} from './second-factor-store.ts';
import { markSteppedUp } from './session-store.ts';

export interface SecondFactorContext {
  database: Database;
  secrets: Secrets;
}

export interface Enrolment {
  /** Base32, for typing into an authenticator app. */
  secret: string;
  otpauthUri: string;
  qrSvg: string;
}

/** Gives an account a new key. Until it is confirmed, enrolling again replaces it. Throws auth.MFA_ALREADY_ENROLLED. */
export async function enroll(context: SecondFactorContext, accountId: string): Promise<Enrolment> {
  const secret = newTotpSecret();
  const email = await inTransaction(context.database, async (trx) => {
    if (!(await storeUnconfirmed(trx, accountId, context.secrets.seal('mfa-secret', secret, accountId)))) {
      throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
        detail: 'This account has a confirmed authenticator already.',
      });
    }
    return emailOf(trx, accountId);
  });
  const otpauthUri = totpUri(secret, email);
  return { secret, otpauthUri, qrSvg: await totpQr(otpauthUri) };
}

/**
 * Turns the factor on with a current code and steps the present session up. Gives the recovery codes, this once.
 * Throws auth.MFA_NOT_STARTED, auth.MFA_ALREADY_ENROLLED, auth.MFA_TOKEN_INVALID.
 */
export async function confirm(
  context: SecondFactorContext,
  caller: { accountId: string; sessionId: string },
  code: string,
): Promise<string[]> {
  const { accountId, sessionId } = caller;
  return inTransaction(context.database, async (trx) => {
    const factor = await lockFactor(trx, accountId);
    if (factor === null) {
      throw new WaslError('auth.MFA_NOT_STARTED', { detail: 'Enrol first, then confirm with a code.' });
    }
    if (factor.confirmed_at !== null) {
      throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
        detail: 'This authenticator is confirmed already.',
      });
    }
    if (!(await acceptTotp(trx, context.secrets, accountId, factor, code))) throw wrongCode();
    await confirmFactor(trx, accountId);
    await markSteppedUp(trx, sessionId);
    return replaceRecoveryCodes(trx, context.secrets, accountId);
  });
}

export type FactorCheck = 'none' | 'missing' | 'wrong' | 'passed';

/**
 * Checks what a sign-in sent against a confirmed factor: an authenticator code, or a recovery code, each once.
 * `none`: the account has no confirmed factor. `missing`: it has one and nothing was sent.
 */
export async function checkFactor(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
  mfaToken: string | undefined,
): Promise<FactorCheck> {
  const factor = await lockConfirmedFactor(trx, accountId);
  if (factor === null) return 'none';
  if (mfaToken === undefined) return 'missing';
  const passed = looksLikeTotp(mfaToken)
    ? await acceptTotp(trx, secrets, accountId, factor, mfaToken)
    : await useRecoveryCode(trx, secrets, accountId, mfaToken);
  return passed ? 'passed' : 'wrong';
}

export function wrongCode(): WaslError {
  return new WaslError('auth.MFA_TOKEN_INVALID', {
    detail: 'The code is wrong, too old or already used. Wait for the next one.',
  });
}

async function acceptTotp(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  const step = await totpStep(secrets.open('mfa-secret', factor.secret, accountId), code);
  if (step === null) return false;
  return acceptStep(trx, accountId, step);
}
