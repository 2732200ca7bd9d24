import type { DriverStatus, DutyStatus, StopKind } from '../actors/driver/state.ts';
import type { GroupStatus, OrderStatus, PaymentStatus, TaskStatus } from '../actors/order/state.ts';

interface MoneyText {
  /** Decimal string. */
  amount: string;
  currency: 'QAR';
}

export type LocatedDriver = [
  driverId: string,
  latitude: number,
  longitude: number,
  heading: number | null,
  age: number,
];

/**
 * Every live event by name, with the rooms it goes to. Ids are UUIDs, times RFC 3339. `version` is the version of
 * the actor that the event comes from: a client drops an event whose version it has seen. No event carries a
 * delivery code, a phone number or an address. What is pushed is made by the actors' reactions.
 */
export interface LiveEvents {
  /** order:<id>. The group and task that changed; null when the event concerns the whole order. */
  'order.updated': {
    orderId: string;
    status: OrderStatus;
    groupId: string | null;
    groupStatus: GroupStatus | null;
    taskId: string | null;
    taskStatus: TaskStatus | null;
    version: number;
  };
  /** seller:<id>, its own groups alone. */
  'group.updated': {
    orderId: string;
    groupId: string;
    status: GroupStatus;
    payment: PaymentStatus;
    taskStatus: TaskStatus | null;
    version: number;
  };
  /** dispatch, zone:<home zone>, driver:<id> of the driver and of the one it is taken from. */
  'task.updated': {
    taskId: string;
    orderId: string;
    groupId: string;
    status: TaskStatus;
    driverId: string | null;
    round: number;
    zoneId: string | null;
    dueBy: string;
    version: number;
  };
  /** driver:<id>. To be accepted until `expiresAt`; an offer by hand has none. */
  'task.offered': {
    taskId: string;
    orderId: string;
    groupId: string;
    offerId: string;
    round: number;
    manual: boolean;
    expiresAt: string | null;
    dueBy: string;
    items: number;
    cashDue: MoneyText;
    version: number;
  };
  /** dispatch, driver:<id>; so are the next three. */
  'driver.updated': {
    driverId: string;
    status: DriverStatus;
    duty: DutyStatus | 'OFF';
    idleSince: string | null;
    activeTasks: number;
    /** Decimal string, QAR: cash of tasks reserved and under way. */
    codAssigned: string;
    version: number;
  };
  'shift.updated': { driverId: string; shiftId: string; status: DutyStatus | 'ENDED'; version: number };
  'route.updated': {
    driverId: string;
    routeId: string | null;
    routeVersion: number | null;
    stops: { stopId: string; taskId: string; kind: StopKind; done: boolean; eta: string | null }[];
    version: number;
  };
  'cash.updated': {
    driverId: string;
    /** Decimal strings, QAR. */
    cashOnHand: string;
    cashLimit: string | null;
    /** The settlement that waits for a second dispatcher. */
    settlementId: string | null;
    version: number;
  };
  /** dispatch. */
  'alert.raised': { alertId: string; kind: string; severity: string; subjectType: string; subjectId: string };
  'alert.updated': { alertId: string; kind: string; status: string; version: number };
  /**
   * dispatch, zone:<id> of the zone the drivers are in. Volatile: positions that are new since the last frame, of a
   * driver at most one a second. `full`: all known, after joining the room. A driver is
   * [id, latitude, longitude, heading in degrees or null, milliseconds since the device measured it].
   */
  locations: { full: boolean; drivers: LocatedDriver[] };
  /** dispatch. A driver's presence became another one. */
  'presence.changed': { driverId: string; presence: 'ONLINE' | 'STALE' | 'OFFLINE'; lastSeenAt: string };
  /** account:<id>. Its text, and what it may reveal, is read from the API. */
  'notification.created': { id: string; kind: string; unreadCount: number };
  /** To one socket, just before the server ends it: the token expired, or the session or account did. */
  'session.ended': { code: string; detail: string };
}

export type LiveEventName = keyof LiveEvents;

/** An event on its way: `at` is the real time of sending. */
export type Stamped<P> = P & { at: string };
