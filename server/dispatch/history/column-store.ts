import type { Database } from '../../../db/database.ts';
import { boolean, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** The columns of a table, and whether each is an instant. */
export async function readColumns(database: Database, table: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await columns.all(database, { table });
  return new Map(rows.map(({ column, instant }) => [column, instant]));
}

const columns = statement({
  name: 'history.columns',
  sql: `SELECT attname AS column, atttypid = 'timestamptz'::regtype AS instant FROM pg_attribute
         WHERE attrelid = to_regclass(:table) AND attnum > 0 AND NOT attisdropped`,
  params: { table: text },
  row: { column: text, instant: boolean },
});
