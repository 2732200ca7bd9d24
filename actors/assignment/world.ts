import type { Presence } from '../geo/presence-port.ts';
import type { Place } from '../geo/service-area.ts';
import type { Point } from '../planning/point.ts';
import type { Budget } from '../planning/solver/search.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { ZoneTicket } from '../zone/state.ts';

/** A task that waits for a driver; a ticket fits as it is. Times RFC 3339, `cod` a decimal string in QAR. */
export type WaitingTask = Pick<
  ZoneTicket,
  | 'taskId'
  | 'pickupLat'
  | 'pickupLng'
  | 'dropoffLat'
  | 'dropoffLng'
  | 'cod'
  | 'items'
  | 'dueBy'
  | 'excluded'
  | 'refused'
>;

/** A stop of a driver's present route, in the order in which it is driven; done ones come first. */
export interface AssignmentStop extends Point {
  /** Latest arrival, RFC 3339; null: nothing is late here. */
  dueBy: string | null;
  /** Start of a promised slot, RFC 3339: whoever comes sooner waits. */
  notBefore?: string | null | undefined;
  /** Keeps its place, and nothing is put before it. */
  locked: boolean;
  done: boolean;
}

/**
 * A driver as far as a choice needs. A value: whatever changes comes in a new object, and a new list of stops where the
 * route changed, since what is worked out for either is kept with it.
 */
export interface AssignmentDriver {
  id: string;
  name: string;
  approved: boolean;
  duty: 'OFF' | 'ON_DUTY' | 'ON_BREAK';
  presence: Presence;
  /** Newest known; null: the place of the last stop done is taken. */
  position: Point | null;
  zoneIds: readonly string[];
  /** Units of goods. */
  capacity: number;
  itemsAssigned: number;
  /** Accepted and not finished, and those reserved. */
  activeTasks: number;
  /** Decimal strings in QAR; without a limit nothing fits. */
  cashLimit: string | null;
  cashOnHand: string;
  /** Cash that assigned tasks will bring. */
  codAssigned: string;
  /** On duty without work since then, RFC 3339; null: has work. */
  idleSince: string | null;
  stops: readonly AssignmentStop[];
  /** Planned end of the shift, RFC 3339: reaching the last stop after it counts as late. */
  shiftEnd: string | null;
}

/** Everything a policy looks at. It reads no clock, chance or database: an offline program can build it from the past. */
export interface AssignmentWorld {
  /** Domain time, RFC 3339. */
  now: string;
  /** Those who might be chosen; others are excluded by a rule each. */
  drivers: readonly AssignmentDriver[];
  /** Approved and not on duty: how many, and some of them by name. */
  others: { count: number; some: readonly { id: string; name: string }[] };
  /** The ids of the active zones that contain a place. */
  zones: { zonesAt(place: Place): readonly string[] };
  travel: TravelTimes;
  /** Costs no further apart than this count as equal. */
  fairnessToleranceSeconds: number;
  /** How much of the time is used up, 0 to 1; left out: there is no limit. */
  budget?: Budget;
}

export function pickupOf({ pickupLat, pickupLng }: WaitingTask): Point {
  return { latitude: pickupLat, longitude: pickupLng };
}

export function dropoffOf({ dropoffLat, dropoffLng }: WaitingTask): Point {
  return { latitude: dropoffLat, longitude: dropoffLng };
}

/** Where the driver sets off: the newest position, else the last stop done, else nobody knows. */
export function originOf({ position, stops }: AssignmentDriver): Point | null {
  return position ?? stops.findLast(({ done }) => done) ?? null;
}
