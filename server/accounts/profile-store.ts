import type { Database, Transaction } from '../../db/database.ts';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { arrayOf, boolean, double, nullable, oneOf, text, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import type { Candidate } from './account-store.ts';

const LOCALE = oneOf<'en' | 'ar'>();
const STATUS = oneOf<'ACTIVE' | 'DISABLED'>();

const OWNER = { id: uuid, email: text, displayName: text, locale: LOCALE, status: STATUS };

/** The account that a message to an address is meant for. */
export type AddressOwner = ValuesOf<typeof OWNER>;

const OWNER_COLUMNS = 'SELECT id, email, display_name AS "displayName", locale, status FROM accounts';

export function findOwnerById(executor: Database | Transaction, id: string): Promise<AddressOwner | null> {
  return ownerById.first(executor, { id });
}

const ownerById = statement({
  name: 'profile.owner_by_id',
  sql: `${OWNER_COLUMNS} WHERE id = :id`,
  params: { id: uuid },
  row: OWNER,
});

/** @param emailKey From `emailKey()`. */
export function findOwnerByEmail(trx: Transaction, emailKey: string): Promise<AddressOwner | null> {
  return ownerByEmail.first(trx, { emailKey });
}

const ownerByEmail = statement({
  name: 'profile.owner_by_email',
  sql: `${OWNER_COLUMNS} WHERE lower(email) = :emailKey`,
  params: { emailKey: text },
  row: OWNER,
});

export function findOwnerByPhone(trx: Transaction, phone: string): Promise<AddressOwner | null> {
  return ownerByPhone.first(trx, { phone });
}

const ownerByPhone = statement({
  name: 'profile.owner_by_phone',
  sql: `${OWNER_COLUMNS} WHERE phone = :phone`,
  params: { phone: text },
  row: OWNER,
});

/** Like `holdCandidate`, by phone number. */
export function holdCandidateByPhone(trx: Transaction, phone: string): Promise<Candidate | null> {
  return candidateByPhone.first(trx, { phone });
}

const candidateByPhone = statement({
  name: 'profile.hold_candidate_by_phone',
  sql: `SELECT a.id, a.password_hash, a.status,
               ARRAY(SELECT role FROM account_roles WHERE account_id = a.id) AS roles
          FROM accounts a WHERE a.phone = :phone FOR SHARE OF a`,
  params: { phone: text },
  row: { id: uuid, password_hash: nullable(text), status: STATUS, roles: arrayOf(oneOf<AccountRoleName>()) },
});

const PROFILE = {
  id: uuid,
  email: text,
  phone: nullable(text),
  displayName: text,
  locale: LOCALE,
  passwordHash: nullable(text),
  verified: boolean,
  status: STATUS,
};

/** The fields of an account that its owner may change. */
export type Profile = ValuesOf<typeof PROFILE>;

const PROFILE_SQL = `SELECT id, email, phone, display_name AS "displayName", locale, password_hash AS "passwordHash",
                            verified_at IS NOT NULL AS verified, status
                       FROM accounts WHERE id = :id`;

export function readProfile(database: Database, id: string): Promise<Profile | null> {
  return profile.first(database, { id });
}

const profile = statement({ name: 'profile.read', sql: PROFILE_SQL, params: { id: uuid }, row: PROFILE });

/** Row-locked until the commit. */
export function lockProfile(trx: Transaction, id: string): Promise<Profile | null> {
  return lockedProfile.first(trx, { id });
}

const lockedProfile = statement({
  name: 'profile.lock',
  sql: `${PROFILE_SQL} FOR UPDATE`,
  params: { id: uuid },
  row: PROFILE,
});

const CHANGED = { id: uuid, displayName: nullable(text), locale: nullable(LOCALE) };

/** Null leaves a field unchanged. */
export async function updateProfile(trx: Transaction, change: ValuesOf<typeof CHANGED>): Promise<void> {
  await update.count(trx, change);
}

const update = statement({
  name: 'profile.update',
  sql: `UPDATE accounts SET display_name = coalesce(:displayName, display_name), locale = coalesce(:locale, locale),
               version = version + 1, updated_at = now()
         WHERE id = :id`,
  params: CHANGED,
});

/** Null disables signing in with a password. */
export async function setPasswordHash(
  trx: Transaction,
  id: string,
  passwordHash: string | null,
): Promise<void> {
  await setHash.count(trx, { id, passwordHash });
}

const setHash = statement({
  name: 'profile.set_password_hash',
  sql: `UPDATE accounts SET password_hash = :passwordHash, version = version + 1, updated_at = now()
         WHERE id = :id`,
  params: { id: uuid, passwordHash: nullable(text) },
});

/** The caller has verified the e-mail. Rejects with the driver's error if another account has it. */
export async function setVerifiedEmail(trx: Transaction, id: string, email: string): Promise<void> {
  await setEmail.count(trx, { id, email });
}

const setEmail = statement({
  name: 'profile.set_verified_email',
  sql: `UPDATE accounts SET email = :email, version = version + 1, updated_at = now(),
               verified_at = CASE WHEN lower(email) = lower(:email) THEN coalesce(verified_at, now()) ELSE now() END
         WHERE id = :id`,
  params: { id: uuid, email: text },
});

/** The caller has verified the phone. Null removes it. */
export async function setPhone(trx: Transaction, id: string, phone: string | null): Promise<void> {
  await setNumber.count(trx, { id, phone });
}

const setNumber = statement({
  name: 'profile.set_phone',
  sql: 'UPDATE accounts SET phone = :phone, version = version + 1, updated_at = now() WHERE id = :id',
  params: { id: uuid, phone: nullable(text) },
});

/** Removes a phone from the account that has it and returns that account's id. The account `except` keeps it. */
export async function takePhone(trx: Transaction, phone: string, except: string): Promise<string | null> {
  return (await takeNumber.first(trx, { phone, except }))?.id ?? null;
}

const takeNumber = statement({
  name: 'profile.take_phone',
  sql: `UPDATE accounts SET phone = NULL, version = version + 1, updated_at = now()
         WHERE phone = :phone AND id <> :except RETURNING id`,
  params: { phone: text, except: uuid },
  row: { id: uuid },
});

/** Seconds since the session was opened; null if it no longer exists. */
export async function sessionAge(database: Database, sessionId: string): Promise<number | null> {
  return (await age.first(database, { sessionId }))?.age ?? null;
}

const age = statement({
  name: 'profile.session_age',
  sql: 'SELECT extract(epoch FROM now() - created_at)::double precision AS age FROM sessions WHERE id = :sessionId',
  params: { sessionId: uuid },
  row: { age: double },
});
