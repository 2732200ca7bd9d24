import type { Json, RowOp } from '../../actors/runtime/machine.ts';
import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { ownKey, PROJECTION_TABLES } from './projection-tables.ts';

const COLUMN = /^[a-z][a-z_]*$/;

/** Writes projection rows, in the transaction that holds their actor's row. */
export async function writeRows(trx: Transaction, rows: readonly RowOp[]): Promise<void> {
  for (const row of rows) {
    const { text, values } = statement(row);
    const { rowCount } = await runText(trx, { text }, values);
    if (row.op === 'update' && rowCount === 0) {
      throw new Error(`projection ${row.table}: no row to update for ${JSON.stringify(row.row.id)}`);
    }
  }
}

type Value = string | number | boolean | string[] | null;

function statement({ table, op, row }: RowOp): { text: string; values: Value[] } {
  const shape = PROJECTION_TABLES[table];
  const columns = Object.keys(row);
  const odd = columns.find((column) => !COLUMN.test(column));
  if (odd !== undefined) throw new Error(`projection ${table}: ${odd} is no column`);
  const values: Value[] = [];
  const bind = (column: string) => {
    values.push(encode(shape, column, row[column] ?? null));
    return `$${values.length}${cast(shape, column)}`;
  };
  const equal = (column: string) => `${column} = ${bind(column)}`;
  const own = ownKey(table);
  if (op === 'delete') return { text: `DELETE FROM ${table} WHERE ${own.map(equal).join(' AND ')}`, values };

  const rest = columns.filter((column) => !shape.key.includes(column));
  if (op === 'update') {
    const set = rest.map(equal).join(', ');
    return { text: `UPDATE ${table} SET ${set} WHERE ${own.map(equal).join(' AND ')}`, values };
  }
  const insert = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(bind).join(', ')})`;
  if (op === 'insert') return { text: insert, values };
  const set = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  return { text: `${insert} ON CONFLICT (${shape.key.join(', ')}) DO UPDATE SET ${set}`, values };
}

type Shape = (typeof PROJECTION_TABLES)[keyof typeof PROJECTION_TABLES];

function cast(shape: Shape, column: string): string {
  if (shape.json.includes(column)) return '::jsonb';
  return shape.uuidArrays?.includes(column) === true ? '::uuid[]' : '';
}

function encode(shape: Shape, column: string, value: Json): Value {
  if (value === null) return null;
  if (shape.json.includes(column)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'object')
    throw new Error(`projection column ${column} holds an object but is no jsonb`);
  return value;
}
