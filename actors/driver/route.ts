import { type InsertionResult, insertTask, type NewTask } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import { type PlannedStop, plannedArrivals, type Start } from '../planning/timeline.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { DriverState, Route, Stop } from './state.ts';

/** The route as the planner takes it; the due times stand with the work. */
export function plannedStops({ route, work }: DriverState): PlannedStop[] {
  return (route?.stops ?? []).map(({ taskId, latitude, longitude, locked, done }) => ({
    latitude,
    longitude,
    dueBy: work[taskId]?.dueBy ?? null,
    fixed: locked === true || done === true,
    done: done === true,
  }));
}

/**
 * Where a task would best be put into the driver's present route, and what it would cost.
 * @param position Newest known position; null: the place the present plan starts from.
 * @param now When the new plan starts, RFC 3339.
 */
export function insertIntoRoute(
  state: DriverState,
  position: Point | null,
  now: string,
  task: NewTask,
): InsertionResult {
  return insertTask({ ...startOf(state.route, position, now), stops: plannedStops(state) }, task);
}

function startOf(route: Route | undefined, position: Point | null, now: string): Start {
  return { origin: position ?? route?.origin ?? null, startAt: now, travel: cityTravelTimes };
}

export type ShownStop = {
  stopId: string;
  taskId: string;
  kind: Stop['kind'];
  latitude: number;
  longitude: number;
  dueBy: string | null;
  locked: boolean;
  done: boolean;
  /** Planned arrival; null once done. */
  eta: string | null;
  arrivedAt: string | null;
};

/** The stops as they are shown, with the arrivals planned from where the route's plan starts. */
export function shownStops(state: DriverState): ShownStop[] {
  const { route } = state;
  if (route === undefined) return [];
  const planned = plannedStops(state);
  const etas = plannedArrivals(startOf(route, null, route.plannedAt), planned);
  return route.stops.map((stop, index) => ({
    stopId: `${stop.taskId}:${stop.kind}`,
    taskId: stop.taskId,
    kind: stop.kind,
    latitude: stop.latitude,
    longitude: stop.longitude,
    dueBy: planned[index]?.dueBy ?? null,
    locked: stop.locked === true,
    done: stop.done === true,
    eta: etas[index] ?? null,
    arrivedAt: stop.arrivedAt ?? null,
  }));
}
