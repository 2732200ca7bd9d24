import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, bigint, bytea, double, integer, nullable, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import type { LockoutRule } from './sign-in-guard-store.ts';

const FACTOR = {
  secret: bytea,
  /** Sealed key of the authenticator that is to replace the current one. */
  next_secret: nullable(bytea),
  confirmed_at: nullable(timestamptz),
  /** Seconds during which authenticator codes are not accepted; null if they are accepted. */
  wait: nullable(integer),
};

/** An account's authenticator; `secret` is sealed. */
export type FactorRow = ValuesOf<typeof FACTOR>;

const COLUMNS = `secret, next_secret, confirmed_at,
  CASE WHEN locked_until > now() THEN ceil(extract(epoch FROM locked_until - now()))::integer END AS wait`;

const OF_ACCOUNT = { accountId: uuid };

/** Stores a sealed key, replacing an older unconfirmed one. False if a confirmed one exists. */
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
        ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now(), failures = 0
              WHERE f.confirmed_at IS NULL`,
  params: { ...OF_ACCOUNT, secret: bytea },
});

/** Stores the sealed key that is to replace a confirmed one. False if no confirmed one exists. */
export async function storeNext(trx: Transaction, accountId: string, secret: Buffer): Promise<boolean> {
  return (await updateNext.count(trx, { accountId, secret })) > 0;
}

const updateNext = statement({
  name: 'second_factor.store_next',
  sql: `UPDATE mfa_factors SET next_secret = :secret
         WHERE account_id = :accountId AND confirmed_at IS NOT NULL`,
  params: { ...OF_ACCOUNT, secret: bytea },
});

/** Makes the next key the current one. @param step Time step of the code that confirmed it; it counts as used. */
export async function adoptNext(trx: Transaction, accountId: string, step: number): Promise<void> {
  await takeNext.count(trx, { accountId, step });
}

const takeNext = statement({
  name: 'second_factor.adopt_next',
  sql: `UPDATE mfa_factors
           SET secret = next_secret, next_secret = NULL, last_step = :step, confirmed_at = now(), failures = 0,
               locked_until = NULL
         WHERE account_id = :accountId AND next_secret IS NOT NULL`,
  params: { ...OF_ACCOUNT, step: bigint },
});

export function lockFactor(trx: Transaction, accountId: string): Promise<FactorRow | null> {
  return lock.first(trx, { accountId });
}

const lock = statement({
  name: 'second_factor.lock',
  sql: `SELECT ${COLUMNS} FROM mfa_factors WHERE account_id = :accountId FOR UPDATE`,
  params: OF_ACCOUNT,
  row: FACTOR,
});

export function lockConfirmedFactor(trx: Transaction, accountId: string): Promise<FactorRow | null> {
  return lockConfirmed.first(trx, { accountId });
}

const lockConfirmed = statement({
  name: 'second_factor.lock_confirmed',
  sql: `SELECT ${COLUMNS} FROM mfa_factors
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

/** Accepts each time step once: of two concurrent uses of a code, the update lets one through. */
export async function acceptStep(trx: Transaction, accountId: string, step: number): Promise<boolean> {
  return (await advance.count(trx, { accountId, step })) === 1;
}

const advance = statement({
  name: 'second_factor.accept_step',
  sql: 'UPDATE mfa_factors SET last_step = :step WHERE account_id = :accountId AND last_step < :step',
  params: { ...OF_ACCOUNT, step: bigint },
});

/**
 * Counts a wrong code. Every nth consecutive wrong code locks the authenticator: first for the configured time, then
 * twice as long each time, at most a day. Returns the number of consecutive wrong codes.
 */
export async function countWrongCode(
  trx: Transaction,
  accountId: string,
  rule: LockoutRule,
): Promise<number> {
  return (await countWrong.first(trx, { accountId, ...rule, longest: DAY_SECONDS }))?.failures ?? 0;
}

const DAY_SECONDS = 86_400;

const countWrong = statement({
  name: 'second_factor.count_wrong_code',
  sql: `UPDATE mfa_factors
           SET failures = failures + 1,
               locked_until = CASE WHEN (failures + 1) % :failures = 0
                 THEN now() + make_interval(secs =>
                   least(:longest, :seconds * power(2, least(20, (failures + 1) / :failures - 1))))
                 ELSE locked_until END
         WHERE account_id = :accountId RETURNING failures`,
  params: { ...OF_ACCOUNT, failures: integer, seconds: double, longest: double },
  row: { failures: integer },
});

/** Called only after a correct code. */
export async function forgetWrongCodes(trx: Transaction, accountId: string): Promise<void> {
  await forgetWrong.count(trx, { accountId });
}

const forgetWrong = statement({
  name: 'second_factor.forget_wrong_codes',
  sql: 'UPDATE mfa_factors SET failures = 0, locked_until = NULL WHERE account_id = :accountId AND failures > 0',
  params: OF_ACCOUNT,
});

/** Whether payouts go to a bank account that this account entered as a seller's owner. */
export async function ownsBankAccount(trx: Transaction, accountId: string): Promise<boolean> {
  return (await bankAccount.first(trx, { accountId })) !== null;
}

const bankAccount = statement({
  name: 'second_factor.owns_bank_account',
  sql: `SELECT b.id FROM sellers s JOIN seller_bank_accounts b ON b.seller_id = s.id
         WHERE s.owner_account_id = :accountId AND s.status <> 'REJECTED' AND b.superseded_at IS NULL LIMIT 1`,
  params: OF_ACCOUNT,
  row: { id: uuid },
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

/** True once per code, even under concurrent use. @param hashes What may be stored for the code. */
export async function markCodeUsed(
  trx: Transaction,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<boolean> {
  return (await useCode.count(trx, { accountId, hashes })) === 1;
}

const useCode = statement({
  name: 'second_factor.use_recovery_code',
  sql: `UPDATE recovery_codes SET used_at = now()
         WHERE account_id = :accountId AND code_hash = ANY(:hashes) AND used_at IS NULL`,
  params: { ...OF_ACCOUNT, hashes: arrayOf(bytea) },
});

export async function deleteRecoveryCodes(trx: Transaction, accountId: string): Promise<void> {
  await removeCodes.count(trx, { accountId });
}

const removeCodes = statement({
  name: 'second_factor.delete_recovery_codes',
  sql: 'DELETE FROM recovery_codes WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

/** Adds a confirmed authenticator to an account that has none. @param secret Sealed. */
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
