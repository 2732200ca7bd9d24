import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** How long an unreferenced picture stays: an upload may be about to refer to it, and a cached page may show it. */
const UNUSED_INTERVAL = `interval '24 hours'`;

export async function insertStoredFile(database: Database, name: string): Promise<void> {
  await insert.count(database, { name });
}

const insert = statement({
  name: 'stored_files.insert',
  sql: 'INSERT INTO stored_files (name) VALUES (:name)',
  params: { name: text },
});

/** Names of up to `limit` files unreferenced for a day, row-locked. */
export async function lockUnused(trx: Transaction, limit: number): Promise<string[]> {
  return (await lock.all(trx, { limit })).map(({ name }) => name);
}

const lock = statement({
  name: 'stored_files.lock_unused',
  sql: `SELECT name FROM stored_files WHERE unused_since < now() - ${UNUSED_INTERVAL}
         ORDER BY unused_since LIMIT :limit FOR UPDATE SKIP LOCKED`,
  params: { limit: bigint },
  row: { name: text },
});

export async function deleteStoredFiles(trx: Transaction, names: readonly string[]): Promise<void> {
  await remove.count(trx, { names });
}

const remove = statement({
  name: 'stored_files.delete',
  sql: 'DELETE FROM stored_files WHERE name = ANY(:names)',
  params: { names: arrayOf(text) },
});

/** Keeps the files for another day. */
export async function postponeStoredFiles(trx: Transaction, names: readonly string[]): Promise<void> {
  await postpone.count(trx, { names });
}

const postpone = statement({
  name: 'stored_files.postpone',
  sql: 'UPDATE stored_files SET unused_since = now() WHERE name = ANY(:names)',
  params: { names: arrayOf(text) },
});
