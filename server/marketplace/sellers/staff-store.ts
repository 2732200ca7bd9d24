import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, integer, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { SellerPermission } from '../../kernel/security/seller-rights.ts';

const permissions = arrayOf(oneOf<SellerPermission>());

/**
 * Locks an account to serialize decisions about it: it may become staff or an owner, not both. Returns its e-mail; null
 * if the account does not exist.
 */
export async function lockAccount(trx: Transaction, accountId: string): Promise<string | null> {
  return (await lock.first(trx, { accountId }))?.email ?? null;
}

const lock = statement({
  name: 'sellers.lock_account',
  sql: 'SELECT email FROM accounts WHERE id = :accountId FOR UPDATE',
  params: { accountId: uuid },
  row: { email: text },
});

export async function isStaff(trx: Transaction, accountId: string): Promise<boolean> {
  return (await sellerOfStaff.first(trx, { accountId })) !== null;
}

const sellerOfStaff = statement({
  name: 'sellers.seller_of_staff',
  sql: 'SELECT seller_id FROM seller_staff WHERE account_id = :accountId',
  params: { accountId: uuid },
  row: { seller_id: uuid },
});

/** The seller an account owns or works for. */
export async function sellerOf(trx: Transaction, accountId: string): Promise<string | null> {
  return (await sellerOfAccount.first(trx, { accountId }))?.id ?? null;
}

const sellerOfAccount = statement({
  name: 'sellers.seller_of_account',
  sql: `SELECT id FROM sellers WHERE owner_account_id = :accountId AND status <> 'REJECTED'
         UNION ALL SELECT seller_id FROM seller_staff WHERE account_id = :accountId`,
  params: { accountId: uuid },
  row: { id: uuid },
});

const NEW_STAFF = { accountId: uuid, sellerId: uuid, permissions };

export async function insertStaff(trx: Transaction, staff: ValuesOf<typeof NEW_STAFF>): Promise<void> {
  await insert.count(trx, staff);
}

const insert = statement({
  name: 'sellers.insert_staff',
  sql: `INSERT INTO seller_staff (account_id, seller_id, permissions)
        VALUES (:accountId, :sellerId, :permissions)`,
  params: NEW_STAFF,
});

const LOCKED_STAFF = { permissions, version: integer };
export type LockedStaff = ValuesOf<typeof LOCKED_STAFF>;

/** Null for another seller's staff. */
export function lockStaff(
  trx: Transaction,
  sellerId: string,
  accountId: string,
): Promise<LockedStaff | null> {
  return lockOne.first(trx, { sellerId, accountId });
}

const lockOne = statement({
  name: 'sellers.lock_staff',
  sql: `SELECT permissions, version FROM seller_staff
         WHERE account_id = :accountId AND seller_id = :sellerId FOR UPDATE`,
  params: { sellerId: uuid, accountId: uuid },
  row: LOCKED_STAFF,
});

const PERMISSIONS_CHANGE = { accountId: uuid, permissions, version: integer };

export async function setPermissions(
  trx: Transaction,
  change: ValuesOf<typeof PERMISSIONS_CHANGE>,
): Promise<void> {
  await set.count(trx, { ...change, now: new Date() });
}

const set = statement({
  name: 'sellers.set_permissions',
  sql: `UPDATE seller_staff SET permissions = :permissions, version = :version, updated_at = :now
         WHERE account_id = :accountId`,
  params: { ...PERMISSIONS_CHANGE, now: timestamptz },
});

export async function deleteStaff(trx: Transaction, accountId: string): Promise<void> {
  await remove.count(trx, { accountId });
}

const remove = statement({
  name: 'sellers.delete_staff',
  sql: 'DELETE FROM seller_staff WHERE account_id = :accountId',
  params: { accountId: uuid },
});

/** Returns the accounts removed. */
export async function deleteStaffOfSeller(trx: Transaction, sellerId: string): Promise<string[]> {
  return (await removeAll.all(trx, { sellerId })).map(({ account_id }) => account_id);
}

const removeAll = statement({
  name: 'sellers.delete_staff_of_seller',
  sql: 'DELETE FROM seller_staff WHERE seller_id = :sellerId RETURNING account_id',
  params: { sellerId: uuid },
  row: { account_id: uuid },
});

const STAFF = {
  account_id: uuid,
  email: text,
  display_name: text,
  permissions,
  version: integer,
  created_at: timestamptz,
};
export type StaffRow = ValuesOf<typeof STAFF>;

/** Newest accounts first. @param before Last account of the previous page. */
export function readStaff(
  database: Database,
  sellerId: string,
  filter: { accountId: string | null; before: string | null; count: number },
): Promise<StaffRow[]> {
  return staffOfSeller.all(database, { sellerId, ...filter });
}

const staffOfSeller = statement({
  name: 'sellers.staff_of_seller',
  sql: `SELECT f.account_id, a.email, a.display_name, f.permissions, f.version, f.created_at
          FROM seller_staff f JOIN accounts a ON a.id = f.account_id
         WHERE f.seller_id = :sellerId
           AND (:accountId::uuid IS NULL OR f.account_id = :accountId)
           AND (:before::uuid IS NULL OR f.account_id < :before)
         ORDER BY f.account_id DESC LIMIT :count`,
  params: { sellerId: uuid, accountId: nullable(uuid), before: nullable(uuid), count: bigint },
  row: STAFF,
});
