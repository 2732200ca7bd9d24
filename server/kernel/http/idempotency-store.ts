import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, bytea, integer, jsonb, nullable, text } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

interface Key {
  principal: string;
  key: string;
}

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

/** SQL for what is kept of a key, for each row of what this is joined with: request_hash, status, reference. */
export function requestOf(principal: string, key: string): string {
  return `SELECT request_hash, status, reference FROM idempotency_keys
           WHERE principal = ${principal} AND key = ${key} AND created_at > now() - ${KEPT} OFFSET 0`;
}

/**
 * SQL that keeps requests and answers principal and key of those that it kept. One is left out when another request
 * with its key has been kept meanwhile, so whatever is written with it must depend on the answer.
 * @param requests SQL for rows of principal, key, request_hash, status, reference, a key once.
 */
export function keepingOf(requests: string): string {
  return `INSERT INTO idempotency_keys (principal, key, request_hash, status, reference)
        ${requests}
        ON CONFLICT (principal, key) DO UPDATE SET request_hash = excluded.request_hash,
          status = excluded.status, reference = excluded.reference, created_at = now()
          WHERE idempotency_keys.created_at <= now() - ${KEPT}
        RETURNING principal, key`;
}

/** In the order of their keys; null where no request of the last 48 hours came with the key. */
export async function findRequests(
  executor: Database | Transaction,
  keys: readonly Key[],
): Promise<(KnownRequest | null)[]> {
  const found: (KnownRequest | null)[] = keys.map(() => null);
  for (const { place, ...known } of await find.all(executor, columns(keys))) found[place - 1] = known;
  return found;
}

const find = statement({
  name: 'idempotency.find',
  sql: `SELECT asked.place, k.request_hash, k.status, k.reference
          FROM unnest((SELECT :principals::text[]), (SELECT :keys::text[]))
               WITH ORDINALITY AS asked(principal, key, place)
         CROSS JOIN LATERAL (${requestOf('asked.principal', 'asked.key')}) k`,
  params: { principals: arrayOf(text), keys: arrayOf(text) },
  row: { place: bigint, ...KNOWN },
  prepare: true,
});

/** Holds keys until the commit. In the order of the keys: false when another transaction holds it. */
export async function lockKeys(trx: Transaction, keys: readonly Key[]): Promise<boolean[]> {
  const names = keys.map(({ principal, key }) => `idempotency:${principal}:${key}`);
  return (await lock.all(trx, { names })).map(({ locked }) => locked);
}

const lock = statement({
  name: 'idempotency.lock',
  sql: `SELECT pg_try_advisory_xact_lock(hashtextextended(asked.name, 0)) AS locked
          FROM unnest((SELECT :names::text[])) WITH ORDINALITY AS asked(name, place) ORDER BY asked.place`,
  params: { names: arrayOf(text) },
  row: { locked: boolean },
  prepare: true,
});

/** A finished request, as it is to be remembered by its key. */
export interface FinishedRequest extends Key {
  requestHash: Buffer;
  status: number;
  reference: Reference;
}

/** Fails as a serialization failure (40001) when another request with one of the keys was kept meanwhile. */
export async function keepRequests(trx: Transaction, requests: readonly FinishedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  await keep.count(trx, {
    ...columns(requests),
    requestHashes: requests.map(({ requestHash }) => requestHash),
    statuses: requests.map(({ status }) => status),
    references: requests.map(({ reference }) => reference),
  });
}

const keep = statement({
  name: 'idempotency.keep',
  sql: `WITH requests AS MATERIALIZED (
          SELECT * FROM ROWS FROM (unnest((SELECT :principals::text[])), unnest((SELECT :keys::text[])),
                                   unnest((SELECT :requestHashes::bytea[])), unnest((SELECT :statuses::integer[])),
                                   jsonb_array_elements(:references::jsonb))
                          AS r(principal, key, request_hash, status, reference)),
        kept AS (${keepingOf('SELECT * FROM requests')})
        SELECT require_unchanged((SELECT count(*) FROM kept) = (SELECT count(*) FROM requests),
                                 'an Idempotency-Key') AS unchanged`,
  params: {
    ...{ principals: arrayOf(text), keys: arrayOf(text), requestHashes: arrayOf(bytea) },
    ...{ statuses: arrayOf(integer), references: jsonb<readonly Reference[]>() },
  },
  row: { unchanged: boolean },
  prepare: true,
});

function columns(keys: readonly Key[]): { principals: string[]; keys: string[] } {
  return { principals: keys.map(({ principal }) => principal), keys: keys.map(({ key }) => key) };
}

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
