import { secondsBetween } from './instants.ts';
import type { Point } from './point.ts';
import type { TravelTimes } from './travel-times.ts';

/** A stop as the planner sees it. */
export interface PlannedStop extends Point {
  /** Latest arrival, RFC 3339; null: never late. */
  dueBy: string | null;
  /** Start of a promised slot, RFC 3339: a driver who arrives earlier waits. */
  notBefore?: string | null | undefined;
  /** Done, or locked by a dispatcher: keeps its place, and no stop is inserted before it. */
  fixed: boolean;
  /** Done stops take no time; they come first in every list. */
  done: boolean;
}

export interface Start {
  /** The driver's position; null when unknown: then the first stop counts as reached at once. */
  origin: Point | null;
  /** When the driver starts, RFC 3339. */
  startAt: string;
  travel: TravelTimes;
}

export function legSeconds(travel: TravelTimes, from: Point | null, to: Point): number {
  return from === null ? 0 : travel.seconds(from, to);
}

type Visited = Point & Pick<PlannedStop, 'notBefore'>;

/** Seconds from the start to each stop, counting service at each and waiting for its slot. */
export function offsetsOf(start: Start, stops: readonly Visited[]): number[] {
  const { origin, travel } = start;
  let from = origin;
  let leaves = 0;
  return stops.map((stop) => {
    const arrives = Math.max(leaves + legSeconds(travel, from, stop), openOffset(start, stop));
    from = stop;
    leaves = arrives + travel.service;
    return arrives;
  });
}

/** Seconds from the start to the latest arrival; Infinity for a stop that is never late. */
export function dueOffset({ startAt }: Start, dueBy: string | null): number {
  return dueBy === null ? Number.POSITIVE_INFINITY : secondsBetween(startAt, dueBy);
}

/** Seconds from the start until the stop's slot begins; 0 if it has begun, or there is none. */
export function openOffset(
  { startAt }: Pick<Start, 'startAt'>,
  { notBefore }: Pick<PlannedStop, 'notBefore'>,
): number {
  return notBefore == null ? 0 : Math.max(0, secondsBetween(startAt, notBefore));
}
