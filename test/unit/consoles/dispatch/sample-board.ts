import type {
  BoardAlert,
  BoardDriver,
  BoardSnapshot,
  BoardTask,
  Route,
} from '../../../../consoles/dispatch/board/board-types.ts';
import { type LiveMessage, liveMessage } from '../../../../consoles/shared/live/live-message.ts';
import type { NumberedEvents } from '../../../../realtime/live-types.ts';

export const NOW = Date.parse('2026-02-12T12:00:00.000Z');
const MINUTE = 60_000;

export const inMinutes = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();
const qar = (amount: string) => ({ amount, currency: 'QAR' as const });

export function task(taskId: string, changes: Partial<BoardTask> = {}): BoardTask {
  return {
    taskId,
    orderId: `order-${taskId}`,
    groupId: `group-${taskId}`,
    orderNumber: `W-2026-${taskId}`,
    status: 'UNASSIGNED',
    driverId: null,
    round: 1,
    zoneId: 'bay',
    dueBy: inMinutes(180),
    pickupEta: null,
    dropoffEta: null,
    attempt: 1,
    failure: null,
    failedAt: null,
    handOverTo: null,
    pickup: {
      name: 'Doha Home Store',
      shop: { en: 'Doha Home', ar: 'الدوحة هوم' },
      location: { latitude: 25.19, longitude: 51.45 },
    },
    dropoff: {
      contactName: 'Aisha Al-Kuwari',
      zoneNumber: 61,
      streetNumber: 850,
      buildingNumber: 12,
      location: { latitude: 25.32, longitude: 51.53 },
    },
    cashDue: qar('115.00'),
    items: 2,
    createdAt: inMinutes(-30),
    waitingSince: inMinutes(-20),
    endedAt: null,
    version: 5,
    ...changes,
  };
}

export function driver(driverId: string, changes: Partial<BoardDriver> = {}): BoardDriver {
  return {
    driverId,
    fullName: `Driver ${driverId}`,
    phone: '+97466778899',
    vehicle: { type: 'VAN', plate: '254781' },
    status: 'APPROVED',
    duty: 'ON_DUTY',
    idleSince: inMinutes(-10),
    shiftEndsAt: null,
    zoneIds: ['bay'],
    capacity: 8,
    itemsAssigned: 0,
    activeTasks: 0,
    cash: {
      onHand: qar('0.00'),
      assigned: qar('0.00'),
      projected: qar('0.00'),
      limit: qar('2000.00'),
      nearLimit: false,
      overLimit: false,
      carryOver: false,
    },
    presence: 'ONLINE',
    position: { latitude: 25.3, longitude: 51.5, recordedAt: inMinutes(0) },
    version: 3,
    ...changes,
  };
}

export function snapshot(parts: {
  tasks?: BoardTask[];
  drivers?: BoardDriver[];
  routes?: Route[];
}): BoardSnapshot {
  const { tasks = [], drivers = [], routes = [] } = parts;
  return { at: new Date(NOW).toISOString(), clockRate: 1, complete: true, tasks, drivers, routes };
}

let numbered = 0;

export function message<E extends keyof NumberedEvents>(event: E, payload: NumberedEvents[E]): LiveMessage {
  numbered += 1;
  const stamp = { room: 'dispatch', epoch: 'e', seq: numbered, id: `event-${numbered}`, at: inMinutes(0) };
  return liveMessage(event, payload, stamp);
}

export function taskUpdated(of: BoardTask, changes: Partial<NumberedEvents['task.updated']>): LiveMessage {
  const { taskId, orderId, groupId, status, driverId, round, zoneId, dueBy, version } = of;
  const { pickupEta, dropoffEta, attempt, failure, handOverTo } = of;
  return message('task.updated', {
    ...{ taskId, orderId, groupId, status, driverId, round, zoneId, dueBy },
    ...{ pickupEta, dropoffEta, attempt, failure, handOverTo },
    version: version + 1,
    ...changes,
  });
}

export function alert(alertId: string, changes: Partial<BoardAlert> = {}): BoardAlert {
  return {
    alertId,
    kind: 'NO_CANDIDATE',
    subjectCount: 1,
    severity: 'WARNING',
    status: 'OPEN',
    subjectType: 'TASK',
    subjectId: 'a',
    message: { en: 'Nobody fits', ar: 'لا أحد مناسب' },
    action: { en: 'Assign by hand', ar: 'عيّن يدويا' },
    count: 1,
    raisedAt: inMinutes(-3),
    lastSeenAt: inMinutes(-3),
    acknowledgedBy: null,
    version: 1,
    ...changes,
  };
}
