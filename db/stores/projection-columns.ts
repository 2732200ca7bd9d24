import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { PROJECTION_TABLES } from './projection-tables.ts';

/** Column → type for each projection's table, as in the database. */
export type ProjectionColumns = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface ColumnRow {
  table: string;
  column: string;
  type: string;
}

export const PROJECTIONS: readonly string[] = Object.keys(PROJECTION_TABLES);

/** Returns a ColumnRow for each column of the named tables. */
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

/**
 * The columns, read once, in the first transaction that needs them: reading them on another connection would deadlock
 * when all connections are in use.
 */
export class KnownColumns {
  #columns: ProjectionColumns | null = null;

  /** Null until they have been read. */
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
