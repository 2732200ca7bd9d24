import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const LOCALE = oneOf<'en' | 'ar'>();
const STATUS = oneOf<'ACTIVE' | 'DISABLED' | 'CLOSED'>();
const ROLE = oneOf<AccountRoleName>();

const SHOWN = {
  id: uuid,
  email: text,
  phone: nullable(text),
  display_name: text,
  locale: LOCALE,
  status: STATUS,
  created_at: timestamptz,
  verified: boolean,
  has_password: boolean,
  mfa_enrolled: boolean,
  roles: arrayOf(ROLE),
  seller_id: nullable(uuid),
  driver_id: nullable(uuid),
};

/** What is shown of an account; read in one query. */
export type AccountRow = ValuesOf<typeof SHOWN>;

export interface AccountFilter {
  /** Part of an e-mail or a name. */
  q?: string | undefined;
  role?: AccountRoleName | undefined;
}

const COLUMNS = `
  a.id, a.email, a.phone, a.display_name, a.locale, a.status, a.created_at,
  a.verified_at IS NOT NULL AS verified, a.password_hash IS NOT NULL AS has_password,
  EXISTS (SELECT 1 FROM mfa_factors WHERE account_id = a.id AND confirmed_at IS NOT NULL) AS mfa_enrolled,
  ARRAY(SELECT role FROM account_roles WHERE account_id = a.id ORDER BY role) AS roles,
  coalesce((SELECT id FROM sellers WHERE owner_account_id = a.id AND status <> 'REJECTED'),
           (SELECT seller_id FROM seller_staff WHERE account_id = a.id)) AS seller_id,
  (SELECT id FROM drivers WHERE account_id = a.id) AS driver_id`;

export function readAccount(executor: Database | Transaction, id: string): Promise<AccountRow | null> {
  return byId.first(executor, { id });
}

const byId = statement({
  name: 'accounts.by_id',
  sql: `SELECT ${COLUMNS} FROM accounts a WHERE a.id = :id`,
  params: { id: uuid },
  row: SHOWN,
});

