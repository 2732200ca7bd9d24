import { useMemo, useState } from 'react';
import type { BoardView } from '../../board/board-store.ts';
import { type DriverRows, selectDrivers } from '../../board/select-drivers.ts';
import { type TaskList, TaskSelector } from '../../board/select-tasks.ts';
import type { BoardParams } from './board-params.ts';

/** The tasks and drivers selected by the page's URL; its search text applies to the list of the open tab only. */
export function useBoardRows(
  { state, now }: BoardView,
  { tab, text, sections, looks, zoneId, ofDriver }: BoardParams,
): { list: TaskList; drivers: DriverRows } {
  const [selector] = useState(() => new TaskSelector());
  const list = useMemo(
    () =>
      selector.select(
        state.tasks,
        state.drivers,
        { text: tab === 'tasks' ? text : '', sections, zoneId, driverId: ofDriver },
        now,
      ),
    [selector, state.tasks, state.drivers, text, tab, sections, zoneId, ofDriver, now],
  );
  const drivers = useMemo(
    () => selectDrivers(state.drivers, { text: tab === 'drivers' ? text : '', looks, zoneId }),
    [state.drivers, text, tab, looks, zoneId],
  );
  return { list, drivers };
}
