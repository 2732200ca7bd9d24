import type { Schema } from '../../people/person.ts';
import type { RoomView, TaskActName } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { TaskStage } from '../world/stages.ts';
import type { World } from '../world/world.ts';

/** Number of drivers tried for one task. */
const MAX_DRIVERS_ASKED = 4;
/** Expected refusals: a driver has accepted it meanwhile, or another dispatcher was faster. */
const TOO_LATE = ['delivery.INVALID_STATE', 'common.CONFLICT'];
const RULES = [
  ...TOO_LATE,
  'delivery.DRIVER_UNAVAILABLE',
  'delivery.OUTSIDE_ZONES',
  'delivery.CAPACITY_EXCEEDED',
  'delivery.CASH_LIMIT_EXCEEDED',
];

/**
 * Assigns a task to the least busy drivers on duty, one after the other, until the service allows one; takes it from
 * the driver who has it. Returns the chosen driver's id, or null if none is allowed.
 */
export async function assignByHand(
  world: World,
  dispatcher: Citizen,
  { taskId, groupId, driverId: former, status }: TaskStage,
  view: RoomView | undefined,
): Promise<string | null> {
  const { api } = dispatcher;
  const params = { path: { id: taskId } };
  for (const driverId of idlest(world, view, former)) {
    const what: TaskActName = status === 'UNASSIGNED' ? 'assign' : 'reassign';
    const { act, data } = await dispatcher.command<TaskActName, Schema<'DispatchTask'>>(
      what,
      (init) =>
        what === 'assign'
          ? api.POST('/dispatch/tasks/{id}/assign', { params, body: { driverId }, ...init })
          : api.POST('/dispatch/tasks/{id}/reassign', {
              params,
              body: { driverId, reason: 'Better for the tours' },
              ...init,
            }),
      { expects: RULES },
    );
    world.logbook.taskAct({ taskId, groupId }, { ...act, driverId, status: data?.status ?? null });
    if (act.outcome !== 'REFUSED') return driverId;
    if (act.code !== null && TOO_LATE.includes(act.code)) return null;
  }
  return null;
}

const IN_HAND: ReadonlySet<Schema<'TaskStatus'>> = new Set([
  'ASSIGNED',
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'FAILED',
  'RETURNING',
]);

/** A few drivers on duty, least busy first, without the one who has the task. */
export function idlest(world: World, view: RoomView | undefined, former: string | null): string[] {
  const load = new Map<string, number>();
  for (const { driverId, status } of world.stages.tasks.values())
    if (driverId !== null && IN_HAND.has(status)) load.set(driverId, (load.get(driverId) ?? 0) + 1);
  return world.cast.drivers
    .map(({ driverId }) => driverId)
    .filter((driverId) => driverId !== former && view?.drivers.get(driverId)?.duty === 'ON_DUTY')
    .sort((one, other) => (load.get(one) ?? 0) - (load.get(other) ?? 0))
    .slice(0, MAX_DRIVERS_ASKED);
}
