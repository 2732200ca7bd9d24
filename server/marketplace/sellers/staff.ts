import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { takeRole } from '../../accounts/accounts.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import type { SellerPermission } from '../../kernel/security/seller-rights.ts';

export interface StaffRow {
  account_id: string;
  email: string;
  display_name: string;
  permissions: SellerPermission[];
  version: number;
  created_at: Date;
}

export interface StaffChange {
  by: SignedIn;
  sellerId: string;
  accountId: string;
  requestId: string;
}

/** Nobody gives what they do not hold themselves. Throws auth.FORBIDDEN. */
export function requireHeld({ rights }: SignedIn, permissions: readonly SellerPermission[]): void {
  const lacking = permissions.filter((permission) => !rights.has(permission));
  if (lacking.length === 0) return;
  throw new WaslError('auth.FORBIDDEN', {
    detail: `You cannot give what you do not hold: ${lacking.join(', ')}.`,
  });
}

/**
 * Sets what one of the staff may do; it counts from their next request on. What is new must be held by who gives it.
 * Throws common.NOT_FOUND for another seller's staff and for the owner, the errors of If-Match, auth.FORBIDDEN.
 */
export async function changePermissions(
  trx: Transaction,
  change: StaffChange,
  ifMatch: number | null,
  permissions: readonly SellerPermission[],
): Promise<void> {
  const { by, sellerId, accountId } = change;
  const staff = await lockStaff(trx, sellerId, accountId);
  requireVersion(ifMatch, staff.version);
  const known = new Set(staff.permissions);
  requireHeld(
    by,
    permissions.filter((permission) => !known.has(permission)),
  );
  const wanted = [...new Set(permissions)];
  await trx('seller_staff')
    .where({ account_id: accountId })
    .update({ permissions: wanted, version: staff.version + 1, updated_at: new Date() });
  await record(trx, change, 'updateStaff', { from: staff.permissions, to: wanted });
}

/** Takes somebody from the staff, and the role with it. Throws common.NOT_FOUND as a change does. */
export async function removeStaff(trx: Transaction, change: StaffChange): Promise<void> {
  const { sellerId, accountId } = change;
  // As in accepting: one decision per account at a time.
  await trx('accounts').where({ id: accountId }).forUpdate().first('id');
  const staff = await lockStaff(trx, sellerId, accountId);
  await trx('seller_staff').where({ account_id: accountId }).delete();
  await takeRole(trx, accountId, 'SELLER_STAFF');
  await record(trx, change, 'removeStaff', { from: staff.permissions });
}

async function lockStaff(trx: Transaction, sellerId: string, accountId: string) {
  const staff = await trx<{
    account_id: string;
    seller_id: string;
    permissions: SellerPermission[];
    version: number;
  }>('seller_staff')
    .where({ account_id: accountId, seller_id: sellerId })
    .forUpdate()
    .first('permissions', 'version');
  if (staff === undefined) throw noSuchStaff();
  return staff;
}

/** Newest accounts first. @param before The account the last page ended with. */
export async function readStaff(
  database: Database,
  sellerId: string,
  filter: { accountId?: string; before?: string | null; count: number },
): Promise<StaffRow[]> {
  const { accountId = null, before = null, count } = filter;
  const { rows } = await database.raw<{ rows: StaffRow[] }>(
    `SELECT f.account_id, a.email, a.display_name, f.permissions, f.version, f.created_at
       FROM seller_staff f JOIN accounts a ON a.id = f.account_id
      WHERE f.seller_id = ? AND (?::uuid IS NULL OR f.account_id = ?) AND (?::uuid IS NULL OR f.account_id < ?)
      ORDER BY f.account_id DESC LIMIT ?`,
    [sellerId, accountId, accountId, before, before, count],
  );
  return rows;
}

/** Throws common.NOT_FOUND. */
export async function readOneOfStaff(
  database: Database,
  sellerId: string,
  accountId: string,
): Promise<StaffRow> {
  const [row] = await readStaff(database, sellerId, { accountId, count: 1 });
  if (row === undefined) throw noSuchStaff();
  return row;
}

function noSuchStaff(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'Nobody like that is on your staff.' });
}

function record(
  trx: Transaction,
  { by, sellerId, accountId, requestId }: StaffChange,
  action: string,
  data: { from: string[]; to?: string[] },
): Promise<void> {
  return recordAudit(trx, {
    ...{ by, action, requestId },
    subjectType: 'ACCOUNT',
    subjectId: accountId,
    data: { sellerId, ...data },
  });
}
