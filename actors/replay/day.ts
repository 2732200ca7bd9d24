import type { MappedZone } from '../geo/zone-map.ts';
import type { Point } from '../planning/point.ts';

/**
 * All that a past day gives a policy to decide about, and what became of it. A value: it can be kept as JSON and
 * run again anywhere. Moments are milliseconds since the epoch, money is decimal strings in QAR.
 */
export interface ReplayDay {
  /** A day in Asia/Qatar, 'YYYY-MM-DD'. */
  day: string;
  from: number;
  to: number;
  /** The active zones from each moment on, in order; the first holds when the day begins. */
  zones: readonly { at: number; zones: readonly MappedZone[] }[];
  drivers: readonly ReplayDriver[];
  tasks: readonly ReplayTask[];
  /** Ways from one stop to the next as they were driven. */
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
  /** When the day begins. */
  start: DriverTerms & {
    duty: Duty;
    cashOnHand: string;
    /** Null: nobody knows; the first way then takes no time, as live. */
    position: Point | null;
    idleSince: number | null;
    /** Planned end of the running shift. */
    shiftEnd: number | null;
  };
  /** What happened to the driver, whoever was given which task; in order. */
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
  /** When it began to wait; the begin of the day where it waited already. */
  readyAt: number;
  pickup: Point;
  dropoff: Point;
  dueBy: number;
  cod: string;
  items: number;
  /** Before its pickup; null where that never happened. */
  cancelledAt: number | null;
  /** Drivers who said no, or nothing: they would have again. */
  refusals: readonly { driverId: string; declined: boolean; afterSeconds: number }[];
  /** It failed at the door and never came to its end: whoever had brought it would have had to take it back. */
  undeliverable: boolean;
  /** Left out: one attempt at the door, and what is undeliverable is gone with it. */
  door?: ReplayDoor;
  /** Accepted before the day began: it stays with this driver, and is no choice of a policy. */
  carriedBy: { driverId: string; pickedUp: boolean } | null;
  recorded: RecordedTask;
}

/** What is planned to happen at a door, whoever comes. */
export interface ReplayDoor {
  /** For each attempt that fails with another one to follow: seconds until a dispatcher sends the driver again. */
  retriesAfter: readonly number[];
  /** What is undeliverable in the end is taken back to where it was collected, rather than written off. */
  goesBack: boolean;
}

/** What became of it on the day; of goods that were handed over, `driverId` is who brought them in the end. */
export interface RecordedTask {
  driverId: string | null;
  /** A dispatcher gave it to the driver, whatever the policy thought. */
  byHand: boolean;
  assignedAt: number | null;
  acceptedAt: number | null;
  pickedUpAt: number | null;
  deliveredAt: number | null;
  /** Left out: the pickup and the delivery, both by this driver. */
  visits?: readonly ReplayVisit[];
}

/** Somebody was at one of the task's places: also at a door where nobody took the goods, and back at the shop. */
export interface ReplayVisit {
  driverId: string;
  at: number;
  /** When the driver knew that the way was to be gone. */
  known: number;
  place: Point;
}

export interface ReplayLeg {
  from: Point;
  to: Point;
  /** From leaving the one to leaving the other, so with the time spent at `to`. */
  seconds: number;
}
