import type { TransitionTable } from '../machines/table.ts';
import type { DriverStatus, DutyStatus, SettlementStatus } from './state.ts';

const STAFF = ['DISPATCHER', 'ADMIN'] as const;
/** SYSTEM: the service itself ends the work of a person who closes their account. */
const STAFF_OR_SYSTEM = ['DISPATCHER', 'ADMIN', 'SYSTEM'] as const;
const DRIVER = ['DRIVER'] as const;
const SYSTEM = ['SYSTEM'] as const;
const DRIVER_OR_STAFF = ['DRIVER', 'DISPATCHER', 'ADMIN'] as const;

const END_SHIFT = {
  to: 'ENDED',
  roles: DRIVER_OR_STAFF,
  guard: 'no goods on board, no reservation or unfinished work, no cash that nobody consented to carry over',
} as const;
const CONSENT = 'cash within the limit; until the next hand-in';

export const driverTable = {
  APPLIED: {
    approve: { to: 'APPROVED', roles: STAFF, guard: 'at least one zone and a cash limit' },
    reject: { to: 'REJECTED', roles: STAFF_OR_SYSTEM },
  },
  APPROVED: {
    suspend: { to: 'SUSPENDED', roles: STAFF_OR_SYSTEM },
    update: { to: 'APPROVED', roles: STAFF },
  },
  SUSPENDED: {
    reinstate: { to: 'APPROVED', roles: STAFF },
    update: { to: 'SUSPENDED', roles: STAFF },
  },
  REJECTED: {},
} as const satisfies TransitionTable<DriverStatus>;

export const shiftTable = {
  OFF: {
    'start-shift': { to: 'ON_DUTY', roles: DRIVER, guard: 'approved' },
  },
  ON_DUTY: {
    'start-break': { to: 'ON_BREAK', roles: DRIVER },
    'end-shift': END_SHIFT,
    'allow-carry-over': { to: 'ON_DUTY', roles: STAFF, guard: CONSENT },
  },
  ON_BREAK: {
    'end-break': { to: 'ON_DUTY', roles: DRIVER },
    'end-shift': END_SHIFT,
    'allow-carry-over': { to: 'ON_BREAK', roles: STAFF, guard: CONSENT },
  },
  ENDED: {},
} as const satisfies TransitionTable<DutyStatus>;

/** OPEN as long as its shift is. */
export const ROUTE_STATUSES = ['OPEN', 'CLOSED'] as const;
export type RouteStatus = (typeof ROUTE_STATUSES)[number];

const asSeen = 'the version that was seen; done and locked stops stay, pickups come first, the goods fit';

export const routeTable = {
  OPEN: {
    'arrange-stops': { to: 'OPEN', roles: STAFF, guard: asSeen },
    'replan-route': { to: 'OPEN', roles: STAFF, guard: asSeen },
    'retime-route': { to: 'OPEN', roles: SYSTEM, guard: 'the version that was seen' },
  },
  CLOSED: {},
} as const satisfies TransitionTable<RouteStatus>;

export const settlementTable = {
  NONE: {
    'hand-in': {
      to: 'CLOSED',
      or: 'PENDING_APPROVAL',
      roles: STAFF,
      guard: 'cash on hand; a difference above the threshold waits for a second dispatcher',
    },
  },
  PENDING_APPROVAL: {
    'approve-settlement': { to: 'CLOSED', roles: STAFF, guard: 'another person than the one who counted' },
  },
  CLOSED: {},
} as const satisfies TransitionTable<SettlementStatus>;
