import type { ServiceClock } from '../../shared/live/service-clock.ts';
import type { BoardAlert, BoardDriver, BoardSnapshot, BoardTask, DriverSpot, Route } from './board-types.ts';

/** The city as the console knows it. Immutable: two states can be compared by identity. */
export interface BoardState {
  clock: ServiceClock;
  /** False if the service has more than one board can hold. */
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

/** The board as the service returned it, with the alerts that may be shown. */
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

/** Drivers' positions when the board was read. */
export function spotsOf({ drivers }: BoardSnapshot): Map<string, DriverSpot> {
  const spots = new Map<string, DriverSpot>();
  for (const { driverId, position } of drivers) {
    if (position === null) continue;
    const { longitude, latitude, recordedAt } = position;
    spots.set(driverId, { longitude, latitude, heading: null, measuredAt: Date.parse(recordedAt) });
  }
  return spots;
}

/** Versions that the snapshot includes, by the owner that events name. */
export function knownVersions(
  { tasks, drivers }: BoardSnapshot,
  alerts: readonly BoardAlert[],
): Record<string, number> {
  const known: Record<string, number> = {};
  // Tasks of one order may have been written at different versions of it.
  for (const { orderId, version } of tasks) {
    const order = `order:${orderId}`;
    known[order] = Math.max(known[order] ?? 0, version);
  }
  for (const { driverId, version } of drivers) known[`driver:${driverId}`] = version;
  for (const { alertId, version } of alerts) known[`alert:${alertId}`] = version;
  return known;
}
