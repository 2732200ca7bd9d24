import { useCallback } from 'react';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { runTaskAction, seenTask } from '../../data/task-actions.ts';
import { useReport } from '../../parts/use-report.ts';
import { useSayDone } from '../task/use-say-done.ts';

/** Assigns a waiting task immediately; a notice shows the result, with an undo. */
export function useAssignNow(): (task: BoardTask, driverId: string) => Promise<void> {
  const api = useApi();
  const sayDone = useSayDone();
  const report = useReport();
  return useCallback(
    async (task, driverId) => {
      try {
        const after = await runTaskAction(api, seenTask(task), 'assign', { driverId });
        sayDone({ task, action: 'assign', after, driverId });
      } catch (error) {
        report(error);
      }
    },
    [api, sayDone, report],
  );
}
