import type { ReplayDay } from '../../../actors/replay/day.ts';
import { type DayFigures, figuresOf } from '../../../actors/replay/figures.ts';
import type { DayOutcome } from '../../../actors/replay/simulate.ts';

/** Results of one policy on one day, in display units. */
export interface Measures {
  tasks: number;
  /** Deliverable tasks that were not delivered. */
  notDelivered: number;
  /** Total hours of all deliveries after their `dueBy`. Undelivered ones count as late until the run ends. */
  latenessHours: number;
  latePercent: number;
  p95LateMinutes: number;
  kilometres: number;
  waitSeconds: number;
  /** 0: all drivers delivered the same number; near 1: one delivered all. */
  gini: number;
  movedStops: number;
  overtimeHours: number;
}

/** @param end End of the run; undelivered tasks count as late until then. */
export function measure(day: ReplayDay, outcome: DayOutcome, end: number): Measures {
  const figures = figuresOf(day, outcome);
  const open = openMinutes(day, outcome, end);
  return {
    tasks: figures.tasks,
    notDelivered: open.length,
    latenessHours: (figures.lateness.totalMinutes + open.reduce((sum, minutes) => sum + minutes, 0)) / 60,
    latePercent: 100 * lateShare(figures, open.length),
    p95LateMinutes: figures.lateness.p95Minutes,
    kilometres: figures.kilometres,
    waitSeconds: figures.waitForAssignment.meanSeconds,
    gini: figures.fairness.gini,
    movedStops: figures.movedStops ?? 0,
    overtimeHours: figures.overtimeMinutes / 60,
  };
}

/** Minutes by which undelivered goods are late. */
function openMinutes({ tasks }: ReplayDay, outcome: DayOutcome, end: number): number[] {
  const became = new Map(outcome.tasks.map((task) => [task.taskId, task]));
  return tasks.flatMap(({ taskId, undeliverable, cancelledAt, dueBy }) => {
    const task = became.get(taskId);
    const isCancelled = cancelledAt !== null && task?.pickedUpAt === null;
    if (undeliverable || isCancelled || (task?.deliveredAt ?? null) !== null) return [];
    return [Math.max(0, end - dueBy) / 60_000];
  });
}

function lateShare({ delivered, lateness }: DayFigures, open: number): number {
  const all = delivered + open;
  return all === 0 ? 0 : (lateness.share * delivered + open) / all;
}
