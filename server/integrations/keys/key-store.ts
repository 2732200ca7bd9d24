import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { ApiScope } from '../../kernel/security/api-scopes.ts';

const SCOPES = arrayOf(oneOf<ApiScope>());

/**
 * Whether the person who was shown the key may still make one, for a shop that works. Otherwise somebody who has left
 * could go on using it. A suspended shop finishes its orders, so its keys work within the rules for its people.
 */
const STANDS = `EXISTS (SELECT FROM accounts m WHERE m.id = k.created_by AND m.status = 'ACTIVE')
  AND EXISTS (SELECT FROM account_roles r WHERE r.account_id = k.created_by
                 AND r.role = CASE WHEN k.seller_id IS NULL THEN 'ADMIN' ELSE 'SELLER_OWNER' END)
  AND (k.seller_id IS NULL
       OR EXISTS (SELECT FROM sellers s WHERE s.id = k.seller_id AND s.owner_account_id = k.created_by
                     AND s.status IN ('ACTIVE', 'SUSPENDED')))`;

const NEW_KEY = {
  id: uuid,
  sellerId: nullable(uuid),
  name: text,
  hint: text,
  hash: bytea,
  scopes: SCOPES,
  addressRanges: arrayOf(text),
  createdBy: uuid,
  /** From now; null: it does not expire. */
  days: nullable(integer),
};

export async function insertKey(trx: Transaction, key: ValuesOf<typeof NEW_KEY>): Promise<void> {
  await insert.count(trx, key);
}

const insert = statement({
  name: 'api_keys.insert',
  sql: `INSERT INTO api_keys (id, seller_id, name, hint, key_hash, scopes, address_ranges, created_by, expires_at)
        VALUES (:id, :sellerId, :name, :hint, :hash, :scopes, :addressRanges, :createdBy,
                now() + make_interval(days => :days))`,
  params: NEW_KEY,
});

/** Until the transaction ends, no other one makes a key for this owner. */
export async function lockKeysOf(trx: Transaction, sellerId: string | null): Promise<void> {
  await lock.first(trx, { owner: sellerId ?? 'platform' });
}

const lock = statement({
  name: 'api_keys.lock_of',
  sql: `SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('api-keys:' || :owner, 0))`,
  params: { owner: text },
  row: { locked: integer },
});

/** Keys that have not ended. Call it under the lock. */
export async function countOpenKeys(trx: Transaction, sellerId: string | null): Promise<number> {
  return (await countOpen.first(trx, { sellerId }))?.count ?? 0;
}

