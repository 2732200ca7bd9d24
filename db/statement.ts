import type { Database, Transaction } from './database.ts';
import { runText } from './run-text.ts';
import type { SqlType } from './sql-types.ts';

/** Parameters or columns by name, e.g. `{ id: uuid, total: numeric, closedAt: nullable(timestamptz) }`. */
export type Shape = { readonly [name: string]: SqlType<unknown> };
export type ValuesOf<S extends Shape> = { [K in keyof S]: S[K] extends SqlType<infer T> ? T : never };

interface Definition<P extends Shape, R extends Shape> {
  /** Unique, prefixed by the slice: `cart.lock`. */
  name: string;
  /** The statement with `:name` for each parameter. `::type` is a cast, as usual. */
  sql: string;
  params?: P;
  /** The returned columns, as named by the statement. Without it the statement returns no rows. */
  row?: R;
  /** True: each connection parses and plans it once for all values. For statements that run with every order. */
  prepare?: boolean;
}

/** A statement of a store. A test prepares each one against the migrated schema and compares names and types. */
export interface Statement<P extends object, R extends object> {
  /** Runs it and returns its rows, in the statement's order. */
  all(executor: Database | Transaction, params: P): Promise<R[]>;
  /** The first row, or null. */
  first(executor: Database | Transaction, params: P): Promise<R | null>;
  /** Number of rows changed or returned. */
  count(executor: Database | Transaction, params: P): Promise<number>;
}

/** A statement as the test of statements sees it. */
export interface DefinedStatement {
  readonly name: string;
  /** With `$1` for the first parameter. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  readonly params: readonly { readonly name: string; readonly type: SqlType<unknown> }[];
  readonly row: Shape;
}

const defined = new Map<string, DefinedStatement>();

/** Every statement of the modules loaded so far. */
export function definedStatements(): DefinedStatement[] {
  return [...defined.values()];
}

/** Defines a statement. Throws when its name is taken, or when its text and parameters do not match. */
export function statement<P extends Shape = Record<never, never>, R extends Shape = Record<never, never>>(
  definition: Definition<P, R>,
): Statement<ValuesOf<P>, ValuesOf<R>> {
  const { name, prepare = false } = definition;
  const { text, order } = numbered(definition);
  if (defined.has(name)) throw new Error(`two statements are called ${name}`);
  const types: Shape = definition.params ?? {};
  const params = order.map((param) => ({ name: param, type: typeOf(types, param, name) }));
  const row: Shape = definition.row ?? {};
  defined.set(name, { name, text, params, row });
  const form = prepare ? { name: `wasl.${name}`, text } : { text };
  const run = (executor: Database | Transaction, given: ValuesOf<P>) =>
    runText(
      executor,
      form,
      params.map((param) => param.type.encode(given[param.name])),
    );
  return {
    all: async (executor, given) => (await run(executor, given)).rows as ValuesOf<R>[],
    first: async (executor, given) =>
      ((await run(executor, given)).rows[0] as ValuesOf<R> | undefined) ?? null,
    count: async (executor, given) => (await run(executor, given)).rowCount,
  };
}

/** Not part of a word, of a cast (`::`) or of a quoted time (`'20:00'`, `'HH24:MI'`). */
const PARAMETER = /(?<![:\w]):([a-z]\w*)/gi;

function numbered({ name, sql, params = {} as never }: Definition<Shape, Shape>): {
  text: string;
  order: string[];
} {
  const order: string[] = [];
  const text = sql.replace(PARAMETER, (_, param: string) => {
    if (!order.includes(param)) order.push(param);
    return `$${order.indexOf(param) + 1}`;
  });
  const unused = Object.keys(params).filter((param) => !order.includes(param));
  if (unused.length > 0) throw new Error(`statement ${name} does not use ${unused.join(', ')}`);
  return { text, order };
}

function typeOf(types: Shape, param: string, name: string): SqlType<unknown> {
  const type = types[param];
  if (type === undefined) throw new Error(`statement ${name} has no type for :${param}`);
  return type;
}
