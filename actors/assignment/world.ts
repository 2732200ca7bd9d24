import type { Presence } from '../geo/presence-port.ts';
import type { Place } from '../geo/service-area.ts';
import type { Point } from '../planning/point.ts';
import type { Budget } from '../planning/solver/search.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { ZoneTicket } from '../zone/state.ts';

/** A task that waits for a driver; every ticket has this shape. Times RFC 3339, `cod` a decimal string in QAR. */
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

/** A stop of a driver's present route, in driving order; done stops come first. */
export interface AssignmentStop extends Point {
  /** Latest arrival, RFC 3339; null: never late. */
  dueBy: string | null;
  /** Start of a promised slot, RFC 3339: a driver who arrives earlier waits. */
  notBefore?: string | null | undefined;
  /** Keeps its place, and no stop is inserted before it. */
  locked: boolean;
  done: boolean;
}

/**
 * What a choice needs to know of a driver. Immutable: a change makes a new object, and a change of the route a new list
 * of stops, because results are cached by both.
 */
export interface AssignmentDriver {
  id: string;
  name: string;
  approved: boolean;
  duty: 'OFF' | 'ON_DUTY' | 'ON_BREAK';
  presence: Presence;
  /** Last known position; null: the place of the last stop done is used. */
  position: Point | null;
  zoneIds: readonly string[];
  /** Units of goods. */
  capacity: number;
  itemsAssigned: number;
  /** Tasks accepted and not finished, plus reserved ones. */
  activeTasks: number;
  /** Decimal strings in QAR; a driver without a limit fits no task. */
  cashLimit: string | null;
  cashOnHand: string;
  /** Cash that the assigned tasks will bring. */
  codAssigned: string;
  /** On duty without work since then, RFC 3339; null: has work. */
  idleSince: string | null;
  stops: readonly AssignmentStop[];
  /** Planned end of the shift, RFC 3339: reaching the last stop after it counts as late. */
  shiftEnd: string | null;
}

/** Everything a policy reads. No clock, randomness or database: an offline program can build it from the past. */
export interface AssignmentWorld {
  /** Domain time, RFC 3339. */
  now: string;
  /** Drivers to consider; the rules exclude those who do not fit. */
  drivers: readonly AssignmentDriver[];
  /** Approved drivers who are not on duty: their number, and some of their names. */
  others: { count: number; some: readonly { id: string; name: string }[] };
  zones: { zonesAt(place: Place): readonly string[] };
  travel: TravelTimes;
  /** Costs that differ by no more than this count as equal. */
  fairnessToleranceSeconds: number;
  /** Share of the time budget used up, 0 to 1; absent: no limit. */
  budget?: Budget;
}

export function pickupOf({ pickupLat, pickupLng }: WaitingTask): Point {
  return { latitude: pickupLat, longitude: pickupLng };
}

export function dropoffOf({ dropoffLat, dropoffLng }: WaitingTask): Point {
  return { latitude: dropoffLat, longitude: dropoffLng };
}

/** Where the driver starts from: the last known position, else the last stop done, else null. */
export function originOf({ position, stops }: AssignmentDriver): Point | null {
  return position ?? stops.findLast(({ done }) => done) ?? null;
}
