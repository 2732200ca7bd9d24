import { WaslError } from '../../actors/errors.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { violatedConstraint } from '../../db/unit-of-work.ts';
import { giveRole, insertAccount } from './account-store.ts';

export interface NewAccount {
  email: string;
  displayName: string;
  locale: 'en' | 'ar';
  /** From hashPassword(), computed before the transaction. Null: the account cannot sign in with a password. */
  passwordHash: string | null;
  roles: readonly AccountRoleName[];
  /** Account that grants the roles. Granting ADMIN requires the super-administrator, unless this account becomes it. */
  grantedBy?: string;
  phone?: string;
  verified?: boolean;
  isDemo?: boolean;
  isSuperAdmin?: boolean;
}

/** E-mails that differ only in case are the same e-mail. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Creates an account with its roles and returns its id. Throws auth.EMAIL_TAKEN, and admin.SUPER_ADMIN_PROTECTED for a
 * second super-administrator; either error aborts the transaction.
 */
export async function createAccount(trx: Transaction, ids: Ids, account: NewAccount): Promise<string> {
  const id = ids.next();
  const verifiedAt = account.verified === true ? new Date() : null;
  try {
    await insertAccount(trx, {
      id,
      email: account.email.trim(),
      displayName: account.displayName.trim(),
      locale: account.locale,
      passwordHash: account.passwordHash,
      phone: account.phone ?? null,
      verifiedAt,
      isDemo: account.isDemo ?? false,
      isSuperAdmin: account.isSuperAdmin ?? false,
    });
  } catch (error) {
    throw translate(error);
  }
  for (const role of new Set(account.roles)) await giveRole(trx, id, role, account.grantedBy);
  return id;
}

function translate(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'accounts_email')
    return new WaslError('auth.EMAIL_TAKEN', {
      detail: 'An account with this e-mail exists. Sign in instead.',
    });
  if (constraint === 'accounts_one_super_admin')
    return new WaslError('admin.SUPER_ADMIN_PROTECTED', {
      detail: 'A super-administrator exists already, and there can be only one.',
    });
  return error;
}
