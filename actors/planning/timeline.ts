import { secondsBetween } from './instants.ts';
import type { Point } from './point.ts';
import type { TravelTimes } from './travel-times.ts';

/** A stop as the planner sees it. */
export interface PlannedStop extends Point {
  /** Latest arrival, RFC 3339; null when nothing is late here. */
  dueBy: string | null;
  /** Done, or locked by a dispatcher: keeps its place, and nothing is put before it. */
  fixed: boolean;
  /** Done stops lie behind the driver and take no time; they come first in every list. */
  done: boolean;
}

export interface Start {
  /** Where the driver is; null when unknown, then the first stop is reached at once. */
  origin: Point | null;
  /** When the driver sets off, RFC 3339. */
  startAt: string;
  travel: TravelTimes;
}

export function legSeconds(travel: TravelTimes, from: Point | null, to: Point): number {
  return from === null ? 0 : travel.seconds(from, to);
}

/** Seconds from the start to the arrival at each stop; service follows arrival. */
export function offsetsOf({ origin, travel }: Start, stops: readonly Point[]): number[] {
  let from = origin;
  let leaves = 0;
  return stops.map((stop) => {
    const arrives = leaves + legSeconds(travel, from, stop);
    from = stop;
    leaves = arrives + travel.service;
    return arrives;
  });
}

/** Seconds from the start to the latest arrival; a stop that is never late has no end. */
export function dueOffset({ startAt }: Start, dueBy: string | null): number {
  return dueBy === null ? Number.POSITIVE_INFINITY : secondsBetween(startAt, dueBy);
}
