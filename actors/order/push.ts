import { push } from '../machines/effect.ts';
import type { Effect } from '../runtime/machine.ts';
import type { Reaction } from './behaviour.ts';
import { driverOf, etasOf, type OrderState, type TaskState } from './state.ts';

/**
 * Who is shown what after an event: never a code, its hash, a phone number or an address. Each push contains the
 * complete shown state, because clients skip events that a newer one has overtaken.
 */
export function pushesOf(reaction: Reaction): Effect[] {
  const { event, order, group, context } = reaction;
  const { orderId, status } = order;
  const { version } = context;
  return [
    push([`order:${orderId}`], 'order.updated', {
      orderId,
      status,
      groupId: event.groupId,
      groupStatus: group.status,
      taskId: group.task?.taskId ?? null,
      taskStatus: group.task?.status ?? null,
      // The arrival at the seller is not shown to the buyer.
      dropoffEta: etasOf(group.task).dropoffEta,
      version,
    }),
    ...groupUpdated(order, event.groupId, version, reaction.was.task === undefined),
    ...taskUpdated(reaction),
  ];
}

/** Before there is a task, dispatchers see upcoming work in the group's events; from then on in the task's. */
export function groupUpdated(order: OrderState, groupId: string, version: number, upstream = true): Effect[] {
  const group = order.groups[groupId];
  if (group === undefined) return [];
  const { status, payment, task } = group;
  return [
    push([`seller:${group.sellerId}`, ...(upstream ? ['dispatch'] : [])], 'group.updated', {
      orderId: order.orderId,
      groupId,
      status,
      payment,
      taskStatus: task?.status ?? null,
      ...etasOf(task),
      version,
    }),
  ];
}

function taskUpdated({ event, order, group, was, context }: Reaction): Effect[] {
  const { task } = group;
  if (task === undefined) return [];
  const payload = {
    taskId: task.taskId,
    orderId: order.orderId,
    groupId: event.groupId,
    status: task.status,
    driverId: driverOf(task),
    round: task.round,
    zoneId: task.homeZoneId ?? null,
    dueBy: task.dueBy,
    ...etasOf(task),
    attempt: task.attempt,
    failure: task.failure?.reason ?? null,
    handOverTo: task.handOver?.toDriverId ?? null,
    version: context.version,
  };
  return [push(taskRooms(task, was.task), 'task.updated', payload)];
}

/** The rooms of the driver and the zone that the task is taken from are included. */
function taskRooms(task: TaskState, was: TaskState | undefined): string[] {
  const rooms = ['dispatch'];
  for (const each of [task, was]) {
    if (each === undefined) continue;
    if (each.homeZoneId !== undefined) rooms.push(`zone:${each.homeZoneId}`);
    const driverId = driverOf(each);
    if (driverId !== null) rooms.push(`driver:${driverId}`);
    if (each.handOver !== undefined) rooms.push(`driver:${each.handOver.toDriverId}`);
  }
  return [...new Set(rooms)];
}
