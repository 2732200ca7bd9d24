import type { ServiceClock } from '../../shared/live/service-clock.ts';
import type { BoardAlert, BoardDriver, BoardSnapshot, BoardTask, DriverSpot, Route } from './board-types.ts';

/** What the console knows of the city. Never changed in place: who holds one may compare it with the next by identity. */
export interface BoardState {
  clock: ServiceClock;
  /** False where the service had more than fits on one board. */
  complete: boolean;
  tasks: ReadonlyMap<string, BoardTask>;
  drivers: ReadonlyMap<string, BoardDriver>;
  /** By driver: the route of the present shift. */
  routes: ReadonlyMap<string, Route>;
  /** Unresolved alerts. */
  alerts: ReadonlyMap<string, BoardAlert>;
}

export const EMPTY_BOARD: BoardState = {
  clock: { at: 0, rate: 1, heardAt: 0 },
  complete: true,
  tasks: new Map(),
  drivers: new Map(),
  routes: new Map(),
  alerts: new Map(),
};

/** The board as the service answered it, with what may be shown of alerts. */
export function boardOf(
  { at, clockRate, complete, tasks, drivers, routes }: BoardSnapshot,
  alerts: readonly BoardAlert[],
  heardAt: number,
): BoardState {
  return {
    clock: { at: Date.parse(at), rate: clockRate, heardAt },
    complete,
    tasks: new Map(tasks.map((task) => [task.taskId, task])),
    drivers: new Map(drivers.map((driver) => [driver.driverId, driver])),
    routes: new Map(routes.map((route) => [route.driverId, route])),
    alerts: new Map(alerts.map((alert) => [alert.alertId, alert])),
  };
}

/** Where drivers were when the board was answered. */
export function spotsOf({ drivers }: BoardSnapshot): Map<string, DriverSpot> {
  const spots = new Map<string, DriverSpot>();
  for (const { driverId, position } of drivers) {
    if (position === null) continue;
    const { longitude, latitude, recordedAt } = position;
    spots.set(driverId, { longitude, latitude, heading: null, measuredAt: Date.parse(recordedAt) });
  }
  return spots;
}

/** Versions that the snapshot includes, by what events say they belong to. */
export function knownVersions(
  { tasks, drivers }: BoardSnapshot,
  alerts: readonly BoardAlert[],
): Record<string, number> {
  const known: Record<string, number> = {};
  // Tasks of one order may have been written last at different versions of it.
  for (const { orderId, version } of tasks) {
    const order = `order:${orderId}`;
    known[order] = Math.max(known[order] ?? 0, version);
  }
  for (const { driverId, version } of drivers) known[`driver:${driverId}`] = version;
  for (const { alertId, version } of alerts) known[`alert:${alertId}`] = version;
  return known;
}
