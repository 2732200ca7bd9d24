import { useInfiniteQuery } from '@tanstack/react-query';

interface Page {
  data: readonly unknown[];
  page: { nextCursor: string | null };
}

/** A list read page by page; a refetch reads all loaded pages again. */
export function usePages<P extends Page>(
  queryKey: readonly unknown[],
  read: (cursor: { cursor?: string }) => Promise<P>,
  refetchInterval: number,
) {
  const list = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    getNextPageParam: ({ page }) => page.nextCursor,
    refetchInterval,
  });
  return {
    /** Undefined until the first page was read. */
    rows: list.data?.pages.flatMap((page): readonly P['data'][number][] => page.data),
    first: list.data?.pages[0],
    error: list.error,
    hasMore: list.hasNextPage,
    isFetchingMore: list.isFetchingNextPage,
    more: () => void list.fetchNextPage(),
    again: () => void list.refetch(),
  };
}
