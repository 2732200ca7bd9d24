import { type DriverState, MOST_TASKS } from '../../../actors/driver/state.ts';
import { add, compare } from '../../../actors/money/money.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { FreeTask } from './zone-tasks.ts';

/** What a driver holds beside the tasks that are planned. */
export interface Held {
  tasks: number;
  items: number;
  cash: string;
  capacity: number;
  cashLimit: string;
}

export function heldBeside(state: DriverState, planned: ReadonlySet<string>): Held {
  const reserved = Object.values(state.reservations).filter(({ taskId }) => !planned.has(taskId));
  const work = Object.values(state.work);
  const open = work.filter(({ finished }) => finished === undefined);
  const uncollected = work.filter(({ collected }) => collected === undefined);
  return {
    tasks: reserved.length + open.length,
    items: [...reserved, ...open].reduce((sum, { items }) => sum + items, 0),
    cash: add(state.cashOnHand, ...[...reserved, ...uncollected].map(({ cod }) => cod)),
    capacity: state.capacity,
    cashLimit: state.cashLimit ?? '0.00',
  };
}

/**
 * The tasks that go beyond what their driver may hold in all, cash above everything: the planner knows only what fits
 * along the way. In the order of the route, so that what comes first stays.
 */
export function beyondLimits(
  plan: Plan,
  free: ReadonlyMap<string, FreeTask>,
  held: ReadonlyMap<string, Held>,
): { taskId: string; driverId: string }[] {
  return plan.routes.flatMap(({ vehicleId, stops }) => {
    const limits = held.get(vehicleId);
    if (limits === undefined) return [];
    let { tasks, items, cash } = limits;
    return stops.flatMap(({ taskId, kind }) => {
      const task = kind === 'PICKUP' ? free.get(taskId) : undefined;
      if (task === undefined) return [];
      const more = { tasks: tasks + 1, items: items + task.items, cash: add(cash, task.cod) };
      const fits = more.tasks <= MOST_TASKS && more.items <= limits.capacity;
      if (!fits || compare(more.cash, limits.cashLimit) > 0) return { taskId, driverId: vehicleId };
      ({ tasks, items, cash } = more);
      return [];
    });
  });
}
