import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, bytea, nullable, text, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { SealedColumn } from './sealed-column.ts';

const KEY = { sealed: nullable(bytea), sealedAt: timestamptz };
export type SealedKeyRow = ValuesOf<typeof KEY>;

export function readSealedKey(executor: Database | Transaction, name: string): Promise<SealedKeyRow | null> {
  return read.first(executor, { name });
}

const read = statement({
  name: 'security.sealed_key',
  sql: 'SELECT sealed, sealed_at AS "sealedAt" FROM sealed_keys WHERE name = :name',
  params: { name: text },
  row: KEY,
});

/** The key of a name, and those whose names continue it after a hyphen; in the order of their names. */
export function readSealedKeys(
  executor: Database | Transaction,
  name: string,
): Promise<ValuesOf<typeof NAMED>[]> {
  return readAll.all(executor, { name });
}

const NAMED = { name: text, sealed: bytea, sealedAt: timestamptz };
const readAll = statement({
  name: 'security.sealed_keys_of',
  sql: `SELECT name, sealed, sealed_at AS "sealedAt" FROM sealed_keys
         WHERE sealed IS NOT NULL AND (name = :name OR starts_with(name, :name || '-')) ORDER BY name`,
  params: { name: text },
  row: NAMED,
});

/** Stores a key under a name, in place of what is there. Null: a moment is all there is to know. */
export async function storeKey(trx: Transaction, name: string, sealed: Buffer | null): Promise<void> {
  await store.count(trx, { name, sealed });
}

const store = statement({
  name: 'security.store_key',
  sql: `INSERT INTO sealed_keys (name, sealed) VALUES (:name, :sealed)
        ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, sealed_at = now()`,
  params: { name: text, sealed: nullable(bytea) },
});

/** Locks the keys until the commit, so that two commands do not replace them at once. */
export async function lockSealedKeys(trx: Transaction): Promise<void> {
  await lock.first(trx, {});
}

const lock = statement({
  name: 'security.lock_sealed_keys',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('sealed-keys', 0))`,
  params: {},
  row: { locked: boolean },
});

export async function deleteKeys(trx: Transaction, names: readonly string[]): Promise<void> {
  await remove.count(trx, { names });
}

const remove = statement({
  name: 'security.delete_keys',
  sql: 'DELETE FROM sealed_keys WHERE name = ANY(:names)',
  params: { names: arrayOf(text) },
});

/** Stores a key where none is stored yet. Of several processes that start at once, the first one's stays. */
export async function storeFirstKey(database: Database, name: string, sealed: Buffer): Promise<void> {
  await storeFirst.count(database, { name, sealed });
}

const storeFirst = statement({
  name: 'security.store_first_key',
  sql: `INSERT INTO sealed_keys AS k (name, sealed) VALUES (:name, :sealed)
        ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, sealed_at = now() WHERE k.sealed IS NULL`,
  params: { name: text, sealed: bytea },
});

const PAGE = { prefix: bytea, after: nullable(text), limit: bigint };

/** Keys that are not sealed with the current secret. */
export const sealedKeys: SealedColumn = {
  name: 'sealed_keys.sealed',
  read: async (database, page) => {
    const rows = await outdated.all(database, page);
    return rows.map((row) => ({ ...row, purpose: 'stored-key', boundTo: row.key }));
  },
  replace: async (database, { key, sealed: before }, sealed) =>
    (await replace.count(database, { key, before, sealed })) === 1,
};

const outdated = statement({
  name: 'security.outdated_sealed_keys',
  sql: `SELECT name AS key, sealed FROM sealed_keys
         WHERE sealed IS NOT NULL AND substring(sealed FOR 5) <> :prefix AND (:after::text IS NULL OR name > :after)
         ORDER BY name LIMIT :limit`,
  params: PAGE,
  row: { key: text, sealed: bytea },
});

const replace = statement({
  name: 'security.replace_sealed_key',
  sql: 'UPDATE sealed_keys SET sealed = :sealed, sealed_at = now() WHERE name = :key AND sealed = :before',
  params: { key: text, before: bytea, sealed: bytea },
});
