import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { PROJECTION_TABLES } from './projection-tables.ts';

/** Column → type of each projection's table, as the database has it. */
export type ProjectionColumns = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface ColumnRow {
  table: string;
  column: string;
  type: string;
}

export const PROJECTIONS: readonly string[] = Object.keys(PROJECTION_TABLES);

/** Answers a ColumnRow for each column of the tables named. */
export const READ_COLUMNS = {
  name: 'projection_columns',
  sql: `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
          FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
         WHERE c.oid = ANY(SELECT to_regclass(name) FROM unnest($1::text[]) name)
           AND a.attnum > 0 AND NOT a.attisdropped`,
};

export function projectionColumns(rows: readonly ColumnRow[]): ProjectionColumns {
  const columns = new Map<string, Map<string, string>>();
  for (const { table, column, type } of rows) {
    const known = columns.get(table) ?? new Map<string, string>();
    columns.set(table, known.set(column, type));
  }
  return columns;
}

/** The columns, read once, in the first transaction that needs them: with all connections lent, another would wait for ever. */
export class KnownColumns {
  #columns: ProjectionColumns | null = null;

  /** Null until somebody has read them. */
  get known(): ProjectionColumns | null {
    return this.#columns;
  }

  async in(trx: Transaction): Promise<ProjectionColumns> {
    if (this.#columns === null) {
      const { name, sql } = READ_COLUMNS;
      const { rows } = await runText(trx, { name: `wasl.${name}`, text: sql }, [[...PROJECTIONS]]);
      this.#columns = projectionColumns(rows as ColumnRow[]);
    }
    return this.#columns;
  }
}
