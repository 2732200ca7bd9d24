import type { MappedZone } from '../geo/zone-map.ts';
import type { Point } from '../planning/point.ts';

/**
 * Everything about a past day that a policy can decide on, and how the day went. A plain value: it can be stored as
 * JSON and run anywhere. Times are milliseconds since the epoch, money is decimal strings in QAR.
 */
export interface ReplayDay {
  /** A day in Asia/Qatar, 'YYYY-MM-DD'. */
  day: string;
  from: number;
  to: number;
  /** The active zones from each time on, in order; the first entry holds when the day begins. */
  zones: readonly { at: number; zones: readonly MappedZone[] }[];
  drivers: readonly ReplayDriver[];
  tasks: readonly ReplayTask[];
  /** Drives from one stop to the next, as they were driven. */
  legs: readonly ReplayLeg[];
}

export interface DriverTerms {
  approved: boolean;
  zoneIds: readonly string[];
  /** Units of goods. */
  capacity: number;
  cashLimit: string | null;
}

export type Duty = 'OFF' | 'ON_DUTY' | 'ON_BREAK';

export interface ReplayDriver {
  id: string;
  name: string;
  /** The driver at the beginning of the day. */
  start: DriverTerms & {
    duty: Duty;
    cashOnHand: string;
    /** Null: unknown; the first drive then takes no time, as in the live system. */
    position: Point | null;
    idleSince: number | null;
    /** Planned end of the running shift. */
    shiftEnd: number | null;
  };
  /** Changes that happened whichever tasks the driver was given, in order. */
  changes: readonly DriverChange[];
}

export type DriverChange = { at: number } & (
  | { what: 'DUTY'; duty: Duty; position: Point | null; shiftEnd: number | null }
  | ({ what: 'TERMS' } & DriverTerms)
  /** All cash collected so far was handed in. */
  | { what: 'HAND_IN' }
);

export interface ReplayTask {
  taskId: string;
  /** When it began to wait; the beginning of the day if it was waiting already. */
  readyAt: number;
  pickup: Point;
  dropoff: Point;
  dueBy: number;
  cod: string;
  items: number;
  /** Cancelled before its pickup; null if it was not. */
  cancelledAt: number | null;
  /** Drivers who declined or did not answer: they would do so again. */
  refusals: readonly { driverId: string; declined: boolean; afterSeconds: number }[];
  /** It failed at the door and was never delivered: any driver would have had to take it back. */
  undeliverable: boolean;
  /** Absent: there is one attempt, and an undeliverable task ends there. */
  door?: ReplayDoor;
  /** Accepted before the day began: it stays with this driver, and a policy does not assign it. */
  carriedBy: { driverId: string; pickedUp: boolean } | null;
  recorded: RecordedTask;
}

/** What happens at the door, whichever driver comes. */
export interface ReplayDoor {
  /** For each failed attempt that is followed by another: seconds until a dispatcher sends the driver again. */
  retriesAfter: readonly number[];
  /** Whether an undeliverable task is finally taken back to its pickup rather than written off. */
  goesBack: boolean;
}

/** How the task went on the day. For goods that were handed over, `driverId` is the driver who delivered them. */
export interface RecordedTask {
  driverId: string | null;
  /** A dispatcher assigned it, regardless of the policy. */
  byHand: boolean;
  assignedAt: number | null;
  acceptedAt: number | null;
  pickedUpAt: number | null;
  deliveredAt: number | null;
  /** Absent: the pickup and the delivery, both by this driver. */
  visits?: readonly ReplayVisit[];
}

/** A driver was at one of the task's places, including failed attempts and returns to the seller. */
export interface ReplayVisit {
  driverId: string;
  at: number;
  /** When the driver learned of this stop. */
  known: number;
  place: Point;
}

export interface ReplayLeg {
  from: Point;
  to: Point;
  /** From leaving one stop to leaving the next, so including the time spent at `to`. */
  seconds: number;
}
