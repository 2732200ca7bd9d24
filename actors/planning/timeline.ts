import { secondsBetween } from './instants.ts';
import type { Point } from './point.ts';
import type { TravelTimes } from './travel-times.ts';

/** A stop as the planner sees it. */
export interface PlannedStop extends Point {
  /** Latest arrival, RFC 3339; null when nothing is late here. */
  dueBy: string | null;
  /** Start of a promised slot, RFC 3339: whoever comes sooner waits. */
  notBefore?: string | null | undefined;
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

type Visited = Point & Pick<PlannedStop, 'notBefore'>;

/** Seconds from the start to each stop, not before its slot; service follows. */
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

/** Seconds from the start to the latest arrival; a stop that is never late has no end. */
export function dueOffset({ startAt }: Start, dueBy: string | null): number {
  return dueBy === null ? Number.POSITIVE_INFINITY : secondsBetween(startAt, dueBy);
}

/** Seconds from the start until the slot of a stop opens; 0 where it is open, or there is none. */
export function openOffset(
  { startAt }: Pick<Start, 'startAt'>,
  { notBefore }: Pick<PlannedStop, 'notBefore'>,
): number {
  return notBefore == null ? 0 : Math.max(0, secondsBetween(startAt, notBefore));
}
