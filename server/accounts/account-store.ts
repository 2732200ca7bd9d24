import type { Binding, Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';

/** What is shown of an account, read in one query. */
export interface AccountRow {
  id: string;
  email: string;
  display_name: string;
  locale: 'en' | 'ar';
  status: 'ACTIVE' | 'DISABLED';
  verified: boolean;
  mfa_enrolled: boolean;
  roles: AccountRoleName[];
  seller_id: string | null;
  driver_id: string | null;
  created_at: Date;
}

export interface AccountFilter {
  /** Part of an e-mail or a name. */
  q?: string | undefined;
  role?: AccountRoleName | undefined;
}

const COLUMNS = `
  a.id, a.email, a.display_name, a.locale, a.status, a.created_at,
  a.verified_at IS NOT NULL AS verified,
  EXISTS (SELECT 1 FROM mfa_factors WHERE account_id = a.id AND confirmed_at IS NOT NULL) AS mfa_enrolled,
  ARRAY(SELECT role FROM account_roles WHERE account_id = a.id ORDER BY role) AS roles,
  coalesce((SELECT id FROM sellers WHERE owner_account_id = a.id AND status <> 'REJECTED'),
           (SELECT seller_id FROM seller_staff WHERE account_id = a.id)) AS seller_id,
  (SELECT id FROM drivers WHERE account_id = a.id) AS driver_id`;

export async function readAccount(
  executor: Database | Transaction,
  id: string,
): Promise<AccountRow | undefined> {
  const { rows } = await executor.raw<{ rows: AccountRow[] }>(
    `SELECT ${COLUMNS} FROM accounts a WHERE a.id = ?`,
    [id],
  );
  return rows[0];
}

/** Newest first. @param before The id the last page ended with. @param count How many rows to read. */
export async function readAccounts(
  executor: Database | Transaction,
  filter: AccountFilter,
  before: string | null,
  count: number,
): Promise<AccountRow[]> {
  const conditions: string[] = [];
  const bindings: Binding[] = [];
  const add = (condition: string, ...values: Binding[]) => {
    conditions.push(condition);
    bindings.push(...values);
  };
  if (before !== null) add('a.id < ?', before);
  if (filter.role !== undefined)
    add('EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = ?)', filter.role);
  if (filter.q !== undefined) {
    const pattern = `%${filter.q.replaceAll(/[\\%_]/g, '\\$&')}%`;
    add('(a.email ILIKE ? OR a.display_name ILIKE ?)', pattern, pattern);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const { rows } = await executor.raw<{ rows: AccountRow[] }>(
    `SELECT ${COLUMNS} FROM accounts a ${where} ORDER BY a.id DESC LIMIT ?`,
    [...bindings, count],
  );
  return rows;
}
