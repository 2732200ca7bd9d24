/**
 * JSON that is the same for equal values: the keys of each object in order. A chain command is hashed from its
 * event at first, and when swept from an outbox row whose jsonb has put the keys into another order.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
