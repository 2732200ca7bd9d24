import type { Schema } from '../../people/person.ts';
import type { RoomView } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { TaskStage } from '../world/stages.ts';
import type { World } from '../world/world.ts';
import { idlest } from './hand-assignment.ts';

/** Tasks assigned to one driver in one bulk action. */
const MAX_BUNDLED_TASKS = 3;
const NOT_PICKED_UP: ReadonlySet<Schema<'TaskStatus'>> = new Set(['UNASSIGNED', 'ASSIGNED', 'ACCEPTED']);

/** Assigns the task, with others that wait or are not picked up yet, to the least busy driver. */
export async function assignInBulk(
  world: World,
  dispatcher: Citizen,
  first: TaskStage,
  view: RoomView | undefined,
): Promise<void> {
  const { stages, logbook } = world;
  const isOpen = ({ groupId, status }: TaskStage) =>
    NOT_PICKED_UP.has(status) && logbook.group(groupId) !== undefined;
  const others = [...stages.tasks.values()].filter((task) => task.taskId !== first.taskId && isOpen(task));
  const [driverId] = idlest(world, view, first.driverId);
  if (driverId === undefined || !isOpen(first)) return;
  const bundle = [first, ...others].slice(0, MAX_BUNDLED_TASKS);
  const assignments = bundle.map(({ taskId }) => ({ taskId, driverId }));
  const { act, data } = await dispatcher.command('bulk-assign', (init) =>
    dispatcher.api.POST('/dispatch/tasks/bulk-assign', { body: { assignments }, ...init }),
  );
  for (const { taskId, groupId } of bundle) {
    const result = data?.results.find((each) => each.taskId === taskId);
    const own = result?.outcome === 'REFUSED' ? { outcome: 'REFUSED' as const, code: result.code } : {};
    logbook.taskAct({ taskId, groupId }, { ...act, ...own, driverId, status: null });
  }
}
