import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, bigint, text, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';

/**
 * Records a closed account. A request admitted just before, or a notification under way, may still write personal data,
 * so the erasure is repeated after ten minutes and after a day.
 */
export async function insertClosure(trx: Transaction, accountId: string): Promise<void> {
  await insert.count(trx, { accountId });
}

const insert = statement({
  name: 'privacy.insert_closure',
  sql: `INSERT INTO account_closures (account_id, next_pass_at) VALUES (:accountId, now() + interval '10 minutes')`,
  params: { accountId: uuid },
});

/** Allows this transaction to erase a person from rows that are otherwise immutable. */
export async function allowErasing(trx: Transaction): Promise<void> {
  await allow.first(trx, {});
}

const allow = statement({
  name: 'privacy.allow_erasing',
  sql: `SELECT set_config('wasl.erasing', 'on', true) AS allowed`,
  row: { allowed: text },
});

/** Closed accounts whose erasure is to be repeated. */
export async function dueClosures(database: Database, limit: number): Promise<string[]> {
  return (await due.all(database, { limit })).map(({ accountId }) => accountId);
}

const due = statement({
  name: 'privacy.due_closures',
  sql: `SELECT account_id AS "accountId" FROM account_closures
         WHERE next_pass_at <= now() ORDER BY next_pass_at LIMIT :limit`,
  params: { limit: bigint },
  row: { accountId: uuid },
});

/** Returns false if another process is repeating it, or has done so. */
export async function holdDueClosure(trx: Transaction, accountId: string): Promise<boolean> {
  return (await hold.count(trx, { accountId })) > 0;
}

const hold = statement({
  name: 'privacy.hold_due_closure',
  sql: `SELECT account_id FROM account_closures
         WHERE account_id = :accountId AND next_pass_at <= now() FOR UPDATE SKIP LOCKED`,
  params: { accountId: uuid },
  row: { account_id: uuid },
});

export async function notePass(trx: Transaction, accountId: string): Promise<void> {
  await pass.count(trx, { accountId });
}

const pass = statement({
  name: 'privacy.note_pass',
  sql: `UPDATE account_closures
           SET passes = passes + 1, next_pass_at = CASE WHEN passes = 1 THEN closed_at + interval '1 day' END
         WHERE account_id = :accountId`,
  params: { accountId: uuid },
});

/** An account that was closed in a time from which the database was restored to an earlier one. */
export interface OwedClosure {
  accountId: string;
  closedAt: Date;
}

/** Those tried longest ago first. */
export function owedClosures(database: Database, limit: number): Promise<OwedClosure[]> {
  return owed.all(database, { limit });
}

const owed = statement({
  name: 'privacy.owed_closures',
  sql: `SELECT account_id AS "accountId", closed_at AS "closedAt" FROM owed_closures
         ORDER BY cardinality(obstacles), account_id LIMIT :limit`,
  params: { limit: bigint },
  row: { accountId: uuid, closedAt: timestamptz },
});

/** Returns false if another process is closing it, or has done so. */
export async function holdOwedClosure(trx: Transaction, accountId: string): Promise<boolean> {
  return (await holdOwed.count(trx, { accountId })) > 0;
}

const holdOwed = statement({
  name: 'privacy.hold_owed_closure',
  sql: 'SELECT account_id FROM owed_closures WHERE account_id = :accountId FOR UPDATE SKIP LOCKED',
  params: { accountId: uuid },
  row: { account_id: uuid },
});

export async function noteObstacles(
  trx: Transaction,
  accountId: string,
  obstacles: readonly string[],
): Promise<void> {
  await note.count(trx, { accountId, obstacles });
}

const note = statement({
  name: 'privacy.note_obstacles',
  sql: 'UPDATE owed_closures SET obstacles = :obstacles WHERE account_id = :accountId',
  params: { accountId: uuid, obstacles: arrayOf(text) },
});

export async function deleteOwedClosure(trx: Transaction, accountId: string): Promise<void> {
  await settle.count(trx, { accountId });
}

const settle = statement({
  name: 'privacy.delete_owed_closure',
  sql: 'DELETE FROM owed_closures WHERE account_id = :accountId',
  params: { accountId: uuid },
});
