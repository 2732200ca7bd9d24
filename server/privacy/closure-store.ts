import type { Database, Transaction } from '../../db/database.ts';
import { bigint, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';

/**
 * What stays of an account that closes. Something may still be written of it by a request that was let in just before,
 * or by a notice on its way, so it is looked through again after ten minutes and after a day.
 */
export async function insertClosure(trx: Transaction, accountId: string): Promise<void> {
  await insert.count(trx, { accountId });
}

const insert = statement({
  name: 'privacy.insert_closure',
  sql: `INSERT INTO account_closures (account_id, next_pass_at) VALUES (:accountId, now() + interval '10 minutes')`,
  params: { accountId: uuid },
});

/** From here on this transaction may take a person out of rows that never change otherwise. */
export async function allowErasing(trx: Transaction): Promise<void> {
  await allow.first(trx, {});
}

const allow = statement({
  name: 'privacy.allow_erasing',
  sql: `SELECT set_config('wasl.erasing', 'on', true) AS allowed`,
  row: { allowed: text },
});

/** Closed accounts that are to be looked through again. */
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

/** False when another process has it, or has been through. */
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
