import type { Database, Transaction } from '../../../db/database.ts';
import { bytea, nullable, text, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

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

/** False if it is no longer sealed as it was `before`. */
export async function replaceSealedKey(
  database: Database,
  key: { name: string; before: Buffer; sealed: Buffer },
): Promise<boolean> {
  return (await replace.count(database, key)) === 1;
}

const replace = statement({
  name: 'security.replace_sealed_key',
  sql: 'UPDATE sealed_keys SET sealed = :sealed, sealed_at = now() WHERE name = :name AND sealed = :before',
  params: { name: text, before: bytea, sealed: bytea },
});
