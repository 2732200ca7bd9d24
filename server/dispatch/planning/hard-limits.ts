import { type DriverState, MAX_TASKS } from '../../../actors/driver/state.ts';
import { add, compare } from '../../../actors/money/money.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { FreeTask } from './zone-tasks.ts';

/** What a driver holds besides the planned tasks. */
export interface Held {
  tasks: number;
  items: number;
  cash: string;
  capacity: number;
  cashLimit: string;
}

export function heldBesidesPlan(state: DriverState, planned: ReadonlySet<string>): Held {
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
 * The tasks that exceed what their driver may hold in total, cash in particular: the planner only checks capacity along
 * the route. In route order, so that earlier tasks stay.
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
      const fits = more.tasks <= MAX_TASKS && more.items <= limits.capacity;
      if (!fits || compare(more.cash, limits.cashLimit) > 0) return { taskId, driverId: vehicleId };
      ({ tasks, items, cash } = more);
      return [];
    });
  });
}
