import type { Client } from 'pg';
import type { Database, Transaction } from './database.ts';

/** What knex lends and takes back: the connection of a transaction, or one of the pool. */
interface Lender {
  acquireConnection(): Promise<Lent>;
  releaseConnection(connection: Lent): Promise<void>;
  emit(event: 'query', query: { sql: string; bindings: readonly unknown[]; __knexTxId?: string }): boolean;
}

type Lent = Client & {
  /** Of the transaction that has it. */
  __knexTxId?: string;
};

export interface StatementText {
  /** With it, each connection parses the text once and plans it once for all values. */
  name?: string;
  /** With `$1` for the first value. */
  text: string;
}

export interface StatementResult {
  rows: object[];
  /** Rows returned or changed. */
  rowCount: number;
}

/**
 * Gives a statement to the driver itself, on knex's connection: building it in knex costs as much as all the rest of a
 * short statement. Listeners of knex's `query` event see it too. Rejects with the driver's error.
 */
export async function runText(
  executor: Database | Transaction,
  { name, text }: StatementText,
  values: readonly unknown[],
): Promise<StatementResult> {
  if ('isCompleted' in executor && executor.isCompleted()) throw new Error('the transaction has ended');
  const lender: Lender = executor.client;
  const connection = await lender.acquireConnection();
  try {
    const { __knexTxId } = connection;
    lender.emit('query', {
      sql: text,
      bindings: values,
      ...(__knexTxId === undefined ? {} : { __knexTxId }),
    });
    const { rows, rowCount } = await connection.query({
      ...(name === undefined ? {} : { name }),
      text,
      values: values as unknown[],
    });
    return { rows, rowCount: rowCount ?? rows.length };
  } finally {
    await lender.releaseConnection(connection);
  }
}
