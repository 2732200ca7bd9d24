import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardState } from '../../board/board-state.ts';
import type { BoardView } from '../../board/board-store.ts';
import type { BoardTask } from '../../board/board-types.ts';
import { pastView, unknownTasks } from '../../board/past-view.ts';
import { readTasks } from '../../data/board-api.ts';

export interface Past {
  /** Null until the first moment has been read. */
  view: BoardView | null;
  /** Another moment is being read; the former one is still shown. */
  loading: boolean;
  error: unknown;
  complete: boolean;
  /** The earliest moment available. */
  from: string | null;
}

const NO_ALERTS: BoardState['alerts'] = new Map();
const NAME_BATCH_SIZE = 100;
/** Tasks whose details are read for a past board; others are named by the end of their id. */
const MAX_NAMED_TASKS = 1_000;

/** The board at a past moment, in the shape of the present one. */
export function usePast(at: string | null, live: BoardView): Past {
  const api = useApi();
  const names = useRef(new Map<string, BoardTask>());
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['past', at],
    enabled: at !== null,
    // The past does not change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const past = await dataOf(
        api.GET('/dispatch/history', {
          params: { query: { at: at ?? '', endedWithinMinutes: 60 } },
          signal,
        }),
      );
      for (const task of live.state.tasks.values()) names.current.set(task.taskId, task);
      const missing = unknownTasks(past, names.current).slice(0, MAX_NAMED_TASKS);
      for (let start = 0; start < missing.length; start += NAME_BATCH_SIZE) {
        for (const task of await readTasks(api, missing.slice(start, start + NAME_BATCH_SIZE))) {
          names.current.set(task.taskId, task);
        }
      }
      return past;
    },
  });
  // Drivers rarely change: names that arrive later appear with the next moment.
  const drivers = useRef(live.state.drivers);
  drivers.current = live.state.drivers;
  const view = useMemo(
    () =>
      data === undefined
        ? null
        : pastView(data, { tasks: names.current, drivers: drivers.current }, NO_ALERTS),
    [data],
  );
  return {
    view,
    loading: isPlaceholderData || (isFetching && view === null),
    error,
    complete: data?.complete ?? true,
    from: data?.from ?? null,
  };
}
