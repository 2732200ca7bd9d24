/** An id stored in the idempotency row of this request. */
export function referencedId(reference: { [name: string]: string }, name: string): string {
  const id = reference[name];
  if (id === undefined) throw new Error(`the idempotency row lacks ${name}`);
  return id;
}
