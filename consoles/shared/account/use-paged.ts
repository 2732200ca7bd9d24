import { useCallback, useEffect, useState } from 'react';

/** A page of a list as the API answers it. */
export interface PageOf<T> {
  data: readonly T[];
  page: { nextCursor: string | null };
}

export interface Paged<T> {
  /** Null until the first page has been read. */
  list: readonly T[] | null;
  error: unknown;
  hasMore: boolean;
  more(): void;
  reload(): void;
  /** Removes entries that no longer exist. */
  drop(gone: (one: T) => boolean): void;
}

/** Reads a list page by page. `read` has to be the same function on every render. */
export function usePaged<T>(read: (cursor?: string) => Promise<PageOf<T>>): Paged<T> {
  const [list, setList] = useState<readonly T[] | null>(null);
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(
    (from?: string) => {
      setError(null);
      read(from).then(({ data, page }) => {
        setList((before) => (from === undefined ? data : [...(before ?? []), ...data]));
        setCursor(page.nextCursor);
      }, setError);
    },
    [read],
  );
  useEffect(() => load(), [load]);
  return {
    list,
    error,
    hasMore: cursor !== null,
    more: () => load(cursor ?? undefined),
    reload: () => load(),
    drop: (gone) => setList((before) => before?.filter((one) => !gone(one)) ?? null),
  };
}