/** Newest first. @param before Id of the last account on the previous page. @param count Rows to read. */
export function readAccounts(
  executor: Database | Transaction,
  { q, role }: AccountFilter,
  before: string | null,
  count: number,
): Promise<AccountRow[]> {
  const pattern = q === undefined ? null : `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return role === undefined
    ? list.all(executor, { pattern, before, count })
    : listOfRole.all(executor, { pattern, before, count, role });
}

const PAGE = `(:before::uuid IS NULL OR a.id < :before)
   AND (:pattern::text IS NULL OR a.email ILIKE :pattern OR a.display_name ILIKE :pattern)
 ORDER BY a.id DESC LIMIT :count`;
const PAGE_PARAMS = { pattern: nullable(text), before: nullable(uuid), count: bigint };

const list = statement({
  name: 'accounts.list',
  sql: `SELECT ${COLUMNS} FROM accounts a WHERE ${PAGE}`,
  params: PAGE_PARAMS,
  row: SHOWN,
});

// A separate statement: with the role condition below an OR, PostgreSQL could not use the role index.
const listOfRole = statement({
  name: 'accounts.list_of_role',
  sql: `SELECT ${COLUMNS} FROM accounts a
         WHERE EXISTS (SELECT 1 FROM account_roles r WHERE r.account_id = a.id AND r.role = :role)
           AND ${PAGE}`,
  params: { ...PAGE_PARAMS, role: ROLE },
  row: SHOWN,
});

const CANDIDATE = { id: uuid, password_hash: nullable(text), status: STATUS, roles: arrayOf(ROLE) };

/** The columns that decide a sign-in. */
export type Candidate = ValuesOf<typeof CANDIDATE>;

/** @param emailKey From `emailKey()`. */
export function findCandidate(executor: Database | Transaction, emailKey: string): Promise<Candidate | null> {
  return candidate.first(executor, { emailKey });
}

const CANDIDATE_SQL = `
  SELECT a.id, a.password_hash, a.status,
         ARRAY(SELECT role FROM account_roles WHERE account_id = a.id) AS roles
    FROM accounts a WHERE lower(a.email) = :emailKey`;

const candidate = statement({
  name: 'accounts.candidate',
  sql: CANDIDATE_SQL,
  params: { emailKey: text },
  row: CANDIDATE,
});

/**
 * Same as `findCandidate`, but row-locked until the commit. A transaction that disables the account, changes its
 * password or ends its sessions waits, and then sees the session this sign-in opened.
 */
export function holdCandidate(trx: Transaction, emailKey: string): Promise<Candidate | null> {
  return heldCandidate.first(trx, { emailKey });
}

const heldCandidate = statement({
  name: 'accounts.hold_candidate',
  sql: `${CANDIDATE_SQL} FOR SHARE OF a`,
  params: { emailKey: text },
  row: CANDIDATE,
});

/** Empty if the account does not exist. */
export async function emailOf(executor: Database | Transaction, id: string): Promise<string> {
  return (await email.first(executor, { id }))?.email ?? '';
}

const email = statement({
  name: 'accounts.email',
  sql: 'SELECT email FROM accounts WHERE id = :id',
  params: { id: uuid },
  row: { email: text },
});

const STANDING = { status: STATUS, is_super_admin: boolean, is_admin: boolean, version: integer };

/** The columns that decide whether an account may be disabled or enabled. */
export type AccountStanding = ValuesOf<typeof STANDING>;

/** Row-locked until the commit. Null if the account does not exist or is closed. */
export function lockStanding(trx: Transaction, id: string): Promise<AccountStanding | null> {
  return standing.first(trx, { id });
}

const standing = statement({
  name: 'accounts.lock_standing',
  sql: `SELECT status, is_super_admin, version,
               EXISTS (SELECT 1 FROM account_roles WHERE account_id = a.id AND role = 'ADMIN') AS is_admin
          FROM accounts a WHERE id = :id AND status <> 'CLOSED' FOR UPDATE`,
  params: { id: uuid },
  row: STANDING,
});

/** Rejects with the driver's error for the super-administrator, whom a database trigger protects. */
export async function setStatus(
  trx: Transaction,
  id: string,
  status: AccountStanding['status'],
): Promise<void> {
  await updateStatus.count(trx, { id, status });
}

const updateStatus = statement({
  name: 'accounts.set_status',
  sql: 'UPDATE accounts SET status = :status, version = version + 1, updated_at = now() WHERE id = :id',
  params: { id: uuid, status: STATUS },
});

/** True if the account exists and is not closed. Row-locked until the commit. */
export async function lockAccount(trx: Transaction, id: string): Promise<boolean> {
  return (await lock.count(trx, { id })) > 0;
}

const lock = statement({
  name: 'accounts.lock',
  sql: `SELECT id FROM accounts WHERE id = :id AND status <> 'CLOSED' FOR UPDATE`,
  params: { id: uuid },
  row: { id: uuid },
});

/** True only before the account's first session has been opened. */
export async function isFirstSession(trx: Transaction, accountId: string): Promise<boolean> {
  return (await markFirstSession.count(trx, { accountId })) > 0;
}

const markFirstSession = statement({
  name: 'accounts.mark_first_session',
  sql: 'UPDATE accounts SET first_session_at = now() WHERE id = :accountId AND first_session_at IS NULL',
  params: { accountId: uuid },
});

export async function demoAccountExists(database: Database): Promise<boolean> {
  return (await anyDemo.first(database, {})) !== null;
}

const anyDemo = statement({
  name: 'accounts.any_demo',
  sql: 'SELECT id FROM accounts WHERE is_demo LIMIT 1',
  row: { id: uuid },
});

/** Which of these e-mails belong to demo accounts that can sign in. */
export async function demoEmails(database: Database, emails: readonly string[]): Promise<string[]> {
  return (await knownDemos.all(database, { emails })).map(({ email }) => email);
}

const knownDemos = statement({
  name: 'accounts.known_demos',
  sql: `SELECT email FROM accounts WHERE is_demo AND status = 'ACTIVE' AND email = ANY (:emails)`,
  params: { emails: arrayOf(text) },
  row: { email: text },
});

const INSERTED = {
  id: uuid,
  email: text,
  displayName: text,
  locale: LOCALE,
  passwordHash: nullable(text),
  phone: nullable(text),
  verifiedAt: nullable(timestamptz),
  isDemo: boolean,
  isSuperAdmin: boolean,
};

/** Rejects with the driver's error when a constraint is violated. */
export async function insertAccount(
  trx: Database | Transaction,
  account: ValuesOf<typeof INSERTED>,
): Promise<void> {
  await insert.count(trx, account);
}

const insert = statement({
  name: 'accounts.insert',
  sql: `INSERT INTO accounts (id, email, display_name, locale, password_hash, phone, verified_at, is_demo,
                              is_super_admin)
        VALUES (:id, :email, :displayName, :locale, :passwordHash, :phone, :verifiedAt, :isDemo, :isSuperAdmin)`,
  params: INSERTED,
});

export async function holdsRole(
  executor: Database | Transaction,
  accountId: string,
  role: AccountRoleName,
): Promise<boolean> {
  return (await heldRole.first(executor, { accountId, role })) !== null;
}

const heldRole = statement({
  name: 'accounts.held_role',
  sql: 'SELECT role FROM account_roles WHERE account_id = :accountId AND role = :role',
  params: { accountId: uuid, role: ROLE },
  row: { role: ROLE },
});

/**
 * Grants a role that follows from another record (a seller's or driver's); no change if it is already held. For roles
 * granted by hand use `grantRole`.
 */
export async function giveRole(
  trx: Database | Transaction,
  accountId: string,
  role: AccountRoleName,
  grantedBy: string | null = null,
): Promise<void> {
  await insertRole.count(trx, { accountId, role, grantedBy });
}

const insertRole = statement({
  name: 'accounts.insert_role',
  sql: `INSERT INTO account_roles (account_id, role, granted_by) VALUES (:accountId, :role, :grantedBy)
        ON CONFLICT (account_id, role) DO NOTHING`,
  params: { accountId: uuid, role: ROLE, grantedBy: nullable(uuid) },
});

/** Removes a role; it stops counting from the next request on. */
export async function takeRole(
  trx: Database | Transaction,
  accountId: string,
  role: AccountRoleName,
): Promise<void> {
  await deleteRole.count(trx, { accountId, role });
}

const deleteRole = statement({
  name: 'accounts.delete_role',
  sql: 'DELETE FROM account_roles WHERE account_id = :accountId AND role = :role',
  params: { accountId: uuid, role: ROLE },
});
