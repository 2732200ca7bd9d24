import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { OperationRequest, SignedIn } from '../kernel/http/operation.ts';
import type { Config } from '../kernel/process/config.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { looksLikeTotp, newTotpSecret, totpQr, totpStep, totpUri } from '../kernel/security/totp.ts';
import { emailOf } from './account-store.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';
import {
  acceptStep,
  confirmFactor,
  countWrongCode,
  type FactorRow,
  forgetWrongCodes,
  lockConfirmedFactor,
  lockFactor,
  storeUnconfirmed,
} from './second-factor-store.ts';
import { markSteppedUp } from './session-store.ts';
import { type TellContext, tellOwner } from './tell-owner.ts';

export interface SecondFactorContext extends TellContext {
  database: Database;
  secrets: Secrets;
}

/** Who does something to a factor, for the audit log. */
export type FactorRequest = { caller: SignedIn } & Pick<OperationRequest<'confirmMfa'>, 'requestId' | 'ip'>;

export interface Enrolment {
  /** Base32, for typing into an authenticator app. */
  secret: string;
  otpauthUri: string;
  qrSvg: string;
}

/** Gives an account a new key. Until it is confirmed, enrolling again replaces it. Throws auth.MFA_ALREADY_ENROLLED. */
export async function enroll(
  context: Pick<SecondFactorContext, 'database' | 'secrets'>,
  accountId: string,
): Promise<Enrolment> {
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
 * Turns the factor on with a current code and steps the present session up; the owner is told. Gives the recovery
 * codes, this once. Throws auth.MFA_NOT_STARTED, auth.MFA_ALREADY_ENROLLED, auth.MFA_TOKEN_INVALID.
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
    if (factor.confirmed_at !== null) {
      throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
        detail: 'This authenticator is confirmed already.',
      });
    }
    if (!(await acceptTotp(trx, context.secrets, accountId, factor, code))) throw wrongCode();
    await confirmFactor(trx, accountId);
    await markSteppedUp(trx, sessionId);
    await recordAudit(trx, {
      ...{ by: caller, requestId, ip },
      action: 'confirmMfa',
      subjectType: 'ACCOUNT',
      subjectId: accountId,
      before: { secondFactor: false },
      after: { secondFactor: true },
    });
    await tellOwner(trx, context, accountId, 'SECOND_FACTOR_ENABLED');
    return replaceRecoveryCodes(trx, context.secrets, accountId);
  });
}

export interface CheckContext extends TellContext {
  secrets: Secrets;
  config: Pick<Config, 'lockout'>;
}

/** `none`: the account has no confirmed factor. `missing`: it has one and nothing was sent. Or why the code is refused. */
export type FactorCheck = 'none' | 'missing' | 'passed' | WaslError;

/**
 * Checks what a sign-in or step-up sent against a confirmed factor: an authenticator code, or a recovery code, each
 * once. Wrong ones are counted apart from passwords, whatever is signed in to between, until a right one; every so many
 * in a row tell the owner and keep authenticator codes out for a while. A recovery code is too long to be guessed, so it
 * works meanwhile, and lets its owner in. A refusal is answered, not thrown: what it counted must be committed.
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
    await tellOwner(trx, context, accountId, 'SECOND_FACTOR_GUESSED', { wrongCodes: inARow });
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
    detail: `Too many wrong codes in a row. The authenticator's are refused for ${wait} more seconds; a recovery code works.`,
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
