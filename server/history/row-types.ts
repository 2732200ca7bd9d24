import type { Database } from '../../db/database.ts';
import type { PastRow } from './past-machines.ts';

/** Gives projected rows, which are JSON, the types that the same rows have when they are read from their tables. */
export class RowTypes {
  readonly #database: Database;
  readonly #instants = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(database: Database) {
    this.#database = database;
  }

  async of<T>(table: string): Promise<(row: PastRow) => Partial<T>> {
    const instants = await this.#instantsOf(table);
    return (row) => {
      const entries = Object.entries(row).map(([column, value]) => [
        column,
        typeof value === 'string' && instants.has(column) ? new Date(value) : value,
      ]);
      return Object.fromEntries(entries) as Partial<T>;
    };
  }

  #instantsOf(table: string): Promise<ReadonlySet<string>> {
    const known = this.#instants.get(table) ?? this.#read(table);
    this.#instants.set(table, known);
    known.catch(() => this.#instants.delete(table));
    return known;
  }

  async #read(table: string): Promise<ReadonlySet<string>> {
    const { rows } = await this.#database.raw<{ rows: { column: string }[] }>(
      `SELECT attname AS column FROM pg_attribute
        WHERE attrelid = to_regclass(?) AND atttypid = 'timestamptz'::regtype AND attnum > 0`,
      [table],
    );
    return new Set(rows.map(({ column }) => column));
  }
}
