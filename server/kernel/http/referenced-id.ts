/** An id that the idempotency row of this request has kept. */
export function referencedId(reference: { [name: string]: string }, name: string): string {
  const id = reference[name];
  if (id === undefined) throw new Error(`the idempotency row lacks ${name}`);
  return id;
}
