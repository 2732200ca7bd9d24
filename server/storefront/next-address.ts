/** The address of a list's next page; null on the last one. */
export function nextAddress(path: string, cursor: string | null): string | null {
  return cursor === null ? null : `${path}?cursor=${encodeURIComponent(cursor)}`;
}
