import type { Client } from 'pg';
import type { Binding, Database, Transaction } from './database.ts';

/** Of one text, wherever it is used. Its columns are named one by one: a plan is refused once `*` means others. */
export interface PreparedStatement {
  name: string;
  /** With `?` for each value. */
  sql: string;
}

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

/** Texts as PostgreSQL wants them, `$1` for the first `?`. As many as there are statements in the code. */
const texts = new WeakMap<PreparedStatement, { name: string; text: string }>();

/**
 * Runs a statement that each connection parses once and plans once for all values. For what runs with every order: it
 * goes to the driver itself, since building such a statement in knex costs as much as all the rest of it. Whoever
 * listens to knex's queries hears of it too.
 */
export async function runPrepared<Row>(
  executor: Database | Transaction,
  statement: PreparedStatement,
  bindings: readonly (Binding | undefined)[],
): Promise<Row[]> {
  if ('isCompleted' in executor && executor.isCompleted()) throw new Error('the transaction has ended');
  const lender: Lender = executor.client;
  const { name, text } = parsed(statement);
  const connection = await lender.acquireConnection();
  try {
    const { __knexTxId } = connection;
    lender.emit('query', { sql: text, bindings, ...(__knexTxId === undefined ? {} : { __knexTxId }) });
    const { rows } = await connection.query({ name, text, values: bindings as unknown[] });
    return rows as Row[];
  } finally {
    await lender.releaseConnection(connection);
  }
}

function parsed(statement: PreparedStatement): { name: string; text: string } {
  const known = texts.get(statement);
  if (known !== undefined) return known;
  let values = 0;
  const text = statement.sql.replace(/\?/g, () => {
    values += 1;
    return `$${values}`;
  });
  const made = { name: `wasl_${statement.name}`, text };
  texts.set(statement, made);
  return made;
}
