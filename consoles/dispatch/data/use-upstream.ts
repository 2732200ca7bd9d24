import { useQuery } from '@tanstack/react-query';
import { dataOf } from '../../shared/api/client.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import type { Upstream } from '../board/board-types.ts';
import { keys } from './fresh-queries.ts';

/** Expected times advance without an event. */
const REFETCH_EVERY_MS = 60_000;

/** What sellers are still preparing. Null until it has been read, and for the past, which is not recorded. */
export function useUpstream(live: boolean): Upstream | null {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.upstream,
    queryFn: () => dataOf(api.GET('/dispatch/upstream')),
    enabled: live,
    refetchInterval: REFETCH_EVERY_MS,
  });
  return live ? (data ?? null) : null;
}
