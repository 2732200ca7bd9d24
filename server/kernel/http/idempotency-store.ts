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

/** What is stored of a request with a key. */
export type KnownRequest = ValuesOf<typeof KNOWN>;

/** How long a repeat is guaranteed the same response. */
const RETENTION = `interval '48 hours'`;

/** SQL for the stored request of a key, for each row of the joined source: request_hash, status, reference. */
export function requestOf(principal: string, key: string): string {
  return `SELECT request_hash, status, reference FROM idempotency_keys
           WHERE principal = ${principal} AND key = ${key} AND created_at > now() - ${RETENTION} OFFSET 0`;
}

/**
 * SQL that stores requests and returns principal and key of those it stored. A request is skipped if another one with
 * its key was stored meanwhile, so whatever is written with it must depend on the result.
 * @param requests SQL for rows of principal, key, request_hash, status, reference; keys are unique.
 */
export function keepingOf(requests: string): string {
  return `INSERT INTO idempotency_keys (principal, key, request_hash, status, reference)
        ${requests}
        ON CONFLICT (principal, key) DO UPDATE SET request_hash = excluded.request_hash,
          status = excluded.status, reference = excluded.reference, created_at = now()
          WHERE idempotency_keys.created_at <= now() - ${RETENTION}
        RETURNING principal, key`;
}

/** In the order of the keys; null if no request of the last 48 hours had the key. */
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

/** Locks keys until the commit. Returns, in order, false if another transaction has locked the key. */
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

/** A finished request to be stored under its key. */
export interface FinishedRequest extends Key {
  requestHash: Buffer;
  status: number;
  reference: Reference;
}

/** Fails as a serialization failure (40001) if another request with one of the keys was stored meanwhile. */
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

/** Deletes up to `limit` keys older than 48 hours. Returns how many. */
export function deleteOldKeys(database: Database, limit: number): Promise<number> {
  return deleteOld.count(database, { limit });
}

const deleteOld = statement({
  name: 'idempotency.delete_old',
  sql: `DELETE FROM idempotency_keys
         WHERE (principal, key) IN (SELECT principal, key FROM idempotency_keys
                                     WHERE created_at < now() - ${RETENTION}
                                     ORDER BY created_at LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { limit: bigint },
});
