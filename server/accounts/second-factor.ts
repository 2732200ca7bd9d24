import { WaslError } from '../../actors/errors.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import { requireFactor } from '../kernel/http/authorize.ts';
import type { OperationRequest, SignedIn } from '../kernel/http/operation.ts';
import type { Config } from '../kernel/process/config.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { looksLikeTotp, newTotpSecret, totpQr, totpStep, totpUri } from '../kernel/security/totp.ts';
import { emailOf } from './account-store.ts';
import { notifyOwner } from './notify-owner.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import {
  acceptStep,
  adoptNext,
  confirmFactor,
  countWrongCode,
  type FactorRow,
  forgetWrongCodes,
  lockConfirmedFactor,
  lockFactor,
  storeNext,
  storeUnconfirmed,
} from './second-factor-store.ts';
import { clearSteppedUp, markSteppedUp } from './session-store.ts';

export interface SecondFactorContext {
  ids: Ids;
  database: Database;
  secrets: Secrets;
}

/** Who changes a factor, for the audit log. */
export type FactorRequest = { caller: SignedIn } & Pick<OperationRequest<'confirmMfa'>, 'requestId' | 'ip'>;

export interface Enrolment {
  /** Base32, for typing into an authenticator app. */
  secret: string;
  otpauthUri: string;
  qrSvg: string;
}

/** Prevents replacing the owner's authenticator from a session left open. */
const REPLACING = { maxAgeMinutes: 10, whenEnrolled: true } as const;

/**
 * Issues a new key. Until it is confirmed, enrolling again replaces it. `replace`: also allowed over a confirmed key,
 * which stays valid until the new one is confirmed; requires a session that recently gave a code or recovery code of
 * it. Throws auth.MFA_ALREADY_ENROLLED, auth.MFA_REQUIRED.
 */
export async function enroll(
  context: Pick<SecondFactorContext, 'database' | 'secrets'>,
  caller: SignedIn,
  { replace }: { replace: boolean },
): Promise<Enrolment> {
  const { accountId } = caller;
  if (replace) requireFactor(REPLACING, caller);
  const secret = newTotpSecret();
  const sealed = context.secrets.seal('mfa-secret', secret, accountId);
  const email = await inTransaction(context.database, async (trx) => {
    const stored =
      (await storeUnconfirmed(trx, accountId, sealed)) ||
      (replace && (await storeNext(trx, accountId, sealed)));
    if (!stored) {
      throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
        detail: 'This account already has a confirmed authenticator. Send replace to replace it.',
      });
    }
    return emailOf(trx, accountId);
  });
  const otpauthUri = totpUri(secret, email);
  return { secret, otpauthUri, qrSvg: await totpQr(otpauthUri) };
}

/**
 * Activates the factor, or replaces the previous one, with a current code. Steps up the present session and notifies
 * the owner. Returns the recovery codes, which are shown only once. Throws auth.MFA_NOT_STARTED,
 * auth.MFA_ALREADY_ENROLLED, auth.MFA_TOKEN_INVALID.
 */
export async function confirm(
  context: SecondFactorContext,
  { caller, requestId, ip }: FactorRequest,
  code: string,
): Promise<string[]> {
  const { accountId, sessionId } = caller;
  return inTransaction(context.database, async (trx) => {
    const factor = await lockFactor(trx, accountId);
    if (factor === null) {
      throw new WaslError('auth.MFA_NOT_STARTED', { detail: 'Enrol first, then confirm with a code.' });
    }
    const replaces = factor.confirmed_at !== null;
    if (!(await confirmKey(trx, context.secrets, accountId, factor, code))) throw wrongCode();
    if (replaces) await clearSteppedUp(trx, accountId);
    await markSteppedUp(trx, sessionId);
    await recordAudit(trx, {
      ...{ by: caller, requestId, ip },
      action: 'confirmMfa',
      subjectType: 'ACCOUNT',
      subjectId: accountId,
      before: { secondFactor: replaces },
      after: { secondFactor: true },
      data: { replaces },
    });
    await notifyOwner(trx, accountId, 'SECOND_FACTOR_ENABLED');
    return replaceRecoveryCodes(trx, context.secrets, accountId);
  });
}

/** True if the code matches the unconfirmed key, which then becomes the current one. */
async function confirmKey(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  if (factor.confirmed_at === null) {
    if (!(await acceptTotp(trx, secrets, accountId, factor, code))) return false;
    await confirmFactor(trx, accountId);
    return true;
  }
  if (factor.next_secret === null) {
    throw new WaslError('auth.MFA_ALREADY_ENROLLED', { detail: 'This authenticator is already confirmed.' });
  }
  const step = await totpStep(secrets.open('mfa-secret', factor.next_secret, accountId), code);
  if (step === null) return false;
  await adoptNext(trx, accountId, step);
  return true;
}

export interface CheckContext {
  ids: Ids;
  secrets: Secrets;
  config: Pick<Config, 'lockout'>;
}

/**
 * `none`: the account has no confirmed factor. `missing`: it has one, but no code was sent. An error: why the code is
 * refused.
 */
export type FactorCheck = 'none' | 'missing' | 'passed' | WaslError;

/**
 * Checks the code of a sign-in or step-up against a confirmed factor: an authenticator code or a recovery code, each
 * valid once. Wrong codes are counted separately from passwords and across sign-ins until a correct one; every nth in a
 * row notifies the owner and suspends authenticator codes for a while. Recovery codes are too long to guess, so they
 * keep working and let the owner in. Refusals are returned, not thrown, so that the count commits.
 */
export async function checkFactor(
  trx: Transaction,
  context: CheckContext,
  accountId: string,
  mfaToken: string | undefined,
): Promise<FactorCheck> {
  const factor = await lockConfirmedFactor(trx, accountId);
  if (factor === null) return 'none';
  if (mfaToken === undefined) return 'missing';
  const isTotp = looksLikeTotp(mfaToken);
  if (isTotp && factor.wait !== null) return codesLocked(factor.wait);
  const passed = isTotp
    ? await acceptTotp(trx, context.secrets, accountId, factor, mfaToken)
    : await useRecoveryCode(trx, context.secrets, accountId, mfaToken);
  if (!passed) return refuseCode(trx, context, accountId);
  await forgetWrongCodes(trx, accountId);
  return 'passed';
}

async function refuseCode(trx: Transaction, context: CheckContext, accountId: string): Promise<WaslError> {
  const { lockout } = context.config;
  const inARow = await countWrongCode(trx, accountId, lockout);
  if (inARow % lockout.failures === 0) {
    await notifyOwner(trx, accountId, 'SECOND_FACTOR_GUESSED', { wrongCodes: inARow });
  }
  return wrongCode();
}

export function wrongCode(): WaslError {
  return new WaslError('auth.MFA_TOKEN_INVALID', {
    detail: 'The code is wrong, too old or already used. Wait for the next one.',
  });
}

function codesLocked(wait: number): WaslError {
  return new WaslError('auth.ACCOUNT_LOCKED', {
    detail: `Too many wrong codes in a row. Authenticator codes are refused for ${wait} more seconds; a recovery code still works.`,
    retryAfter: wait,
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
