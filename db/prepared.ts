import type { Binding, Database, Transaction } from './database.ts';

/** Of one text, wherever it is used. Its columns are named one by one: a plan is refused once `*` means others. */
export interface PreparedStatement {
  name: string;
  sql: string;
}

/** Runs a statement that each connection parses once and plans once for all values. For what runs with every order. */
export async function runPrepared<Row>(
  executor: Database | Transaction,
  { name, sql }: PreparedStatement,
  bindings: readonly (Binding | undefined)[],
): Promise<Row[]> {
  const { rows } = await executor
    .raw<{ rows: Row[] }>(sql, bindings as Binding[])
    .options({ name: `wasl_${name}` });
  return rows;
}
