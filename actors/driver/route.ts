import { type InsertionResult, insertTask, type NewTask, RESERVE_SECONDS } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import type { PlannedStop } from '../planning/timeline.ts';
import { cityTravelTimes, type TravelTimes } from '../planning/travel-times.ts';
import { openArrivals } from './eta.ts';
import { nameOf, slotOf } from './legs.ts';
import type { DriverState, Stop } from './state.ts';

/** The route as planner input; due times come from the work. */
export function plannedStops({ route, work }: DriverState): PlannedStop[] {
  return (route?.stops ?? []).map(({ taskId, kind, latitude, longitude, locked, done }) => ({
    latitude,
    longitude,
    // A return is never late.
    dueBy: kind === 'RETURN' ? null : (work[taskId]?.dueBy ?? null),
    notBefore: slotOf({ work }, { taskId, kind }),
    fixed: locked === true || done === true,
    done: done === true,
  }));
}

/**
 * Where a task is best inserted into the driver's present route, and at which cost.
 * @param position Last known position; null: the origin of the present plan.
 * @param now When the new plan starts, RFC 3339.
 */
export function insertIntoRoute(
  state: DriverState,
  position: Point | null,
  now: string,
  task: NewTask,
  travel: TravelTimes = cityTravelTimes,
): InsertionResult {
  const start = { origin: position ?? state.route?.origin ?? null, startAt: now, travel };
  const { plannedEnd } = state.shift ?? {};
  const end = plannedEnd === undefined ? {} : { shiftEnd: plannedEnd };
  const stops = plannedStops(state);
  return insertTask({ ...start, ...end, stops, reserveSeconds: RESERVE_SECONDS }, task);
}

export type ShownStop = {
  stopId: string;
  taskId: string;
  kind: Stop['kind'];
  latitude: number;
  longitude: number;
  dueBy: string | null;
  /** Start of the promised slot; absent if there is none. */
  notBefore?: string;
  locked: boolean;
  done: boolean;
  /** Planned arrival; null once done. */
  eta: string | null;
  arrivedAt: string | null;
};

/** The stops as clients see them, with planned arrivals. */
export function shownStops(state: DriverState): ShownStop[] {
  const { route, work } = state;
  if (route === undefined) return [];
  const arrivals = openArrivals(state)[Symbol.iterator]();
  return route.stops.map((stop) => {
    const notBefore = slotOf(state, stop);
    return {
      stopId: nameOf(stop),
      taskId: stop.taskId,
      kind: stop.kind,
      latitude: stop.latitude,
      longitude: stop.longitude,
      dueBy: work[stop.taskId]?.dueBy ?? null,
      ...(notBefore === undefined ? {} : { notBefore }),
      locked: stop.locked === true,
      done: stop.done === true,
      eta: stop.done === true ? null : (arrivals.next().value ?? null),
      arrivedAt: stop.arrivedAt ?? null,
    };
  });
}
