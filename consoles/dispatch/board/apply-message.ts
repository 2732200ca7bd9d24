import type { LiveSchemas } from '../../../realtime/live-types.ts';
import type { LiveMessage } from '../../shared/live/live-message.ts';
import type { BoardState } from './board-state.ts';
import type { BoardAlert, BoardDriver, BoardTask, Route, RouteStop } from './board-types.ts';
import { isEnded } from './task-look.ts';

/** What an event leaves open and only the service can answer. */
export interface Gaps {
  /** Tasks and drivers that are not on the board yet. */
  tasks: Set<string>;
  /** With the last event about each: the driver's record that is read does not include the load. */
  drivers: Map<string, LiveMessage>;
}

/** Applies several events at once, copying the maps once: a thousand events a second cost as much as one. */
export class BoardDraft {
  readonly #state: BoardState;
  /** The service's time now. */
  readonly #now: string;
  #tasks: Map<string, BoardTask> | null = null;
  #drivers: Map<string, BoardDriver> | null = null;
  #routes: Map<string, Route> | null = null;
  #alerts: Map<string, BoardAlert> | null = null;
  readonly gaps: Gaps = { tasks: new Set(), drivers: new Map() };

  constructor(state: BoardState, now: number) {
    this.#state = state;
    this.#now = new Date(now).toISOString();
  }

  result(): BoardState {
    const { tasks, drivers, routes, alerts } = this.#state;
    if (this.#tasks === null && this.#drivers === null && this.#routes === null && this.#alerts === null) {
      return this.#state;
    }
    return {
      ...this.#state,
      tasks: this.#tasks ?? tasks,
      drivers: this.#drivers ?? drivers,
      routes: this.#routes ?? routes,
      alerts: this.#alerts ?? alerts,
    };
  }

  apply(message: LiveMessage): void {
    const { event, payload } = message;
    if (event === 'driver.updated' && this.#driverOf(payload.driverId) === undefined)
      this.gaps.drivers.set(payload.driverId, message);
    switch (event) {
      case 'task.updated':
        this.#task(payload);
        break;
      case 'driver.updated':
        this.#driver(payload.driverId, payload.version, (driver) => driverAfter(driver, payload));
        break;
      case 'shift.updated':
        this.#driver(payload.driverId, payload.version, (driver) => ({
          ...driver,
          shiftEndsAt: payload.status === 'ENDED' ? null : (payload.plannedEnd ?? null),
        }));
        break;
      case 'cash.updated':
        this.#driver(payload.driverId, payload.version, (driver) => cashAfter(driver, payload));
        break;
      case 'presence.changed':
        this.#driver(payload.driverId, null, (driver) => ({ ...driver, presence: payload.presence }));
        break;
      case 'route.updated':
        this.#route(payload);
        break;
      case 'alert.raised':
      case 'alert.updated':
        this.#alert(payload);
        break;
      default:
        // Other events only affect lists, which are read again.
        break;
    }
  }

  /** Stores tasks as the service has just returned them. */
  putTasks(tasks: readonly BoardTask[]): void {
    const board = this.#editTasks();
    for (const task of tasks) {
      if ((board.get(task.taskId)?.version ?? 0) <= task.version) board.set(task.taskId, task);
    }
  }

  putDriver(driver: BoardDriver): void {
    const known = this.#driverOf(driver.driverId);
    if ((known?.version ?? 0) <= driver.version) this.#editDrivers().set(driver.driverId, driver);
  }

  /** For drivers of unknown presence only: what events have reported meanwhile is newer. */
  putPresences(presences: ReadonlyMap<string, BoardDriver['presence']>): void {
    for (const driver of this.#state.drivers.values()) {
      const presence = presences.get(driver.driverId) ?? 'UNKNOWN';
      if (driver.presence === 'UNKNOWN' && presence !== 'UNKNOWN')
        this.#editDrivers().set(driver.driverId, { ...driver, presence });
    }
  }

  putRoute(route: Route): void {
    this.#editRoutes().set(route.driverId, route);
  }

  /** Removes tasks that ended before a moment. */
  dropEnded(before: number): void {
    for (const { taskId, endedAt } of this.#state.tasks.values()) {
      if (endedAt !== null && Date.parse(endedAt) < before) this.#editTasks().delete(taskId);
    }
  }

  #task(payload: LiveSchemas['TaskUpdated']): void {
    const { taskId, version } = payload;
    const known = (this.#tasks ?? this.#state.tasks).get(taskId);
    if (known === undefined) this.gaps.tasks.add(taskId);
    else if (version >= known.version) this.#editTasks().set(taskId, taskAfter(known, payload, this.#now));
  }

  /** Events of one commit share a version, so an equal version is news, too. */
  #driver(driverId: string, version: number | null, after: (driver: BoardDriver) => BoardDriver): void {
    const known = this.#driverOf(driverId);
    if (known === undefined || (version !== null && version < known.version)) return;
    this.#editDrivers().set(driverId, { ...after(known), version: version ?? known.version });
  }

  #route({ driverId, routeId, routeVersion, stops }: LiveSchemas['RouteUpdated']): void {
    const former = (this.#routes ?? this.#state.routes).get(driverId);
    if (routeId === null || routeVersion === null) {
      if (former !== undefined) this.#editRoutes().delete(driverId);
      return;
    }
    const same = former?.id === routeId ? former : undefined;
    this.#editRoutes().set(driverId, {
      id: routeId,
      driverId,
      driverName: this.#driverOf(driverId)?.fullName ?? former?.driverName ?? '',
      shiftId: former?.shiftId ?? '',
      version: routeVersion,
      stops: stops.flatMap((stop, sequence) => this.#stop(stop, sequence, same) ?? []),
    });
  }

  #stop(
    { stopId, taskId, kind, done, eta }: LiveSchemas['RouteStop'],
    sequence: number,
    former: Route | undefined,
  ): RouteStop | null {
    const known = former?.stops.find((stop) => stop.stopId === stopId);
    const task = (this.#tasks ?? this.#state.tasks).get(taskId);
    if (task === undefined) this.gaps.tasks.add(taskId);
    const location = known?.location ?? (kind === 'DROPOFF' ? task?.dropoff.location : task?.pickup.location);
    if (location === undefined) return null;
    const { arrivedAt = null, locked = false } = known ?? {};
    return { stopId, taskId, kind, sequence, location, eta, arrivedAt, locked, done };
  }

  #alert({ alertId, version, status, ...rest }: BoardAlert): void {
    const known = (this.#alerts ?? this.#state.alerts).get(alertId);
    if (known !== undefined && version < known.version) return;
    if (status === 'RESOLVED') this.#editAlerts().delete(alertId);
    else this.#editAlerts().set(alertId, { alertId, version, status, ...rest });
  }

  #driverOf(driverId: string): BoardDriver | undefined {
    return (this.#drivers ?? this.#state.drivers).get(driverId);
  }

  #editTasks(): Map<string, BoardTask> {
    this.#tasks ??= new Map(this.#state.tasks);
    return this.#tasks;
  }

  #editDrivers(): Map<string, BoardDriver> {
    this.#drivers ??= new Map(this.#state.drivers);
    return this.#drivers;
  }

  #editRoutes(): Map<string, Route> {
    this.#routes ??= new Map(this.#state.routes);
    return this.#routes;
  }

  #editAlerts(): Map<string, BoardAlert> {
    this.#alerts ??= new Map(this.#state.alerts);
    return this.#alerts;
  }
}

