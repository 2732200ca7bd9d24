import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import { createAccount, emailKey } from './create-account.ts';
import { type OpenedSession, type Origin, openSession, type SessionContext } from './sessions.ts';
import { resetGuard } from './sign-in-guard-store.ts';

export interface Registration {
  email: string;
  password: string;
  displayName: string;
  locale: 'en' | 'ar';
}

/** Makes a BUYER, unverified, and signs in. Throws auth.EMAIL_TAKEN. */
export async function registerAccount(
  context: SessionContext & { database: Database },
  { password, ...person }: Registration,
  origin: Origin,
): Promise<OpenedSession> {
  const passwordHash = await hashPassword(password);
  return inTransaction(context.database, async (trx) => {
    const account = { ...person, passwordHash, roles: ['BUYER'] } as const;
    const accountId = await createAccount(trx, context.ids, account);
    // Tries made before the e-mail had an account do not count against its owner.
    await resetGuard(trx, emailKey(person.email));
    return openSession(trx, context, origin, { accountId, surface: 'api', mfa: false });
  });
}
