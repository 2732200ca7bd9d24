import type { DepotMark, DriverMark, StopMark, TaskMark } from '../../shared/map/marks.ts';
import type { HeatPoint, RouteLine } from '../../shared/map/overlays.ts';
import { routeParts, type StopPlace } from '../../shared/map/route-parts.ts';
import type { BoardDriver, BoardTask, DriverSpot, Route, UpstreamStore } from './board-types.ts';
import { driverLook } from './select-drivers.ts';
import type { TaskRow } from './select-tasks.ts';
import { placeKey } from './select-upstream.ts';
import { latenessOf, lookOf } from './task-look.ts';

/** Positions older than this (ms) are labelled with their age. */
const OLD = 60_000;

export interface DriverMarkTerms {
  /** Drivers that pass the filters; the others are dimmed. Null: all of them. */
  shown: ReadonlySet<string> | null;
  realNow: number;
  /** The age of a position, in words. */
  age(milliseconds: number): string;
}

export function driverMarks(
  drivers: ReadonlyMap<string, BoardDriver>,
  spots: ReadonlyMap<string, DriverSpot>,
  { shown, realNow, age }: DriverMarkTerms,
): DriverMark[] {
  const marks: DriverMark[] = [];
  for (const [id, { longitude, latitude, heading, measuredAt }] of spots) {
    const driver = drivers.get(id);
    const look = driver === undefined ? null : driverLook(driver);
    if (driver === undefined || look === null) continue;
    const old = realNow - measuredAt;
    marks.push({
      ...{ id, name: driver.fullName, longitude, latitude, look, heading, tasks: driver.activeTasks },
      age: look === 'stale' || look === 'offline' || old > OLD ? age(old) : null,
      dimmed: shown !== null && !shown.has(id),
    });
  }
  return marks;
}

/** Every open task at its door; those that filters exclude are dimmed, so that the city keeps its shape. */
export function taskMarks(
  tasks: ReadonlyMap<string, BoardTask>,
  rows: readonly TaskRow[],
  filtered: boolean,
  now: number,
): TaskMark[] {
  const shown = new Set(rows.map(({ task }) => task.taskId));
  const marks: TaskMark[] = [];
  for (const task of tasks.values()) {
    const look = lookOf(task.status);
    const isShown = shown.has(task.taskId);
    if (look === 'ended' && !isShown) continue;
    const { longitude, latitude } = task.dropoff.location;
    const lateness = latenessOf(task, now);
    marks.push({ id: task.taskId, longitude, latitude, look, lateness, dimmed: filtered && !isShown });
  }
  return marks;
}

/** Stores with tasks: how many have no driver yet, and how many more are being prepared. */
export function depotMarks(
  tasks: ReadonlyMap<string, BoardTask>,
  upstream: readonly UpstreamStore[],
  now: number,
): DepotMark[] {
  const depots = new Map<string, DepotMark>();
  const depotOf = (name: string, location: BoardTask['pickup']['location']): DepotMark => {
    const id = placeKey(location);
    const depot = depots.get(id) ?? { id, name, ...location, waiting: 0, late: 0, preparing: 0 };
    depots.set(id, depot);
    return depot;
  };
  for (const task of tasks.values()) {
    const look = lookOf(task.status);
    if (look !== 'waiting' && look !== 'assigned') continue;
    const depot = depotOf(task.pickup.name, task.pickup.location);
    if (look === 'waiting') depot.waiting += 1;
    if (look === 'waiting' && latenessOf(task, now) === 'late') depot.late += 1;
  }
  for (const { name, location, toAccept, preparing, packed } of upstream) {
    depotOf(name, location).preparing += toAccept + preparing + packed;
  }
  return [...depots.values()];
}

/** The stops ahead of a driver, with their numbers and times. */
export function stopMarks(
  route: Route | undefined,
  tasks: ReadonlyMap<string, BoardTask>,
  clock: (instant: string) => string,
): StopMark[] {
  const ahead = route?.stops.filter(({ done }) => !done) ?? [];
  return ahead.map(({ taskId, kind, location, eta, locked }, index) => {
    const dueBy = tasks.get(taskId)?.dueBy;
    const slip =
      kind === 'DROPOFF' && eta !== null && dueBy !== undefined ? Date.parse(eta) - Date.parse(dueBy) : -1;
    return {
      id: `${taskId}:${kind}`,
      ...{ longitude: location.longitude, latitude: location.latitude, number: index + 1, kind, locked },
      eta: eta === null ? null : clock(eta),
      lateness: slip > 0 ? 'late' : 'ok',
      done: false,
    };
  });
}

/** The stops of a route that are still ahead. */
export function stopsAhead({ stops }: Route): StopPlace[] {
  return stops.flatMap(({ done, taskId, kind, location }) =>
    done ? [] : [{ stopId: `${taskId}:${kind}`, place: [location.longitude, location.latitude] as const }],
  );
}

/** Straight lines for everyone but the selected driver: they show destinations, not the way. */
export function otherLines(
  routes: ReadonlyMap<string, Route>,
  spots: ReadonlyMap<string, DriverSpot>,
  shown: string | null,
): RouteLine[] {
  return [...routes.values()].flatMap((route) => {
    if (route.driverId === shown) return [];
    const spot = spots.get(route.driverId);
    const here = spot === undefined ? null : ([spot.longitude, spot.latitude] as const);
    const parts = routeParts(here, stopsAhead(route), []);
    return parts.length === 0 ? [] : [{ driverId: route.driverId, parts, selected: false }];
  });
}

export type Heat = 'demand' | 'lateness';

/** Demand: every open task. Lateness: tasks late or at risk; late ones count twice. */
export function heatPoints(tasks: ReadonlyMap<string, BoardTask>, heat: Heat, now: number): HeatPoint[] {
  const points: HeatPoint[] = [];
  for (const task of tasks.values()) {
    if (lookOf(task.status) === 'ended') continue;
    const { longitude, latitude } = task.dropoff.location;
    const lateness = latenessOf(task, now);
    const weight = heat === 'demand' ? 0.5 : lateness === 'late' ? 1 : lateness === 'risk' ? 0.5 : 0;
    if (weight > 0) points.push([longitude, latitude, weight]);
  }
  return points;
}
