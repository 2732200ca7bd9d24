import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { bytea, oneOf, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';

/** Id of the account with this e-mail. @param email From `emailKey()`. */
export async function findAccount(database: Database, email: string): Promise<string | null> {
  return (await account.first(database, { email }))?.id ?? null;
}

const account = statement({
  name: 'demo.find_account',
  sql: 'SELECT id FROM accounts WHERE lower(email) = :email',
  params: { email: text },
  row: { id: uuid },
});

export async function findSuperAdmin(trx: Transaction): Promise<string | null> {
  return (await superAdmin.first(trx, {}))?.id ?? null;
}

const superAdmin = statement({
  name: 'demo.find_super_admin',
  sql: 'SELECT id FROM accounts WHERE is_super_admin',
  row: { id: uuid },
});

const OF_ACCOUNT = { accountId: uuid };

/** Sealed; null if the account has no authenticator. */
export async function readFactorSecret(database: Database, accountId: string): Promise<Buffer | null> {
  return (await factor.first(database, { accountId }))?.secret ?? null;
}

const factor = statement({
  name: 'demo.read_factor_secret',
  sql: 'SELECT secret FROM mfa_factors WHERE account_id = :accountId',
  params: OF_ACCOUNT,
  row: { secret: bytea },
});

export async function readRoles(database: Database, accountId: string): Promise<AccountRoleName[]> {
  return (await roles.all(database, { accountId })).map(({ role }) => role);
}

const roles = statement({
  name: 'demo.read_roles',
  sql: 'SELECT role FROM account_roles WHERE account_id = :accountId',
  params: OF_ACCOUNT,
  row: { role: oneOf<AccountRoleName>() },
});

/** The seller that an account owns, unless its application was rejected. */
export async function findSeller(database: Database, accountId: string): Promise<string | null> {
  return (await seller.first(database, { accountId }))?.id ?? null;
}

const seller = statement({
  name: 'demo.find_seller',
  sql: `SELECT id FROM sellers WHERE owner_account_id = :accountId AND status <> 'REJECTED' LIMIT 1`,
  params: OF_ACCOUNT,
  row: { id: uuid },
});

/** Whether an account has ever applied as a seller, whatever the outcome. */
export async function hasApplied(database: Database, accountId: string): Promise<boolean> {
  return (await anySeller.first(database, { accountId })) !== null;
}

const anySeller = statement({
  name: 'demo.find_application',
  sql: 'SELECT id FROM sellers WHERE owner_account_id = :accountId LIMIT 1',
  params: OF_ACCOUNT,
  row: { id: uuid },
});

export function findDriver(
  database: Database,
  accountId: string,
): Promise<{ id: string; status: string } | null> {
  return driver.first(database, { accountId });
}

const driver = statement({
  name: 'demo.find_driver',
  sql: 'SELECT id, status FROM drivers WHERE account_id = :accountId',
  params: OF_ACCOUNT,
  row: { id: uuid, status: text },
});

export async function readActiveZoneIds(database: Database): Promise<string[]> {
  return (await activeZones.all(database, {})).map(({ id }) => id);
}

const activeZones = statement({
  name: 'demo.read_active_zones',
  sql: 'SELECT id FROM delivery_zones WHERE active',
  row: { id: uuid },
});

export async function hasAddress(database: Database, accountId: string): Promise<boolean> {
  return (await address.first(database, { accountId })) !== null;
}

const address = statement({
  name: 'demo.find_address',
  sql: 'SELECT id FROM addresses WHERE account_id = :accountId LIMIT 1',
  params: OF_ACCOUNT,
  row: { id: uuid },
});
