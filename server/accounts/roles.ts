import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { sqlState } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';

/** The roles given and taken by hand. The others follow from a seller's or driver's own record and would contradict it. */
const BY_HAND: readonly AccountRoleName[] = ['BUYER', 'DISPATCHER', 'ADMIN'];

export interface RoleChange {
  by: SignedIn;
  accountId: string;
  role: AccountRoleName;
  requestId: string;
}

interface Target {
  id: string;
  is_super_admin: boolean;
  holds: boolean;
}

/** Lets an account hold a role, once. For what follows from a record; by hand it is `grantRole`. */
export async function giveRole(
  trx: Database | Transaction,
  accountId: string,
  role: AccountRoleName,
  grantedBy: string | null = null,
): Promise<void> {
  await trx('account_roles')
    .insert({ account_id: accountId, role, granted_by: grantedBy })
    .onConflict(['account_id', 'role'])
    .ignore();
}

/** Takes a role from an account; it counts no more from the next request on. */
export async function takeRole(
  trx: Database | Transaction,
  accountId: string,
  role: AccountRoleName,
): Promise<void> {
  await trx('account_roles').where({ account_id: accountId, role }).delete();
}

/** Granting a role that is held changes nothing. Throws common.NOT_FOUND, auth.FORBIDDEN, common.VALIDATION_FAILED. */
export async function grantRole(trx: Transaction, change: RoleChange): Promise<void> {
  const target = await lockTarget(trx, change);
  if (target.holds) return;
  await guarded(() => giveRole(trx, target.id, change.role, change.by.accountId));
  await record(trx, 'grantRole', change);
}

/** Taking a role that is not held changes nothing. Throws as grantRole does, and admin.SUPER_ADMIN_PROTECTED. */
export async function revokeRole(trx: Transaction, change: RoleChange): Promise<void> {
  const target = await lockTarget(trx, change);
  if (!target.holds) return;
  await guarded(() => takeRole(trx, target.id, change.role));
  await record(trx, 'revokeRole', change);
}

async function lockTarget(trx: Transaction, { by, accountId, role }: RoleChange): Promise<Target> {
  if (!BY_HAND.includes(role)) throw notByHand(role);
  if (role === 'ADMIN' && !by.isSuperAdmin) {
    throw new WaslError('auth.FORBIDDEN', {
      detail: 'Only the super-administrator grants or takes the role ADMIN.',
    });
  }
  // The lock comes first: a role read in the same statement could be older than the lock.
  const account = await trx<{ id: string; is_super_admin: boolean }>('accounts')
    .where({ id: accountId })
    .forUpdate()
    .first('id', 'is_super_admin');
  if (account === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  const held = await trx<{ account_id: string; role: string }>('account_roles')
    .where({ account_id: accountId, role })
    .first('role');
  return { ...account, holds: held !== undefined };
}

function notByHand(role: AccountRoleName): WaslError {
  const message = `${role} follows from an approved seller, an invitation or an approved driver; by hand only ${BY_HAND.join(', ')}`;
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `${message}.`,
    errors: [{ pointer: '/role', code: 'enum', message }],
  });
}

/** The database guards the super-administrator and the role ADMIN itself; its refusals are translated. */
async function guarded(statement: () => PromiseLike<unknown>): Promise<void> {
  try {
    await statement();
  } catch (error) {
    const state = sqlState(error);
    if (state === 'WA001')
      throw new WaslError('admin.SUPER_ADMIN_PROTECTED', {
        detail: 'The super-administrator cannot be demoted.',
      });
    if (state === 'WA002')
      throw new WaslError('auth.FORBIDDEN', {
        detail: 'Only the super-administrator grants the role ADMIN.',
      });
    throw error;
  }
}

function record(
  trx: Transaction,
  action: string,
  { by, accountId, role, requestId }: RoleChange,
): Promise<void> {
  return recordAudit(trx, {
    by,
    action,
    subjectType: 'ACCOUNT',
    subjectId: accountId,
    requestId,
    data: { role },
  });
}
