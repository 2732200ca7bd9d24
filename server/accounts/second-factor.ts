import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { looksLikeTotp, newTotpSecret, totpQr, totpStep, totpUri } from '../kernel/security/totp.ts';
import { replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts';

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

interface FactorRow {
  account_id: string;
  secret: Buffer;
  confirmed_at: Date | null;
  last_step: number;
}

/** Gives an account a new key. Until it is confirmed, enrolling again replaces it. Throws auth.MFA_ALREADY_ENROLLED. */
export async function enroll(context: SecondFactorContext, accountId: string): Promise<Enrolment> {
  const secret = newTotpSecret();
  const email = await inTransaction(context.database, async (trx) => {
    await storeUnconfirmed(trx, accountId, context.secrets.seal('mfa-secret', secret, accountId));
    const account = await trx<{ id: string; email: string }>('accounts')
      .where({ id: accountId })
      .first('email');
    return account?.email ?? '';
  });
  const otpauthUri = totpUri(secret, email);
  return { secret, otpauthUri, qrSvg: await totpQr(otpauthUri) };
}

async function storeUnconfirmed(trx: Transaction, accountId: string, sealed: Buffer): Promise<void> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `INSERT INTO mfa_factors AS f (account_id, secret) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()
           WHERE f.confirmed_at IS NULL`,
    [accountId, sealed],
  );
  if (rowCount === 0) {
    throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
      detail: 'This account has a confirmed authenticator already.',
    });
  }
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
    const factor = await trx<FactorRow>('mfa_factors').where({ account_id: accountId }).forUpdate().first();
    if (factor === undefined) {
      throw new WaslError('auth.MFA_NOT_STARTED', { detail: 'Enrol first, then confirm with a code.' });
    }
    if (factor.confirmed_at !== null) {
      throw new WaslError('auth.MFA_ALREADY_ENROLLED', {
        detail: 'This authenticator is confirmed already.',
      });
    }
    if (!(await acceptTotp(trx, context.secrets, accountId, factor, code))) throw wrongCode();
    await trx('mfa_factors').where({ account_id: accountId }).update({ confirmed_at: trx.fn.now() });
    await trx('sessions').where({ id: sessionId }).update({ mfa_at: trx.fn.now() });
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
  const factor = await trx<FactorRow>('mfa_factors')
    .where({ account_id: accountId })
    .whereNotNull('confirmed_at')
    .forUpdate()
    .first();
  if (factor === undefined) return 'none';
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

/** A step is accepted once: of two uses of one code at the same moment the update lets a single one through. */
async function acceptTotp(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  const step = await totpStep(secrets.open('mfa-secret', factor.secret, accountId), code);
  if (step === null) return false;
  const moved = await trx('mfa_factors')
    .where({ account_id: accountId })
    .where('last_step', '<', step)
    .update({ last_step: step });
  return moved === 1;
}
