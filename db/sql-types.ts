/** A type of PostgreSQL and what its values are here. */
export interface SqlType<T> {
  /** As `format_type` says it, e.g. `uuid[]`. */
  readonly sql: string;
  /** What the driver is given for a value. */
  encode(value: unknown): unknown;
  /** Only for the compiler: never set. */
  readonly value?: T;
}

function type<T>(sql: string): SqlType<T> {
  return { sql, encode: (value) => value };
}

export const uuid = type<string>('uuid');
export const text = type<string>('text');
export const boolean = type<boolean>('boolean');
export const smallint = type<number>('smallint');
export const integer = type<number>('integer');
/** Within what a number holds exactly: the pool refuses others. */
export const bigint = type<number>('bigint');
export const double = type<number>('double precision');
/** Decimal digits as a string: money is never a number. */
export const numeric = type<string>('numeric');
/** `2026-11-30`: a day has no time zone to convert. */
export const date = type<string>('date');
export const timestamptz = type<Date>('timestamp with time zone');
/** Only for parameters: a time as a request gives it, RFC 3339. */
export const timestamptzText = type<string>('timestamp with time zone');
export const interval = type<string>('interval');
export const bytea = type<Buffer>('bytea');
/** The number of a transaction, as decimal digits. */
export const xid8 = type<string>('xid8');

/** JSON of a shape that the statement's author answers for. The driver gets text, so that an array stays JSON. */
export function jsonb<T>(): SqlType<T> {
  return {
    sql: 'jsonb',
    encode: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  };
}

/** One of the words of a check constraint, e.g. `oneOf<'OPEN' | 'CLOSED'>()`. */
export function oneOf<T extends string>(): SqlType<T> {
  return type<T>('text');
}

export function arrayOf<T>(element: SqlType<T>): SqlType<readonly T[]> {
  return type<readonly T[]>(`${element.sql}[]`);
}

/** May be null: PREPARE does not tell, so the statement's author answers for it. */
export function nullable<T>({ sql, encode }: SqlType<T>): SqlType<T | null> {
  return { sql, encode: (value) => (value === null || value === undefined ? null : encode(value)) };
}
