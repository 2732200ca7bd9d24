import type { Node, RangeVar } from 'libpg-query';
import { parse } from 'libpg-query';

/** A statement as PostgreSQL itself parses it. */
export interface ParsedStatement {
  /** Its kind, such as `AlterTableStmt`. */
  readonly kind: string;
  readonly node: Node;
  /** The line on which it begins. */
  readonly line: number;
}

/** The statements of an SQL text. Throws with PostgreSQL's own message if it is not SQL. */
export async function parseStatements(sql: string): Promise<ParsedStatement[]> {
  const { stmts = [] } = await parse(sql);
  // Positions count bytes; comments before a statement belong to it.
  const bytes = Buffer.from(sql);
  return stmts.flatMap(({ stmt, stmt_location: start = 0 }) => {
    if (stmt === undefined) return [];
    const leading =
      /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(bytes.subarray(start).toString())?.[0] ?? '';
    const line = (bytes.subarray(0, start).toString() + leading).split('\n').length;
    return [{ kind: Object.keys(stmt)[0] ?? '', node: stmt, line }];
  });
}

/** Every node of this kind below a node, and the node itself. */
export function below(node: unknown, kind: string): Record<string, unknown>[] {
  if (Array.isArray(node)) return node.flatMap((each) => below(each, kind));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => [
    ...(key === kind ? [value as Record<string, unknown>] : []),
    ...below(value, kind),
  ]);
}

/** The texts of a list of names. */
export function textsOf(list: unknown): string[] {
  return below(list, 'String').flatMap(({ sval }) => (typeof sval === 'string' ? [sval] : []));
}

/** The names of the functions that an expression calls, without their schema. */
export function functionsOf(expression: unknown): string[] {
  return below(expression, 'FuncCall').map(({ funcname }) => textsOf(funcname).at(-1) ?? '');
}

/** The columns that an expression reads, without the names of their tables. */
export function columnsOf(expression: unknown): string[] {
  return below(expression, 'ColumnRef').flatMap(({ fields }) => textsOf(fields).at(-1) ?? []);
}

export function nameOf(relation: RangeVar | undefined): string {
  return relation?.relname ?? '';
}
