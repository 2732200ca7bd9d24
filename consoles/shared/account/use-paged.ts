import { useCallback, useEffect, useState } from 'react';

/** A page of a list as the API answers it. */
export interface PageOf<T> {
  data: readonly T[];
  page: { nextCursor: string | null };
}

export interface Paged<T> {
  /** Null until the first page was read. */
  list: readonly T[] | null;
  error: unknown;
  hasMore: boolean;
  more(): void;
  reload(): void;
  /** Takes out what is gone. */
  drop(gone: (one: T) => boolean): void;
}

/** A list that is read page by page. `read` has to stay the same function from one drawing to the next. */
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
