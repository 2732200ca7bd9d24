import { useCallback, useMemo, useState } from 'react';
import type { BoardTask } from '../../board/board-types.ts';

export interface MarkedTasks {
  ids: ReadonlySet<string>;
  /** The marked tasks that are still on the board. */
  tasks: readonly BoardTask[];
  mark(taskIds: readonly string[], on: boolean): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Tasks marked for a bulk action. */
export function useMarkedTasks(board: ReadonlyMap<string, BoardTask>): MarkedTasks {
  const [ids, setIds] = useState(NONE);
  const tasks = useMemo(() => [...ids].flatMap((id) => board.get(id) ?? []), [ids, board]);
  const mark = useCallback(
    (taskIds: readonly string[], on: boolean) =>
      setIds((former) => {
        const next = new Set(former);
        for (const id of taskIds)
          if (on) next.add(id);
          else next.delete(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(NONE), []);
  return { ids, tasks, mark, clear };
}
