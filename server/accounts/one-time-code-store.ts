import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, bigint, bytea, double, integer, nullable, oneOf, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

/**
 * What a code is for. SIGN_IN: by e-mail or SMS. EMAIL, PHONE: proves that an account's owner receives messages at the
 * address. PASSWORD_RESET: the token of a link.
 */
export type CodePurpose = 'SIGN_IN' | 'EMAIL' | 'PHONE' | 'PASSWORD_RESET';

const PURPOSE = oneOf<CodePurpose>();

const INSERTED = {
  id: uuid,
  purpose: PURPOSE,
  addressKey: bytea,
  accountId: nullable(uuid),
  hash: bytea,
  /** Seconds from now. */
  life: double,
};

/** False if a code with this id already exists. */
export async function insertCode(trx: Transaction, code: ValuesOf<typeof INSERTED>): Promise<boolean> {
  return (await insert.count(trx, code)) === 1;
}

const insert = statement({
  name: 'one_time_codes.insert',
  sql: `INSERT INTO one_time_codes (id, purpose, address_key, account_id, code_hash, expires_at)
        VALUES (:id, :purpose, :addressKey, :accountId, :hash, now() + make_interval(secs => :life))
        ON CONFLICT (id) DO NOTHING`,
  params: INSERTED,
});

const LIVE = { id: uuid, hash: bytea, tries: integer };

/** A code that can still be used. */
export type LiveCode = ValuesOf<typeof LIVE>;

/** Usable codes sent to an address, newest first. The caller holds the address's guard. @param addressKeys Its keys. */
export function readLiveCodes(trx: Transaction, addressKeys: readonly Buffer[]): Promise<LiveCode[]> {
  return live.all(trx, { addressKeys });
}

const live = statement({
  name: 'one_time_codes.live',
  sql: `SELECT id, code_hash AS hash, tries FROM one_time_codes
         WHERE address_key = ANY(:addressKeys) AND ended_at IS NULL AND expires_at > now()
         ORDER BY created_at DESC, id DESC`,
  params: { addressKeys: arrayOf(bytea) },
  row: LIVE,
});

export async function countTry(trx: Transaction, id: string): Promise<void> {
  await tryOnce.count(trx, { id });
}

const tryOnce = statement({
  name: 'one_time_codes.count_try',
  sql: 'UPDATE one_time_codes SET tries = tries + 1 WHERE id = :id',
  params: { id: uuid },
});

export async function endCodes(trx: Transaction, ids: readonly string[]): Promise<void> {
  await end.count(trx, { ids });
}

const end = statement({
  name: 'one_time_codes.end',
  sql: 'UPDATE one_time_codes SET ended_at = now() WHERE id = ANY(:ids) AND ended_at IS NULL',
  params: { ids: arrayOf(uuid) },
});

/** Ends all of an account's codes, e.g. because its addresses changed. Returns their ids. */
export async function endCodesOf(trx: Transaction, accountId: string): Promise<string[]> {
  const rows = await endOfAccount.all(trx, { accountId });
  return rows.map(({ id }) => id);
}

const endOfAccount = statement({
  name: 'one_time_codes.end_of_account',
  sql: `UPDATE one_time_codes SET ended_at = now() WHERE account_id = :accountId AND ended_at IS NULL
        RETURNING id`,
  params: { accountId: uuid },
  row: { id: uuid },
});

/**
 * The account whose password a token may set; null if the token is no longer valid.
 * @param hashes What may be stored for the token.
 */
export async function findResetToken(
  executor: Database | Transaction,
  hashes: readonly Buffer[],
): Promise<string | null> {
  return (await resetToken.first(executor, { hashes }))?.account_id ?? null;
}

const resetToken = statement({
  name: 'one_time_codes.reset_token',
  sql: `SELECT account_id FROM one_time_codes
         WHERE code_hash = ANY(:hashes) AND purpose = 'PASSWORD_RESET' AND ended_at IS NULL AND expires_at > now()
           AND account_id IS NOT NULL`,
  params: { hashes: arrayOf(bytea) },
  row: { account_id: uuid },
});

/** Days a code is kept after it ends, so that a message delivered twice does not create a second code. */
const KEPT_DAYS = 2;

/** Deletes codes that ended more than KEPT_DAYS ago, at most `limit`. Returns how many. */
export function purgeCodes(database: Database, limit: number): Promise<number> {
  return purge.count(database, { days: KEPT_DAYS, limit });
}

