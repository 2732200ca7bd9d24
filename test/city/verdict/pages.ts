interface Listed<T> {
  data: T[];
  page: { nextCursor: string | null; hasMore: boolean };
}

/** What was read of a list, newest first, and whether that is all of it. */
export interface ReadList<T> {
  data: T[];
  isWhole: boolean;
}

/** For one list: 200,000 entries. */
const MAX_PAGES = 2_000;

/** Reads page after page, until one has nothing that is wanted: lists are sorted, so nothing wanted comes after it. */
export async function readList<T>(
  read: (query: { limit: number; cursor?: string }) => Promise<Listed<T>>,
  isWanted: (entry: T) => boolean = () => true,
): Promise<ReadList<T>> {
  const found: T[] = [];
  let cursor: { cursor?: string } = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, page } = await read({ limit: 100, ...cursor });
    const wanted = data.filter(isWanted);
    found.push(...wanted);
    if (!page.hasMore || page.nextCursor === null)
      return { data: found, isWhole: wanted.length === data.length };
    if (wanted.length === 0) return { data: found, isWhole: false };
    cursor = { cursor: page.nextCursor };
  }
  throw new Error(`a list goes on after ${MAX_PAGES} pages`);
}

/** Runs the work for every item, some at a time, and returns the results in the items' order. */
export async function forEach<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
