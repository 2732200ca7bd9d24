import type { Database, Transaction } from '../../db/database.ts';
import { bigint, text, uuid } from '../../db/sql-types.ts';
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
