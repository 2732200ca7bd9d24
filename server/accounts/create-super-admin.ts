import type { Ids } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import { hashPassword } from '../kernel/security/passwords.ts';
import { createAccount } from './create-account.ts';

export interface SuperAdmin {
  email: string;
  displayName: string;
  password: string;
}

/**
 * Creates the one super-administrator and returns its id. No endpoint does this; it requires access to the database.
 * Throws admin.SUPER_ADMIN_PROTECTED if one exists, and auth.EMAIL_TAKEN.
 */
export async function createSuperAdmin(
  database: Database,
  ids: Ids,
  { password, ...person }: SuperAdmin,
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return inTransaction(database, async (trx) => {
    const accountId = await createAccount(trx, ids, {
      ...person,
      locale: 'en',
      passwordHash,
      roles: ['ADMIN'],
      verified: true,
      isSuperAdmin: true,
    });
    await recordAudit(trx, {
      by: null,
      action: 'createSuperAdmin',
      subjectType: 'ACCOUNT',
      subjectId: accountId,
      requestId: null,
      ip: null,
    });
    return accountId;
  });
}
