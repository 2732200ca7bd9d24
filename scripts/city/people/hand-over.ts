import type { Schema } from '../../people/person.ts';
import type { PlannedHandOver } from '../model/trouble.ts';
import type { RoomView, TaskActName } from '../record/logbook-types.ts';
import type { Citizen } from '../world/citizen.ts';
import type { TaskStage } from '../world/stages.ts';
import type { World } from '../world/world.ts';
import { idlest } from './hand-assignment.ts';

/** Share of the way to the meeting point after which the car runs again. */
const CALLS_OFF_AT = 0.5;
const TOO_LATE = ['delivery.INVALID_STATE', 'delivery.HAND_OVER_OPEN', 'common.CONFLICT'];
const RULES = [
  ...TOO_LATE,
  'delivery.DRIVER_UNAVAILABLE',
  'delivery.OUTSIDE_ZONES',
  'delivery.CAPACITY_EXCEEDED',
  'delivery.CASH_LIMIT_EXCEEDED',
];

/** Opens a hand-over to one of the least busy drivers. The drivers decide whether and when they confirm. */
export async function handOver(
  world: World,
  dispatcher: Citizen,
  { taskId, groupId, driverId: giver }: TaskStage,
  { planned, view }: { planned: PlannedHandOver; view: RoomView | undefined },
): Promise<void> {
  const { logbook, clock, tell } = world;
  const { api } = dispatcher;
  const params = { path: { id: taskId } };
  const ids = { taskId, groupId };
  const command = async (
    what: TaskActName,
    send: Parameters<typeof dispatcher.command<TaskActName, Schema<'DispatchTask'>>>[1],
    driverId: string,
  ) => {
    const sent = dispatcher.command<TaskActName, Schema<'DispatchTask'>>(what, send, { expects: RULES });
    const { act, data } = await sent;
    logbook.taskAct(ids, { ...act, driverId, status: data?.status ?? null });
    return act;
  };
  for (const toDriverId of idlest(world, view, giver)) {
    const body = { toDriverId, reason: 'The car broke down' };
    const opened = await command(
      'open-hand-over',
      (init) => api.POST('/dispatch/tasks/{id}/hand-over', { params, body, ...init }),
      toDriverId,
    );
    if (opened.code !== null && TOO_LATE.includes(opened.code)) return;
    if (opened.outcome === 'REFUSED') continue;
    tell('Goods are to change drivers: a car broke down');
    if (planned.end !== 'CALLED_OFF') return;
    await clock.minutes(planned.meet * CALLS_OFF_AT);
    await command(
      'cancel-hand-over',
      () => api.DELETE('/dispatch/tasks/{id}/hand-over', { params }),
      toDriverId,
    );
    return;
  }
}
