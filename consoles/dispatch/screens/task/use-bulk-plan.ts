import { useMemo } from 'react';
import type { BoardTask } from '../../board/board-types.ts';
import type { RankedRow, RankedTask } from '../../data/use-ranking.ts';

/** What would happen to each selected task if it were given to this driver. */
export interface BulkPlan {
  /** Tasks that would go to the driver. */
  moving: readonly BoardTask[];
  /** Tasks that another driver could take but this one may not, with the rule that forbids it. */
  kept: readonly { task: BoardTask; rule: string | null }[];
  /** Tasks that this driver has already. */
  held: readonly BoardTask[];
  /** Tasks that cannot be given to any driver now. */
  fixed: readonly { task: BoardTask; now: RankedTask | null }[];
  /** Some tasks are taken from other drivers, who are notified with the reason. */
  takesFromSomebody: boolean;
}

/** Null until the service has answered. */
export function useBulkPlan(
  seen: readonly BoardTask[],
  ranked: readonly RankedTask[] | null,
  driver: RankedRow | null,
): BulkPlan | null {
  return useMemo(() => (ranked === null ? null : planOf(seen, ranked, driver)), [seen, ranked, driver]);
}

function planOf(
  seen: readonly BoardTask[],
  ranked: readonly RankedTask[],
  driver: RankedRow | null,
): BulkPlan {
  const known = new Map(ranked.map((task) => [task.taskId, task]));
  const binding = new Map(
    (driver?.unfit ?? []).filter(({ byHand }) => !byHand).map(({ taskId, rule }) => [taskId, rule]),
  );
  const moving: BoardTask[] = [];
  const kept: { task: BoardTask; rule: string | null }[] = [];
  const held: BoardTask[] = [];
  const fixed: { task: BoardTask; now: RankedTask | null }[] = [];
  for (const task of seen) {
    const now = known.get(task.taskId) ?? null;
    if (now === null || !now.allowedActions.includes('assign')) fixed.push({ task, now });
    else if (now.driverId !== null && now.driverId === driver?.driverId) held.push(task);
    else if (binding.has(task.taskId)) kept.push({ task, rule: binding.get(task.taskId) ?? null });
    else if (driver?.gone === true) kept.push({ task, rule: 'NOT_ON_DUTY' });
    else moving.push(task);
  }
  const takesFromSomebody = moving.some(({ taskId }) => known.get(taskId)?.driverId != null);
  return { moving, kept, held, fixed, takesFromSomebody };
}
