import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { checkNewPassword } from '../kernel/security/password-rules.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import { surfaceRefusal } from '../kernel/security/surface-roles.ts';
import { offerCode } from './ask-for-code.ts';
import { createAccount, emailKey } from './create-account.ts';
import { type OpenedSession, openSession, type SessionContext } from './sessions.ts';
import type { RequestOrigin } from './sign-in.ts';
import { resetGuard } from './sign-in-guard-store.ts';

export interface Registration {
  email: string;
  password: string;
  displayName: string;
  locale: 'en' | 'ar';
}

export interface RegistrationContext extends SessionContext {
  database: Database;
  config: SessionContext['config'] & { minPasswordLength: number };
}

/**
 * Creates an unverified BUYER, signs in, and sends a code to verify the e-mail. Throws auth.EMAIL_TAKEN,
 * auth.PASSWORD_TOO_SHORT, auth.PASSWORD_TOO_COMMON.
 */
export async function registerAccount(
  context: RegistrationContext,
  { password, ...person }: Registration,
  origin: RequestOrigin,
): Promise<OpenedSession> {
  const { email, locale } = person;
  // On a surface that buyers cannot use, e.g. the dispatch console, the new account gets an `api` session.
  const surface = surfaceRefusal(origin.surface, ['BUYER']) === null ? origin.surface : 'api';
  const { minPasswordLength: minLength } = context.config;
  checkNewPassword(password, person, { minLength, field: 'password' });
  const passwordHash = await hashPassword(password);
  return inTransaction(context.database, async (trx) => {
    const account = { ...person, passwordHash, roles: ['BUYER'] } as const;
    const accountId = await createAccount(trx, context.ids, account);
    // Failures counted before the account existed must not lock out its owner.
    await resetGuard(trx, emailKey(email));
    const { requestId } = origin;
    const asked = { purpose: 'EMAIL', address: { email }, locale, accountId, requestId } as const;
    const session = await openSession(trx, context, origin, { accountId, surface, mfa: false });
    await offerCode(trx, context, asked);
    return session;
  });
}
