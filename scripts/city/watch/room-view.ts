import type { LiveMessage } from '../../../consoles/shared/live/live-message.ts';
import type { RoomView } from '../record/logbook-types.ts';

const MAX_REGRESSIONS = 20;

export function newRoomView(clientId: string, room: string): RoomView {
  return {
    clientId,
    room,
    state: 'offline',
    leftAt: null,
    orders: new Map(),
    groups: new Map(),
    tasks: new Map(),
    drivers: new Map(),
    cash: new Map(),
    alerts: new Map(),
    zones: new Map(),
    board: null,
    orderBoard: null,
    notifications: new Map(),
    events: 0,
    regressions: [],
  };
}

/** Brings the view up to date with one event, as a console would. */
export function applyEvent(view: RoomView, { event, payload }: LiveMessage): void {
  view.events += 1;
  switch (event) {
    case 'order.updated': {
      const { orderId, status, groupId, groupStatus, taskStatus, version } = payload;
      // Events of two groups may arrive in either order: they share the order's version but are separate subjects.
      if (version >= (view.orders.get(orderId)?.version ?? 0)) view.orders.set(orderId, { status, version });
      if (groupId !== null && groupStatus !== null) {
        const payment = view.groups.get(groupId)?.payment ?? null;
        put(view, view.groups, groupId, { orderId, status: groupStatus, payment, taskStatus, version });
      }
      return;
    }
    case 'group.updated': {
      const { orderId, groupId, status, payment, taskStatus, version } = payload;
      put(view, view.groups, groupId, { orderId, status, payment, taskStatus, version });
      return;
    }
    case 'task.updated': {
      const { taskId, orderId, groupId, status, driverId, round, version } = payload;
      put(view, view.tasks, taskId, { orderId, groupId, status, driverId, round, version });
      return;
    }
    case 'driver.updated': {
      const { driverId, status, duty, version } = payload;
      put(view, view.drivers, driverId, { status, duty, version });
      return;
    }
    case 'cash.updated': {
      const { driverId, cashOnHand, version } = payload;
      put(view, view.cash, driverId, { onHand: cashOnHand, version });
      return;
    }
    case 'alert.raised':
    case 'alert.updated': {
      const { alertId, kind, status, version } = payload;
      put(view, view.alerts, alertId, { kind, status, version });
      return;
    }
    case 'zone.updated': {
      const { zoneId, active, deleted, version } = payload;
      put(view, view.zones, zoneId, { active, deleted, version });
      return;
    }
    case 'notification.created':
      view.notifications.set(payload.id, { id: payload.id, kind: payload.kind });
      return;
    default:
      return;
  }
}

/** Entries set by events since the room's state was last read. */
const reported = new WeakSet<object>();

/** Call when the state is read again: from now on the live library forgets earlier events. */
export function readAnew(view: RoomView): void {
  for (const seen of [view.groups, view.tasks, view.drivers, view.cash, view.alerts, view.zones])
    for (const entry of seen.values()) reported.delete(entry);
}

/**
 * What is older than what is shown is passed over: a state read may include it. That an event comes after a newer one
 * about the same, the live library promises not to let happen: the view says so if it does.
 */
function put<T extends { version: number }>(view: RoomView, seen: Map<string, T>, id: string, next: T): void {
  const former = seen.get(id);
  if (former !== undefined && next.version < former.version) {
    if (reported.has(former) && view.regressions.length < MAX_REGRESSIONS)
      view.regressions.push(`${id}: version ${next.version} after ${former.version}`);
    return;
  }
  reported.add(next);
  seen.set(id, next);
}
