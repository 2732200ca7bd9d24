import type { components } from '../../../server/kernel/http/api-types.ts';
import type { LocalTask } from './local-task.ts';

type Route = components['schemas']['Route'];

const ENDED: readonly LocalTask['status'][] = [
  'COMPLETED',
  'CANCELLED',
  'RETURNED',
  'WRITTEN_OFF',
  'UNASSIGNED',
];

export function isOpen({ status }: Pick<LocalTask, 'status'>): boolean {
  return !ENDED.includes(status);
}

export function isOffer({ task, status }: LocalTask): boolean {
  return status === 'ASSIGNED' && task.offer !== null;
}

/** Accepted tasks in route sequence; those not on the route come last. */
export function inRouteOrder(tasks: readonly LocalTask[], route: Route | null): LocalTask[] {
  const next = (route?.stops ?? []).filter(({ done }) => !done).map(({ taskId }) => taskId);
  const place = ({ task }: LocalTask) => {
    const index = next.indexOf(task.id);
    return index < 0 ? next.length : index;
  };
  return tasks
    .filter((task) => isOpen(task) && !isOffer(task))
    .sort((left, right) => place(left) - place(right) || left.task.dueBy.localeCompare(right.task.dueBy));
}
