import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { sqlState } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import type { Config } from '../kernel/process/config.ts';
import { giveRole, holdsRole, lockAccount, takeRole } from './account-store.ts';
import { shortenSessions } from './session-store.ts';

/**
 * Roles granted and revoked by hand. The others follow from a seller's or driver's record, which they would contradict.
 */
const BY_HAND: readonly AccountRoleName[] = ['BUYER', 'DISPATCHER', 'ADMIN'];

export interface RoleChange {
  by: SignedIn;
  accountId: string;
  role: AccountRoleName;
  requestId: string;
  ip: string;
}

/**
 * Does nothing if the role is held already. Open sessions of a new administrator get the shorter administrator
 * lifetime. Throws common.NOT_FOUND, auth.FORBIDDEN, common.VALIDATION_FAILED.
 */
export async function grantRole(
  trx: Transaction,
  { sessionLife }: Pick<Config, 'sessionLife'>,
  change: RoleChange,
): Promise<void> {
  if (await lockedAccountHolds(trx, change)) return;
  await guarded(() => giveRole(trx, change.accountId, change.role, change.by.accountId));
  if (change.role === 'ADMIN') await shortenSessions(trx, change.accountId, sessionLife.administrator);
  await record(trx, 'grantRole', change, true);
}

/** Does nothing if the role is not held. Throws as grantRole does, and admin.SUPER_ADMIN_PROTECTED. */
export async function revokeRole(trx: Transaction, change: RoleChange): Promise<void> {
  if (!(await lockedAccountHolds(trx, change))) return;
  await guarded(() => takeRole(trx, change.accountId, change.role));
  await record(trx, 'revokeRole', change, false);
}

/** Locks the account row and returns whether the account holds the role. */
async function lockedAccountHolds(trx: Transaction, { by, accountId, role }: RoleChange): Promise<boolean> {
  if (!BY_HAND.includes(role)) throw notByHand(role);
  if (role === 'ADMIN' && !by.isSuperAdmin) {
    throw new WaslError('auth.FORBIDDEN', {
      detail: 'Only the super-administrator can grant or revoke the role ADMIN.',
    });
  }
  // Lock first: a role read in the same statement could predate the lock.
  if (!(await lockAccount(trx, accountId)))
    throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  return holdsRole(trx, accountId, role);
}

function notByHand(role: AccountRoleName): WaslError {
  const message = `${role} follows from an approved seller, an invitation or an approved driver; only these can be granted by hand: ${BY_HAND.join(', ')}`;
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `${message}.`,
    errors: [{ pointer: '/role', code: 'enum', message }],
  });
}

/** Database triggers protect the super-administrator and the role ADMIN; their refusals are translated here. */
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
        detail: 'Only the super-administrator can grant the role ADMIN.',
      });
    throw error;
  }
}

function record(
  trx: Transaction,
  action: string,
  { by, accountId, role, requestId, ip }: RoleChange,
  holds: boolean,
): Promise<void> {
  return recordAudit(trx, {
    by,
    action,
    subjectType: 'ACCOUNT',
    subjectId: accountId,
    ...{ requestId, ip },
    before: { [role]: !holds },
    after: { [role]: holds },
    data: { role },
  });
}
