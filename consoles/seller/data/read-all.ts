const MAX_IN_A_PAGE = 100;

interface Page<T> {
  data: T[];
  page: { nextCursor: string | null };
}

/** Reads a list page by page to its end, or until it holds at least `most` entries. */
export async function readAll<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
  most = Number.POSITIVE_INFINITY,
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
  return all;
}
