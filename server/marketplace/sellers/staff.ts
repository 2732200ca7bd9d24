import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { takeRole } from '../../accounts/accounts.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { SignedIn } from '../../kernel/http/operation.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import type { SellerPermission } from '../../kernel/security/seller-rights.ts';
import {
  deleteStaff,
  type LockedStaff,
  lockAccount,
  lockStaff,
  readStaff,
  type StaffRow,
  setPermissions,
} from './staff-store.ts';

export interface StaffChange {
  by: SignedIn;
  sellerId: string;
  accountId: string;
  requestId: string;
  ip: string;
}

/** Permissions can be granted only by someone who holds them. Throws auth.FORBIDDEN. */
export function requireHeld({ rights }: SignedIn, permissions: readonly SellerPermission[]): void {
  const lacking = permissions.filter((permission) => !rights.has(permission));
  if (lacking.length === 0) return;
  throw new WaslError('auth.FORBIDDEN', {
    detail: `You cannot grant permissions you do not have: ${lacking.join(', ')}.`,
  });
}

/**
 * Sets a staff member's permissions, effective from their next request. New permissions must be held by the caller.
 * Throws common.NOT_FOUND for another seller's staff and for the owner, the errors of If-Match, auth.FORBIDDEN.
 */
export async function changePermissions(
  trx: Transaction,
  change: StaffChange,
  ifMatch: IfMatch,
  permissions: readonly SellerPermission[],
): Promise<void> {
  const { by, sellerId, accountId } = change;
  const staff = await requireStaff(trx, sellerId, accountId);
  requireVersion(ifMatch, staff.version);
  const known = new Set(staff.permissions);
  requireHeld(
    by,
    permissions.filter((permission) => !known.has(permission)),
  );
  const wanted = [...new Set(permissions)];
  await setPermissions(trx, { accountId, permissions: wanted, version: staff.version + 1 });
  await record(trx, change, 'updateStaff', staff.permissions, wanted);
}

/** Removes a staff member and their role. Throws common.NOT_FOUND as `changePermissions` does. */
export async function removeStaff(trx: Transaction, change: StaffChange): Promise<void> {
  const { sellerId, accountId } = change;
  // As in accepting an invitation: serializes decisions about the account.
  await lockAccount(trx, accountId);
  const staff = await requireStaff(trx, sellerId, accountId);
  await deleteStaff(trx, accountId);
  await takeRole(trx, accountId, 'SELLER_STAFF');
  await record(trx, change, 'removeStaff', staff.permissions, null);
}

async function requireStaff(trx: Transaction, sellerId: string, accountId: string): Promise<LockedStaff> {
  const staff = await lockStaff(trx, sellerId, accountId);
  if (staff === null) throw noSuchStaff();
  return staff;
}

/** Throws common.NOT_FOUND. */
export async function readOneOfStaff(
  database: Database,
  sellerId: string,
  accountId: string,
): Promise<StaffRow> {
  const [row] = await readStaff(database, sellerId, { accountId, before: null, count: 1 });
  if (row === undefined) throw noSuchStaff();
  return row;
}

function noSuchStaff(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such person is on your staff.' });
}

function record(
  trx: Transaction,
  { by, sellerId, accountId, requestId, ip }: StaffChange,
  action: string,
  before: readonly SellerPermission[],
  after: readonly SellerPermission[] | null,
): Promise<void> {
  return recordAudit(trx, {
    ...{ by, action, requestId, ip },
    subjectType: 'ACCOUNT',
    subjectId: accountId,
    before: { permissions: [...before] },
    after: after === null ? null : { permissions: [...after] },
    data: { sellerId },
  });
}
