import { type StatementResult, type StatementText, send } from './driver-query.ts';
import { acquire, announce, type Database, release } from './lease.ts';
import { Transaction } from './transaction.ts';

/**
 * Passes a statement to the driver directly, because building it in knex costs as much as everything else in a short
 * statement. Outside a transaction it uses any connection of the pool, in its own transaction. Listeners of knex's
 * `query` event see it too. Rejects with the driver's error.
 */
export async function runText(
  executor: Database | Transaction,
  statement: StatementText,
  values: readonly unknown[],
): Promise<StatementResult> {
  if (executor instanceof Transaction) return executor.query(statement, values);
  const connection = await acquire(executor);
  try {
    announce(executor, statement.text, values, connection.__knexTxId);
    return await send(connection, statement, values);
  } finally {
    void release(executor, connection);
  }
}
