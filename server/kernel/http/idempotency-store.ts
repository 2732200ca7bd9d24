import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, boolean, bytea, integer, jsonb, nullable, text } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const OF_KEY = { principal: text, key: text };
type Key = ValuesOf<typeof OF_KEY>;

type Reference = { [name: string]: string };
const KNOWN = {
  request_hash: bytea,
  status: nullable(integer),
  reference: nullable(jsonb<Reference>()),
};

/** What is kept of the request that came with a key. */
export type KnownRequest = ValuesOf<typeof KNOWN>;

/** For how long a key is promised to answer the same. */
const KEPT = `interval '48 hours'`;

/** Null when no request of the last 48 hours came with this key. */
export function findRequest(
  executor: Database | Transaction,
  { principal, key }: Key,
): Promise<KnownRequest | null> {
  return find.first(executor, { principal, key });
}

const find = statement({
  name: 'idempotency.find',
  sql: `SELECT request_hash, status, reference FROM idempotency_keys
         WHERE principal = :principal AND key = :key AND created_at > now() - ${KEPT}`,
  params: OF_KEY,
  row: KNOWN,
});

/** Holds a key until the commit. False when another transaction holds it. */
export async function lockKey(trx: Transaction, { principal, key }: Key): Promise<boolean> {
  return (await lock.first(trx, { name: `idempotency:${principal}:${key}` }))?.locked === true;
}

const lock = statement({
  name: 'idempotency.lock',
  sql: 'SELECT pg_try_advisory_xact_lock(hashtextextended(:name, 0)) AS locked',
  params: { name: text },
  row: { locked: boolean },
});

const REQUEST = { ...OF_KEY, requestHash: bytea, status: integer, reference: jsonb<Reference>() };

/** Only a row older than 48 hours can be in the way. */
export async function keepRequest(trx: Transaction, request: ValuesOf<typeof REQUEST>): Promise<void> {
  await keep.count(trx, request);
}

const keep = statement({
  name: 'idempotency.keep',
  sql: `INSERT INTO idempotency_keys (principal, key, request_hash, status, reference)
        VALUES (:principal, :key, :requestHash, :status, :reference)
        ON CONFLICT (principal, key) DO UPDATE SET request_hash = excluded.request_hash,
          status = excluded.status, reference = excluded.reference, created_at = now()`,
  params: REQUEST,
});

/** A batch of the purge: keys are promised for 48 hours. Answers how many were deleted. */
export function deleteOldKeys(database: Database, limit: number): Promise<number> {
  return deleteOld.count(database, { limit });
}

const deleteOld = statement({
  name: 'idempotency.delete_old',
  sql: `DELETE FROM idempotency_keys
         WHERE (principal, key) IN (SELECT principal, key FROM idempotency_keys
                                     WHERE created_at < now() - ${KEPT}
                                     ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { limit: bigint },
});
