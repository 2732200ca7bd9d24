/**
 * JSON with sorted object keys, so that equal values give equal text. A chained command is hashed from its event first,
 * and later from an outbox row whose jsonb has reordered the keys.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
