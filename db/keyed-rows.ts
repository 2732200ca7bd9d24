import type { Transaction } from './database.ts';
import { boolean, uuid } from './sql-types.ts';
import { type Shape, statement, type ValuesOf } from './statement.ts';

interface Definition<K extends Shape, O extends Shape, A extends Shape> {
  /** Of the statements: `catalogue.file_category`. */
  name: string;
  table: string;
  /** Columns by which a row is found again. */
  key: K;
  /** Columns written when the row is created, and then left alone. */
  once: O;
  /** Columns brought to the given values every time. */
  always: A;
  /** What else an update sets, e.g. `version = version + 1`. */
  onUpdate?: string;
}

export interface WrittenRow {
  id: string;
  outcome: 'created' | 'updated' | 'unchanged';
}

export interface KeyedRows<V> {
  /** Creates the row, or updates it where it differs. */
  write(trx: Transaction, values: V, newId: () => string): Promise<WrittenRow>;
}

/** Rows of a table as a file names them, by a key of its own. Defines the statements that find and write them. */
export function keyedRows<K extends Shape, O extends Shape, A extends Shape>({
  name,
  table,
  key,
  once,
  always,
  onUpdate,
}: Definition<K, O, A>): KeyedRows<ValuesOf<K> & ValuesOf<O> & ValuesOf<A>> {
  const found = conjunction(key);
  const renewed = Object.keys(always);
  const differs = renewed.map((column) => `${column} IS DISTINCT FROM :${column}`).join(' OR ');
  const columns = { id: uuid, ...key, ...once, ...always };
  const names = Object.keys(columns);
  const find = statement<Shape, { id: typeof uuid; differs: typeof boolean }>({
    name: `${name}_find`,
    sql: `SELECT id, ${differs === '' ? 'false' : `(${differs})`} AS differs FROM ${table} WHERE ${found}`,
    params: { ...key, ...always },
    row: { id: uuid, differs: boolean },
  });
  const insert = statement<Shape>({
    name: `${name}_insert`,
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((column) => `:${column}`).join(', ')})`,
    params: columns,
  });
  const assignments = [
    ...renewed.map((column) => `${column} = :${column}`),
    ...(onUpdate === undefined ? [] : [onUpdate]),
  ];
  const update =
    renewed.length === 0
      ? null
      : statement<Shape>({
          name: `${name}_update`,
          sql: `UPDATE ${table} SET ${assignments.join(', ')} WHERE ${found}`,
          params: { ...key, ...always },
        });
  return {
    async write(trx, values, newId) {
      const present = await find.first(trx, values);
      if (present === null) {
        const id = newId();
        await insert.count(trx, { ...values, id });
        return { id, outcome: 'created' };
      }
      if (!present.differs || update === null) return { id: present.id, outcome: 'unchanged' };
      await update.count(trx, values);
      return { id: present.id, outcome: 'updated' };
    },
  };
}

function conjunction(key: Shape): string {
  return Object.keys(key)
    .map((column) => `${column} = :${column}`)
    .join(' AND ');
}
