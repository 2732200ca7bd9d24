import type { Binding, Database, Transaction } from './database.ts';
import { runText, type StatementText } from './run-text.ts';

/** Of one text, wherever it is used. Its columns are named one by one: a plan is refused once `*` means others. */
export interface PreparedStatement {
  name: string;
  /** With `?` for each value. */
  sql: string;
}

/** Texts as PostgreSQL wants them, `$1` for the first `?`. As many as there are statements in the code. */
const texts = new WeakMap<PreparedStatement, StatementText>();

/** Runs a statement that each connection parses once and plans once for all values. For what runs with every order. */
export async function runPrepared<Row>(
  executor: Database | Transaction,
  statement: PreparedStatement,
  bindings: readonly (Binding | undefined)[],
): Promise<Row[]> {
  const { rows } = await runText(executor, parsed(statement), bindings);
  return rows as Row[];
}

function parsed(statement: PreparedStatement): StatementText {
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
