/** A PostgreSQL type and the type of its values in TypeScript. */
export interface SqlType<T> {
  /** As `format_type` names it, e.g. `uuid[]`. */
  readonly sql: string;
  /** Converts a value for the driver. */
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
/** Up to the largest exact integer of a number: the pool rejects larger values. */
export const bigint = type<number>('bigint');
export const real = type<number>('real');
export const double = type<number>('double precision');
/** Decimal digits as a string: money is never a number. */
export const numeric = type<string>('numeric');
/** `2026-11-30`: a day has no time zone to convert. */
export const date = type<string>('date');
/** `20:00:00`; the column's user decides the time zone. */
export const time = type<string>('time without time zone');
export const timestamptz = type<Date>('timestamp with time zone');
/** Only for parameters: a time as in a request, RFC 3339. */
export const timestamptzText = type<string>('timestamp with time zone');
export const interval = type<string>('interval');
export const bytea = type<Buffer>('bytea');
/** A transaction's number, as decimal digits. */
export const xid8 = type<string>('xid8');

/** The result of a function that returns nothing, e.g. `pg_advisory_xact_lock(…)`. */
export const nothing = type<string>('void');

/**
 * JSON of a shape that the statement's author guarantees. Passed to the driver as text, so that an array stays JSON.
 */
export function jsonb<T>(): SqlType<T> {
  return {
    sql: 'jsonb',
    encode: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  };
}

/** One of the values of a check constraint, e.g. `oneOf<'OPEN' | 'CLOSED'>()`. */
export function oneOf<T extends string>(): SqlType<T> {
  return type<T>('text');
}

export function arrayOf<T>(element: SqlType<T>): SqlType<readonly T[]> {
  return type<readonly T[]>(`${element.sql}[]`);
}

/** May be null. PREPARE does not report that, so the statement's author is responsible. */
export function nullable<T>({ sql, encode }: SqlType<T>): SqlType<T | null> {
  return { sql, encode: (value) => (value === null || value === undefined ? null : encode(value)) };
}
