import type { Point } from './point.ts';
import {
  dueOffset,
  legSeconds,
  offsetsOf,
  type PlannedStop,
  plannedArrivals,
  type Start,
} from './timeline.ts';

export interface Plan extends Start {
  stops: readonly PlannedStop[];
  /** End of the shift, where one is planned: reaching the last stop after it counts as late. */
  shiftEnd?: string;
}

export interface NewTask {
  pickup: Point;
  dropoff: Point;
  /** Latest arrival at either stop, RFC 3339. */
  dueBy: string;
}

export interface InsertionResult {
  /** Index of the new pickup in the new list of stops. */
  pickupIndex: number;
  /** Index of the new drop-off in the new list of stops. */
  dropoffIndex: number;
  /** Seconds of driving and service that the task adds to the route. */
  addedSeconds: number;
  /** Seconds that all stops together are late, with the task. */
  latenessSeconds: number;
  /** What the task adds: `addedSeconds` plus the weighted lateness it causes. Comparable between drivers. */
  cost: number;
  /** Planned arrivals at the stops of the new list, RFC 3339; null at done stops. */
  etas: (string | null)[];
}

/** A second late weighs as much as so many seconds of driving. */
export const LATENESS_WEIGHT = 5;

/**
 * The cheapest places for a pickup and its drop-off in a route whose other stops keep their order.
 * Tries all n²/2 pairs; travel times are asked for once per stop, and a pair is given up as soon as it
 * can't win. Ties go to the earliest places.
 */
export function insertTask(plan: Plan, task: NewTask): InsertionResult {
  const route = prepare(plan, task);
  let best: Placed | undefined;
  for (let pickupAfter = route.first; pickupAfter <= route.count; pickupAfter += 1) {
    for (let dropoffAfter = pickupAfter; dropoffAfter <= route.count; dropoffAfter += 1) {
      const placed = place(route, pickupAfter, dropoffAfter, best?.weighted ?? Number.POSITIVE_INFINITY);
      if (placed !== undefined) best = placed;
    }
  }
  if (best === undefined) throw new Error('a route without a place for a task');

  const pickupIndex = route.done + best.pickupAfter;
  const dropoffIndex = route.done + best.dropoffAfter + 1;
  return {
    pickupIndex,
    dropoffIndex,
    addedSeconds: best.addedSeconds,
    latenessSeconds: best.lateness,
    cost: best.addedSeconds + LATENESS_WEIGHT * (best.lateness - route.lateness),
    etas: plannedArrivals(plan, insertStops(plan.stops, stopsOf(task), pickupIndex, dropoffIndex)),
  };
}

/** A copy of the list with the two new entries at their indices. */
export function insertStops<T>(
  stops: readonly T[],
  [pickup, dropoff]: readonly [T, T],
  pickupIndex: number,
  dropoffIndex: number,
): T[] {
  const result = [...stops];
  result.splice(pickupIndex, 0, pickup);
  result.splice(dropoffIndex, 0, dropoff);
  return result;
}

function stopsOf({ pickup, dropoff, dueBy }: NewTask): [PlannedStop, PlannedStop] {
  const open = { dueBy, fixed: false, done: false };
  return [
    { ...pickup, ...open },
    { ...dropoff, ...open },
  ];
}

/**
 * The open stops as numbers. Place k is after the k-th open stop, place 0 is the start: arrays over places
 * have the start in front. Without waiting times a delay passes on undiminished, so no pair needs to drive
 * the whole route again.
 */
interface Prepared {
  done: number;
  count: number;
  /** The first place where something may be put: after every fixed stop. */
  first: number;
  service: number;
  arrives: number[];
  leaves: number[];
  due: number[];
  shiftEnd: number;
  /** Seconds late up to each place. */
  lateUpTo: number[];
  lateness: number;
  toPickup: number[];
  fromPickup: number[];
  toDropoff: number[];
  fromDropoff: number[];
  direct: number;
  dueTask: number;
}

function prepare(plan: Plan, task: NewTask): Prepared {
  const { travel, origin } = plan;
  const open = plan.stops.filter((stop) => !stop.done);
  const places: (Point | null)[] = [origin, ...open];
  const arrives = [0, ...offsetsOf(plan, open)];
  const due = [Number.POSITIVE_INFINITY, ...open.map((stop) => dueOffset(plan, stop.dueBy))];
  const shiftEnd = dueOffset(plan, plan.shiftEnd ?? null);
  let late = 0;
  const lateUpTo = arrives.map((at, place) => {
    late += Math.max(0, at - number(due, place));
    return late;
  });
  return {
    done: plan.stops.length - open.length,
    count: open.length,
    first: open.findLastIndex((stop) => stop.fixed) + 1,
    service: travel.service,
    arrives,
    leaves: arrives.map((at, place) => (place === 0 ? 0 : at + travel.service)),
    due,
    shiftEnd,
    lateUpTo,
    lateness: late + (open.length === 0 ? 0 : Math.max(0, number(arrives, open.length) - shiftEnd)),
    toPickup: places.map((place) => legSeconds(travel, place, task.pickup)),
    fromPickup: places.map((place) => (place === null ? 0 : travel.seconds(task.pickup, place))),
    toDropoff: places.map((place) => legSeconds(travel, place, task.dropoff)),
    fromDropoff: places.map((place) => (place === null ? 0 : travel.seconds(task.dropoff, place))),
    direct: travel.seconds(task.pickup, task.dropoff),
    dueTask: dueOffset(plan, task.dueBy),
  };
}

interface Placed {
  pickupAfter: number;
  dropoffAfter: number;
  addedSeconds: number;
  lateness: number;
  weighted: number;
}

/** The pair's figures, or undefined when it can't be cheaper than `limit`. */
function place(
  route: Prepared,
  pickupAfter: number,
  dropoffAfter: number,
  limit: number,
): Placed | undefined {
  const { service, count } = route;
  const atPickup = number(route.leaves, pickupAfter) + number(route.toPickup, pickupAfter);
  const together = dropoffAfter === pickupAfter;
  const between = together
    ? 0
    : atPickup + service + number(route.fromPickup, pickupAfter + 1) - number(route.arrives, pickupAfter + 1);
  const atDropoff = together
    ? atPickup + service + route.direct
    : number(route.leaves, dropoffAfter) + between + number(route.toDropoff, dropoffAfter);
  const last = dropoffAfter === count;
  const after = last
    ? 0
    : atDropoff +
      service +
      number(route.fromDropoff, dropoffAfter + 1) -
      number(route.arrives, dropoffAfter + 1);

  const addedSeconds = last ? atDropoff + service - number(route.leaves, count) : after;
  const lastArrival = last ? atDropoff : number(route.arrives, count) + after;
  let lateness =
    number(route.lateUpTo, pickupAfter) +
    Math.max(0, atPickup - route.dueTask) +
    Math.max(0, atDropoff - route.dueTask) +
    Math.max(0, lastArrival - route.shiftEnd);
  for (let stop = pickupAfter + 1; stop <= count; stop += 1) {
    if (addedSeconds + LATENESS_WEIGHT * lateness >= limit) return undefined;
    const delay = stop <= dropoffAfter ? between : after;
    lateness += Math.max(0, number(route.arrives, stop) + delay - number(route.due, stop));
  }
  const weighted = addedSeconds + LATENESS_WEIGHT * lateness;
  return weighted < limit ? { pickupAfter, dropoffAfter, addedSeconds, lateness, weighted } : undefined;
}

function number(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no place ${index} in a route of ${values.length - 1} stops`);
  return value;
}
