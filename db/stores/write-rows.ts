import type { Json, RowOp } from '../../actors/runtime/machine.ts';
import type { Binding, Transaction } from '../database.ts';
import { ownKey, PROJECTION_TABLES } from './projection-tables.ts';

const COLUMN = /^[a-z][a-z_]*$/;

/** Writes projection rows, in the transaction that holds their actor's row. */
export async function writeRows(trx: Transaction, rows: readonly RowOp[]): Promise<void> {
  for (const row of rows) {
    const { sql, bindings } = statement(row);
    const result = await trx.raw<{ rowCount: number }>(sql, bindings);
    if (row.op === 'update' && result.rowCount === 0) {
      throw new Error(`projection ${row.table}: no row to update for ${JSON.stringify(row.row.id)}`);
    }
  }
}

function statement({ table, op, row }: RowOp): { sql: string; bindings: Binding[] } {
  const shape = PROJECTION_TABLES[table];
  const columns = Object.keys(row);
  const odd = columns.find((column) => !COLUMN.test(column));
  if (odd !== undefined) throw new Error(`projection ${table}: ${odd} is no column`);
  const value = (column: string) => encode(shape, column, row[column] ?? null);
  const own = ownKey(table);
  const where = own.map((column) => `${column} = ?`).join(' AND ');
  const keyValues = own.map(value);
  if (op === 'delete') return { sql: `DELETE FROM ${table} WHERE ${where}`, bindings: keyValues };

  const rest = columns.filter((column) => !shape.key.includes(column));
  if (op === 'update') {
    const set = rest.map((column) => `${column} = ${placeholder(shape, column)}`).join(', ');
    return { sql: `UPDATE ${table} SET ${set} WHERE ${where}`, bindings: [...rest.map(value), ...keyValues] };
  }
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => placeholder(shape, column)).join(', ')})`;
  const bindings = columns.map(value);
  if (op === 'insert') return { sql: insert, bindings };
  const set = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  return { sql: `${insert} ON CONFLICT (${shape.key.join(', ')}) DO UPDATE SET ${set}`, bindings };
}

type Shape = (typeof PROJECTION_TABLES)[keyof typeof PROJECTION_TABLES];

function placeholder(shape: Shape, column: string): string {
  if (shape.json.includes(column)) return '?::jsonb';
  return shape.uuidArrays?.includes(column) === true ? '?::uuid[]' : '?';
}

function encode(shape: Shape, column: string, value: Json): Binding {
  if (value === null) return null;
  if (shape.json.includes(column)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'object')
    throw new Error(`projection column ${column} holds an object but is no jsonb`);
  return value;
}
