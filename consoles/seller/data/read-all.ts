const MAX_IN_A_PAGE = 100;

interface Page<T> {
  data: T[];
  page: { nextCursor: string | null };
}

/** More than any shop's lists have; a list that never ends must not fill the memory. */
const MAX_ENTRIES = 100_000;

/**
 * Reads a list page by page to its end, or until it holds at least `most` entries. Throws if it has more than
 * MAX_ENTRIES.
 */
export async function readAll<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  most = MAX_ENTRIES + 1,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const { data, page }: Page<T> = await read({
      limit: MAX_IN_A_PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    all.push(...data);
    cursor = page.nextCursor;
  } while (cursor !== null && all.length < most);
  if (all.length > MAX_ENTRIES) throw new Error(`the list has more than ${MAX_ENTRIES} entries`);
  return all;
}
