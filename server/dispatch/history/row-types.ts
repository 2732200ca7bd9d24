import type { Database } from '../../../db/database.ts';
import { readColumns } from './column-store.ts';
import type { PastRow } from './past-machines.ts';

/** Converts projected rows, which are JSON, to the types they have when read from their tables. */
export class RowTypes {
  readonly #database: Database;
  readonly #columns = new Map<string, Promise<ReadonlyMap<string, boolean>>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * @param whole Sets columns missing from the projected row to null, because their present values say nothing about
   * the past.
   */
  async of<T>(table: string, whole = false): Promise<(row: PastRow) => Partial<T>> {
    const columns = await this.#columnsOf(table);
    const empty = whole ? Object.fromEntries([...columns.keys()].map((column) => [column, null])) : {};
    return (row) => {
      const entries = Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' && columns.get(column) === true ? new Date(value) : value,
      ]);
      return { ...empty, ...Object.fromEntries(entries) } as Partial<T>;
    };
  }

  /** Each column, and whether it is an instant. */
  #columnsOf(table: string): Promise<ReadonlyMap<string, boolean>> {
    const known = this.#columns.get(table) ?? readColumns(this.#database, table);
    this.#columns.set(table, known);
    known.catch(() => this.#columns.delete(table));
    return known;
  }
}
