import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveHub } from '../../shared/live-store/live-context.tsx';
import { useApi } from '../../shared/session/session-context.tsx';
import { BoardStore, type BoardView } from '../board/board-store.ts';
import type { Zone } from '../board/board-types.ts';
import { boardSource, readSnapshot, readZones } from './board-api.ts';
import { FreshQueries, keys } from './fresh-queries.ts';

interface BoardScope {
  store: BoardStore;
  /** Why the board could not be read so far; reading is retried. */
  error: unknown;
}

const BoardContext = createContext<BoardScope | null>(null);

/** One board for all screens: read once, updated by the events of the room `dispatch`, exact across interruptions. */
export function BoardProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const hub = useLiveHub();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [scope] = useState(() => {
    const fresh = new FreshQueries(queries);
    const store = new BoardStore({ source: boardSource(api), onMessage: (message) => fresh.hear(message) });
    return { store, fresh };
  });
  const { store } = scope;

  useEffect(() => {
    if (hub === null) return;
    const quiet = hub.hearLocations((frame) => store.hearLocations(frame));
    const leave = hub.follow('dispatch', {
      onEvent: (message) => store.hear(message),
      onSnapshotNeeded: async () => {
        try {
          const { board, alerts } = await readSnapshot(api);
          return () => {
            setError(null);
            // Data shown beside the board may be just as old.
            void queries.invalidateQueries();
            return store.load(board, alerts);
          };
        } catch (fault) {
          setError(fault);
          throw fault;
        }
      },
    });
    return () => {
      quiet();
      leave();
    };
  }, [api, hub, queries, store]);

  return <BoardContext value={{ store, error }}>{children}</BoardContext>;
}

function useBoardScope(): BoardScope {
  const scope = useContext(BoardContext);
  if (scope === null) throw new Error('BoardProvider is missing');
  return scope;
}

export function useBoardStore(): BoardStore {
  return useBoardScope().store;
}

export function useBoardError(): unknown {
  return useBoardScope().error;
}

/** The present board. */
export function useBoard(): BoardView {
  const { store } = useBoardScope();
  return useSyncExternalStore(store.subscribe, store.view);
}

/** One part of the board: renders again when this part changes, not every second. */
export function useBoardPart<T>(part: (view: BoardView) => T): T {
  const { store } = useBoardScope();
  return useSyncExternalStore(store.subscribe, () => part(store.view()));
}

const NO_ZONES: readonly Zone[] = [];

export function useZones(): readonly Zone[] {
  const api = useApi();
  const { data } = useQuery({ queryKey: keys.zones, queryFn: () => readZones(api), staleTime: 60_000 });
  return data ?? NO_ZONES;
}