/** Times that only the service knows are set to the time the event was received. */
function taskAfter(task: BoardTask, payload: LiveSchemas['TaskUpdated'], now: string): BoardTask {
  const { status, driverId, round, zoneId, dueBy, version } = payload;
  const { pickupEta, dropoffEta, attempt, failure, handOverTo } = payload;
  const waits = status === 'UNASSIGNED';
  const failsNow = status === 'FAILED' && task.status !== 'FAILED';
  const waitedBefore = waits && task.status === 'UNASSIGNED' && task.round === round;
  return {
    ...task,
    ...{ status, driverId, round, zoneId, dueBy, version },
    ...{ pickupEta, dropoffEta, attempt, failure, handOverTo },
    failedAt: failure === null ? null : failsNow ? now : (task.failedAt ?? now),
    waitingSince: waits ? (waitedBefore ? task.waitingSince : now) : null,
    endedAt: isEnded(status) ? (task.endedAt ?? now) : null,
  };
}

function driverAfter(driver: BoardDriver, payload: LiveSchemas['DriverUpdated']): BoardDriver {
  const { status, duty, idleSince, shiftEndsAt, zoneIds, capacity, itemsAssigned, activeTasks } = payload;
  const { cashOnHand, codAssigned, projected, cashLimit, nearLimit, overLimit, carryOver } = payload;
  const cash = {
    onHand: qar(cashOnHand),
    assigned: qar(codAssigned),
    projected: qar(projected),
    limit: cashLimit === null ? null : qar(cashLimit),
    ...{ nearLimit, overLimit, carryOver },
  };
  const own = { status, duty, idleSince, shiftEndsAt, zoneIds, capacity, itemsAssigned, activeTasks };
  return { ...driver, ...own, cash };
}

function cashAfter(driver: BoardDriver, payload: LiveSchemas['CashUpdated']): BoardDriver {
  const { cashOnHand, cashLimit, projected, nearLimit } = payload;
  return {
    ...driver,
    cash: {
      ...driver.cash,
      onHand: qar(cashOnHand),
      limit: cashLimit === null ? null : qar(cashLimit),
      projected: projected === undefined ? driver.cash.projected : qar(projected),
      nearLimit: nearLimit ?? driver.cash.nearLimit,
    },
  };
}

function qar(amount: string) {
  return { amount, currency: 'QAR' as const };
}
