import { liveModel } from './live-model.ts';
import type { Point } from './point.ts';
import { at, realAt } from './solver/at.ts';
import { endNode, startNode } from './solver/model.ts';
import { PlaceFinder } from './solver/place-finder.ts';
import { Solution } from './solver/solution.ts';
import type { PlannedStop, Start } from './timeline.ts';

export interface LiveRoute extends Start {
  stops: readonly PlannedStop[];
  /** Planned end of the shift, if any: reaching the last stop after it counts as late. */
  shiftEnd?: string;
  /** Seconds before its `dueBy` from which a stop counts as late; default 0. */
  reserveSeconds?: number;
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
  /** Total lateness in seconds of all stops with the task, reserve included. */
  latenessSeconds: number;
  /** `addedSeconds` plus the weighted lateness the task causes. Comparable between drivers. */
  cost: number;
}

/** One second of lateness weighs as much as this many seconds of driving. */
export const LATENESS_WEIGHT = 5;

/**
 * How many seconds before its due time a route aims to reach each stop. A route planned to the last minute ends up
 * late: legs are underestimated, doors take longer, drivers take breaks, and more tasks are inserted. `npm run lab`
 * measures the effect; docs/decisions/0018 has the figures.
 */
export const RESERVE_SECONDS = 2_400;

/**
 * Finds the cheapest pair of places for a pickup and its drop-off in a route whose other stops keep their order, out of
 * all n²/2 pairs. Calculates in whole milliseconds. Asks for travel times only to and from the new stops and along the
 * route, never between all stops. Ties go to the earliest places.
 */
export function insertTask(plan: LiveRoute, task: NewTask): InsertionResult {
  const open = plan.stops.filter((stop) => !stop.done);
  const model = liveModel(plan, open, task, LATENESS_WEIGHT);
  const tasks = open.length + 1;
  const solution = new Solution(model);
  solution.setRoute(
    0,
    Int32Array.from(open, (_, stop) => tasks + stop),
    open.length,
  );
  const fixed = open.findLastIndex((stop) => stop.fixed);
  if (fixed >= 0) solution.frozen[0] = tasks + fixed;
  const [travelled, late] = figuresOf(solution);

  const added = open.length;
  const finder = new PlaceFinder(model);
  finder.find(solution, added, 0, Number.POSITIVE_INFINITY);
  solution.insert(added, 0, finder.pickupAfter, finder.dropoffAfter);
  const [travelledWith, lateWith] = figuresOf(solution);
  const addedSeconds = (travelledWith - travelled) / 1000 + 2 * plan.travel.service;
  // An empty route is not late, even after the end of the shift.
  const causedSeconds = (lateWith - (open.length === 0 ? 0 : late)) / 1000;
  const placed = placesOf(solution);
  const done = plan.stops.length - open.length;
  return {
    pickupIndex: done + placed.indexOf(added),
    dropoffIndex: done + placed.indexOf(tasks + added),
    addedSeconds,
    latenessSeconds: lateWith / 1000,
    cost: addedSeconds + LATENESS_WEIGHT * causedSeconds,
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

/** Milliseconds of travel and of lateness. */
function figuresOf({ model, travelled, lateFrom }: Solution): [number, number] {
  const late = realAt(lateFrom, startNode(model, 0));
  return [travelled - late, late / LATENESS_WEIGHT];
}

function placesOf({ model, next }: Solution): number[] {
  const nodes: number[] = [];
  for (let node = at(next, startNode(model, 0)); node !== endNode(model, 0); node = at(next, node))
    nodes.push(node);
  return nodes;
}
