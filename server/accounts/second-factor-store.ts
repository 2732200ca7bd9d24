import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, bigint, bytea, nullable, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const FACTOR = { secret: bytea, confirmed_at: nullable(timestamptz) };

/** An account's authenticator; `secret` is sealed. */
export type FactorRow = ValuesOf<typeof FACTOR>;

const OF_ACCOUNT = { accountId: uuid };

/** Stores a sealed key, in place of an older one that nobody confirmed. False when there is a confirmed one. */
export async function storeUnconfirmed(
  trx: Transaction,
  accountId: string,
  secret: Buffer,
): Promise<boolean> {
  return (await upsert.count(trx, { accountId, secret })) > 0;
}

const upsert = statement({
  name: 'second_factor.store_unconfirmed',
  sql: `INSERT INTO mfa_factors AS f (account_id, secret) VALUES (:accountId, :secret)
        ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()
              WHERE f.confirmed_at IS NULL`,
  params: { ...OF_ACCOUNT, secret: bytea },
});

export function lockFactor(trx: Transaction, accountId: string): Promise<FactorRow | null> {
  return lock.first(trx, { accountId });
}

const lock = statement({
  name: 'second_factor.lock',
  sql: 'SELECT secret, confirmed_at FROM mfa_factors WHERE account_id = :accountId FOR UPDATE',
  params: OF_ACCOUNT,
  row: FACTOR,
});

export function lockConfirmedFactor(trx: Transaction, accountId: string): Promise<FactorRow | null> {
  return lockConfirmed.first(trx, { accountId });
}

const lockConfirmed = statement({
  name: 'second_factor.lock_confirmed',
  sql: `SELECT secret, confirmed_at FROM mfa_factors
         WHERE account_id = :accountId AND confirmed_at IS NOT NULL FOR UPDATE`,
  params: OF_ACCOUNT,
  row: FACTOR,
});

export async function confirmFactor(trx: Transaction, accountId: string): Promise<void> {
  await confirm.count(trx, { accountId });
}

const confirm = statement({
  name: 'second_factor.confirm',
  sql: 'UPDATE mfa_factors SET confirmed_at = now() WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

/** A step is accepted once: of two uses of one code at the same moment the update lets a single one through. */
export async function acceptStep(trx: Transaction, accountId: string, step: number): Promise<boolean> {
  return (await advance.count(trx, { accountId, step })) === 1;
}

const advance = statement({
  name: 'second_factor.accept_step',
  sql: 'UPDATE mfa_factors SET last_step = :step WHERE account_id = :accountId AND last_step < :step',
  params: { ...OF_ACCOUNT, step: bigint },
});

export async function deleteFactor(trx: Transaction, accountId: string): Promise<void> {
  await removeFactor.count(trx, { accountId });
}

const removeFactor = statement({
  name: 'second_factor.delete',
  sql: 'DELETE FROM mfa_factors WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

export async function insertRecoveryCodes(
  trx: Transaction,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await insertCodes.count(trx, { accountId, hashes });
}

const insertCodes = statement({
  name: 'second_factor.insert_recovery_codes',
  sql: `INSERT INTO recovery_codes (account_id, code_hash)
        SELECT :accountId::uuid, unnest(:hashes::bytea[])`,
  params: { ...OF_ACCOUNT, hashes: arrayOf(bytea) },
});

/** True once per code, however many try it at the same moment. */
export async function markCodeUsed(trx: Transaction, accountId: string, hash: Buffer): Promise<boolean> {
  return (await useCode.count(trx, { accountId, hash })) === 1;
}

const useCode = statement({
  name: 'second_factor.use_recovery_code',
  sql: `UPDATE recovery_codes SET used_at = now()
         WHERE account_id = :accountId AND code_hash = :hash AND used_at IS NULL`,
  params: { ...OF_ACCOUNT, hash: bytea },
});

export async function deleteRecoveryCodes(trx: Transaction, accountId: string): Promise<void> {
  await removeCodes.count(trx, { accountId });
}

const removeCodes = statement({
  name: 'second_factor.delete_recovery_codes',
  sql: 'DELETE FROM recovery_codes WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

/** Gives an account without an authenticator one that counts as confirmed. @param secret Sealed. */
export async function insertConfirmedFactor(
  database: Database,
  accountId: string,
  secret: Buffer,
): Promise<void> {
  await insert.count(database, { accountId, secret });
}

const insert = statement({
  name: 'accounts.insert_confirmed_factor',
  sql: 'INSERT INTO mfa_factors (account_id, secret, confirmed_at) VALUES (:accountId, :secret, now())',
  params: { accountId: uuid, secret: bytea },
});
