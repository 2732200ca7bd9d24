import type { Transaction } from './database.ts';
import { boolean, uuid } from './sql-types.ts';
import { type Shape, statement, type ValuesOf } from './statement.ts';

interface Definition<K extends Shape, O extends Shape, A extends Shape> {
  /** Prefix of the statements' names: `catalogue.file_category`. */
  name: string;
  table: string;
  /** Columns that identify a row. */
  key: K;
  /** Columns written only when the row is created. */
  once: O;
  /** Columns set to the given values every time. */
  always: A;
  /** Additional assignments of an update, e.g. `version = version + 1`. */
  onUpdate?: string;
}

export interface WrittenRow {
  id: string;
  outcome: 'created' | 'updated' | 'unchanged';
}

export interface KeyedRows<V> {
  /** Creates the row, or updates it if it differs. */
  write(trx: Transaction, values: V, newId: () => string): Promise<WrittenRow>;
}

/** Defines statements to find and write rows of a table by a key that a file uses. */
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
