/** URL of a list's next page; null on the last page. */
export function nextAddress(path: string, cursor: string | null): string | null {
  return cursor === null ? null : `${path}?cursor=${encodeURIComponent(cursor)}`;
}