const countOpen = statement({
  name: 'api_keys.count_open',
  sql: `SELECT count(*) AS count FROM api_keys
         WHERE seller_id IS NOT DISTINCT FROM :sellerId AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
  params: { sellerId: nullable(uuid) },
  row: { count: bigint },
});

const KNOWN = {
  id: uuid,
  hash: bytea,
  name: text,
  sellerId: nullable(uuid),
  scopes: SCOPES,
  addressRanges: arrayOf(text),
  expiresAt: nullable(timestamptz),
  /** Whether use was not recorded within the last ten minutes. */
  unnoted: boolean,
};

/** A key that is accepted now. */
export type KnownKey = ValuesOf<typeof KNOWN>;

/** Keys that are accepted now, by their hash. @param hashes Hexadecimal. */
export async function readKeys(
  database: Database,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, KnownKey>> {
  const rows = await known.all(database, { hashes: hashes.map((hash) => Buffer.from(hash, 'hex')) });
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
}

const known = statement({
  name: 'api_keys.known',
  sql: `SELECT k.id, k.key_hash AS hash, k.name, k.seller_id AS "sellerId", k.scopes,
               k.address_ranges AS "addressRanges", k.expires_at AS "expiresAt",
               k.used_at IS NULL OR k.used_at < now() - interval '10 minutes' AS unnoted
          FROM api_keys k
         WHERE k.key_hash = ANY(:hashes) AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
           AND ${STANDS}`,
  params: { hashes: arrayOf(bytea) },
  row: KNOWN,
  prepare: true,
});

/** Records use, and keeps the current hash: that of a former secret is replaced while the key is at hand. */
export async function noteUse(
  database: Database,
  use: { id: string; hash: Buffer; address: string },
): Promise<void> {
  await note.count(database, use);
}

const note = statement({
  name: 'api_keys.note_use',
  sql: `UPDATE api_keys
           SET used_at = now(), used_from = :address, key_hash = :hash,
               hashed_at = CASE WHEN key_hash = :hash THEN hashed_at ELSE now() END
         WHERE id = :id AND revoked_at IS NULL`,
  params: { id: uuid, hash: bytea, address: text },
});

const SHOWN = {
  id: uuid,
  sellerId: nullable(uuid),
  name: text,
  hint: text,
  scopes: SCOPES,
  addressRanges: arrayOf(text),
  status: oneOf<'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'BLOCKED'>(),
  createdBy: uuid,
  createdAt: timestamptz,
  expiresAt: nullable(timestamptz),
  revokedAt: nullable(timestamptz),
  usedAt: nullable(timestamptz),
  usedFrom: nullable(text),
};
export type KeyRow = ValuesOf<typeof SHOWN>;

const COLUMNS = `k.id, k.seller_id AS "sellerId", k.name, k.hint, k.scopes, k.address_ranges AS "addressRanges",
  CASE WHEN k.revoked_at IS NOT NULL THEN 'REVOKED' WHEN k.expires_at <= now() THEN 'EXPIRED'
       WHEN ${STANDS} THEN 'ACTIVE' ELSE 'BLOCKED' END AS status,
  k.created_by AS "createdBy", k.created_at AS "createdAt", k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.used_at AS "usedAt", k.used_from AS "usedFrom"`;

/** A seller's keys, or the platform's, newest first. @param before Id of the last one of the previous page. */
export function listKeys(
  database: Database,
  sellerId: string | null,
  before: string | null,
  limit: number,
): Promise<KeyRow[]> {
  return list.all(database, { sellerId, before, limit });
}

const list = statement({
  name: 'api_keys.list',
  sql: `SELECT ${COLUMNS} FROM api_keys k
         WHERE k.seller_id IS NOT DISTINCT FROM :sellerId AND (:before::uuid IS NULL OR k.id < :before)
         ORDER BY k.id DESC LIMIT :limit`,
  params: { sellerId: nullable(uuid), before: nullable(uuid), limit: bigint },
  row: SHOWN,
});

export async function readKey(executor: Database | Transaction, id: string): Promise<KeyRow | null> {
  return find.first(executor, { id });
}

const find = statement({
  name: 'api_keys.find',
  sql: `SELECT ${COLUMNS} FROM api_keys k WHERE k.id = :id`,
  params: { id: uuid },
  row: SHOWN,
});

/** Revokes a key for good. False if it was revoked already. */
export async function markRevoked(trx: Transaction, id: string, by: string): Promise<boolean> {
  return (await revoke.count(trx, { id, by })) > 0;
}

const revoke = statement({
  name: 'api_keys.revoke',
  sql: 'UPDATE api_keys SET revoked_at = now(), revoked_by = :by WHERE id = :id AND revoked_at IS NULL',
  params: { id: uuid, by: uuid },
});

const OLD_HASH = `hashed_at < :before AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

/** Keys that have not ended and were last hashed before a moment. */
export async function countKeysHashedBefore(database: Database, before: Date): Promise<number> {
  return (await countOld.first(database, { before }))?.count ?? 0;
}

const countOld = statement({
  name: 'api_keys.count_former_hashes',
  sql: `SELECT count(*) AS count FROM api_keys WHERE ${OLD_HASH}`,
  params: { before: timestamptz },
  row: { count: bigint },
});

/** Ends what can no longer be found once the secret of these hashes is dropped, in the name of who made each key. */
export async function endKeysHashedBefore(trx: Transaction, before: Date): Promise<void> {
  await endOld.count(trx, { before });
}

const endOld = statement({
  name: 'api_keys.end_former_hashes',
  sql: `UPDATE api_keys SET revoked_at = now(), revoked_by = created_by WHERE ${OLD_HASH}`,
  params: { before: timestamptz },
});

/** Deletes keys that ended more than two years ago, at most `limit`: as long as the audit log may name them. */
export function purgeKeys(database: Database, limit: number): Promise<number> {
  return purge.count(database, { limit });
}

const purge = statement({
  name: 'api_keys.purge',
  sql: `DELETE FROM api_keys
         WHERE id IN (SELECT id FROM api_keys WHERE least(expires_at, revoked_at) < now() - interval '2 years'
                       ORDER BY least(expires_at, revoked_at) LIMIT :limit FOR UPDATE SKIP LOCKED)`,
  params: { limit: bigint },
});