const purge = statement({
  name: 'one_time_codes.purge',
  sql: `DELETE FROM one_time_codes
         WHERE id IN (SELECT id FROM one_time_codes WHERE expires_at < now() - make_interval(days => :days)
                       ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { days: integer, limit: bigint },
});

const PACE = {
  addressKey: bytea,
  /** Codes that may be requested at once. */
  burst: integer,
  /** Seconds after which one requested code no longer counts against the burst. */
  seconds: double,
};

/**
 * Takes one code from what an address may be sent. If none is left, takes nothing and returns the seconds to wait.
 * Concurrent requests for an address are serialized by its row lock.
 */
export async function payForCode(trx: Transaction, pace: ValuesOf<typeof PACE>): Promise<number | null> {
  const wait = (await holdPace.first(trx, pace))?.wait ?? null;
  if (wait === null) await pay.count(trx, { addressKey: pace.addressKey, seconds: pace.seconds });
  return wait;
}

const holdPace = statement({
  name: 'code_guards.hold_pace',
  sql: `INSERT INTO code_guards AS g (address_key) VALUES (:addressKey)
        ON CONFLICT (address_key) DO UPDATE SET updated_at = now()
        RETURNING CASE WHEN g.paid_until > now() + make_interval(secs => :seconds::double precision * (:burst - 1))
                       THEN ceil(extract(epoch FROM g.paid_until - now()) - :seconds * (:burst - 1))::integer
                  END AS wait`,
  params: PACE,
  row: { wait: nullable(integer) },
});
const pay = statement({
  name: 'code_guards.pay',
  sql: `UPDATE code_guards SET paid_until = greatest(paid_until, now()) + make_interval(secs => :seconds)
         WHERE address_key = :addressKey`,
  params: { addressKey: bytea, seconds: double },
});

/**
 * Locks an address until the commit, which serializes concurrent tries, and returns the wrong codes of the last
 * `hours`. Behaves the same whether or not an account has the address.
 * @param addressKeys Its keys, more than one while the hashing secret is replaced.
 */
export async function holdCodeGuards(
  trx: Transaction,
  addressKeys: readonly Buffer[],
  hours: number,
): Promise<number> {
  let wrong = 0;
  // The same sequence in every process, whichever of the secrets is its current one.
  for (const addressKey of [...addressKeys].sort(Buffer.compare))
    wrong += (await hold.first(trx, { addressKey, hours }))?.wrong ?? 0;
  return wrong;
}

const hold = statement({
  name: 'code_guards.hold',
  sql: `INSERT INTO code_guards AS g (address_key) VALUES (:addressKey)
        ON CONFLICT (address_key) DO UPDATE
           SET updated_at = now(),
               wrong = CASE WHEN g.wrong_since < now() - make_interval(hours => :hours) THEN 0 ELSE g.wrong END
        RETURNING wrong`,
  params: { addressKey: bytea, hours: integer },
  row: { wrong: integer },
});

/** Counts a wrong code. The first one after a reset starts the period in which they are counted. */
export async function countWrongCode(trx: Transaction, addressKey: Buffer): Promise<void> {
  await wrong.count(trx, { addressKey });
}

const wrong = statement({
  name: 'code_guards.count_wrong',
  sql: `UPDATE code_guards SET wrong_since = CASE WHEN wrong = 0 THEN now() ELSE wrong_since END, wrong = wrong + 1
         WHERE address_key = :addressKey`,
  params: { addressKey: bytea },
});

export async function forgetWrongCodes(trx: Transaction, addressKeys: readonly Buffer[]): Promise<void> {
  await forget.count(trx, { addressKeys });
}

const forget = statement({
  name: 'code_guards.forget_wrong',
  sql: 'UPDATE code_guards SET wrong = 0 WHERE address_key = ANY(:addressKeys)',
  params: { addressKeys: arrayOf(bytea) },
});

/** Deletes guards whose counts expired long ago, at most `limit`. Returns how many. */
export function purgeCodeGuards(database: Database, limit: number): Promise<number> {
  return purgeGuards.count(database, { days: KEPT_DAYS, limit });
}

const purgeGuards = statement({
  name: 'code_guards.purge',
  sql: `DELETE FROM code_guards
         WHERE address_key IN (SELECT address_key FROM code_guards
                                WHERE updated_at < now() - make_interval(days => :days)
                                ORDER BY updated_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { days: integer, limit: bigint },
});
