import { randomUUID } from 'node:crypto';
import type { LiveSchemas } from '../../realtime/live-types.ts';
import type { components } from '../../server/kernel/http/api-types.ts';

type Schemas = components['schemas'];
type Board = Schemas['DispatchBoard'];

const STATUSES = [
  'UNASSIGNED',
  'ASSIGNED',
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'FAILED',
] as const;
const MINUTE = 60_000;
const STORES = 12;

const qar = (amount: string) => ({ amount, currency: 'QAR' as const });

/** A number that looks random and is the same on every run. */
function spread(index: number, salt: number): number {
  const value = Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}

const place = (index: number, salt: number) => ({
  latitude: 25.15 + spread(index, salt) * 0.3,
  longitude: 51.38 + spread(index, salt + 1) * 0.24,
});

/** A board as the service returns it, of any size. */
export function makeBoard(drivers: number, tasks: number): Board {
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString();
  const people = Array.from({ length: drivers }, (_, index) => makeDriver(index, at));
  return {
    at: at(0),
    clockRate: 1,
    complete: true,
    tasks: Array.from({ length: tasks }, (_, index) => makeTask(index, people, at)),
    drivers: people,
    routes: [],
  };
}

function makeDriver(index: number, at: (minutes: number) => string): Board['drivers'][number] {
  return {
    driverId: randomUUID(),
    fullName: `Driver ${index} Al-Kuwari`,
    phone: '+97466778899',
    vehicle: { type: 'VAN', plate: String(200_000 + index) },
    status: 'APPROVED',
    duty: index % 17 === 0 ? 'ON_BREAK' : 'ON_DUTY',
    idleSince: index % 3 === 0 ? at(-index % 40) : null,
    shiftEndsAt: at(240),
    zoneIds: [],
    capacity: 20,
    itemsAssigned: index % 8,
    activeTasks: index % 3 === 0 ? 0 : 1 + (index % 4),
    cash: {
      onHand: qar('230.00'),
      assigned: qar('115.00'),
      projected: qar('345.00'),
      limit: qar('2000.00'),
      nearLimit: false,
      overLimit: false,
      carryOver: false,
    },
    presence: index % 41 === 0 ? 'STALE' : 'ONLINE',
    position: { ...place(index, 3), recordedAt: at(0) },
    version: 1,
  };
}

function makeTask(
  index: number,
  drivers: Board['drivers'],
  at: (minutes: number) => string,
): Board['tasks'][number] {
  const status = STATUSES[index % STATUSES.length] ?? 'UNASSIGNED';
  const waits = status === 'UNASSIGNED';
  return {
    taskId: randomUUID(),
    orderId: randomUUID(),
    groupId: randomUUID(),
    orderNumber: `W-2026-${String(index).padStart(6, '0')}`,
    status,
    driverId: waits ? null : (drivers[index % drivers.length]?.driverId ?? null),
    round: 1,
    zoneId: null,
    dueBy: at((index % 300) - 20),
    pickupEta: null,
    dropoffEta: waits ? null : at((index % 240) - 10),
    attempt: 1,
    failure: status === 'FAILED' ? 'NOBODY_HOME' : null,
    failedAt: status === 'FAILED' ? at(-12) : null,
    handOverTo: null,
    pickup: {
      name: `Store ${index % STORES}`,
      shop: shopName(index % STORES),
      location: place(index % STORES, 11),
    },
    dropoff: {
      contactName: 'Aisha Al-Kuwari',
      zoneNumber: 61,
      streetNumber: 850,
      buildingNumber: 12,
      location: place(index, 7),
    },
    cashDue: qar('115.00'),
    items: 2,
    createdAt: at(-60),
    waitingSince: waits ? at(-(index % 50)) : null,
    endedAt: null,
    version: 1,
  };
}

function shopName(index: number) {
  return { en: `Shop ${index}`, ar: `متجر ${index}` };
}

/** What the board's stores are still preparing, over the next hours. */
export function makeUpstream(): Schemas['Upstream'] {
  const quarter = 15 * MINUTE;
  const first = Math.floor(Date.now() / quarter) * quarter;
  const stores = Array.from({ length: STORES }, (_, index) => ({
    warehouseId: randomUUID(),
    sellerId: randomUUID(),
    name: `Store ${index}`,
    shop: shopName(index),
    location: place(index, 11),
    ...{ toAccept: 4, unanswered: 1, preparing: 6, packed: 2, estimate: 'SELLER' as const, unknown: 1 },
    expected: Array.from({ length: 11 }, (__, later) => ({
      from: new Date(first + later * quarter).toISOString(),
      groups: 1,
    })),
  }));
  return { at: new Date().toISOString(), complete: true, groups: STORES * 12, stores };
}

/** All drivers a few metres further on. */
export function moveDrivers(board: Board, second: number): LiveSchemas['Locations'] {
  return {
    at: new Date().toISOString(),
    full: false,
    drivers: board.drivers.map(({ driverId, position }, index) => {
      const turn = second / 9 + index;
      const { latitude = 25.3, longitude = 51.5 } = position ?? {};
      const heading = Math.round(((turn * 180) / Math.PI) % 360);
      return [
        driverId,
        latitude + Math.sin(turn) * 0.0011,
        longitude + Math.cos(turn) * 0.0011,
        heading,
        300,
      ];
    }),
  };
}

/** A task that moves on to its next state. */
export function changeTask(task: Board['tasks'][number], second: number): LiveSchemas['TaskUpdated'] {
  const { taskId, orderId, groupId, driverId, round, zoneId, dueBy, version } = task;
  const { pickupEta, dropoffEta, attempt, failure, handOverTo } = task;
  const status = STATUSES[(STATUSES.indexOf(task.status as never) + second) % STATUSES.length] ?? 'ACCEPTED';
  return {
    ...{ taskId, orderId, groupId, status, driverId, round, zoneId, dueBy },
    ...{ pickupEta, dropoffEta, attempt, failure, handOverTo, version: version + second },
  };
}
