/**
 * A value as PostgreSQL returns it from jsonb: keys sorted by length, then by their bytes; undefined members are gone.
 */
export function jsonb<T>(value: T): T {
  return ordered(value) as T;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  entries.sort(([one], [other]) => one.length - other.length || compare(one, other));
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
