import { breaksFrom } from '../../../actors/driver/eta.ts';
import { nameOf, openStops } from '../../../actors/driver/legs.ts';
import type { DriverState, Stop } from '../../../actors/driver/state.ts';
import { secondsBetween } from '../../../actors/planning/instants.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { PlanTask, PlanVehicle, StopKind, StopNeeds } from '../../../actors/planning/problem.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';

/** A driver as planning sees it: the actor's state and the device's position. */
export interface LiveDriver {
  state: DriverState;
  position: Point | null;
}

/** The slot promised to a buyer. */
export interface PromisedWindow {
  from: Date | null;
  to: Date | null;
}

/** Beyond any plan's horizon, and within the planner's 32-bit integers. */
const MAX_TICKS = 500_000_000;

/** The distinct places of a problem. */
export class Places {
  readonly points: Point[] = [];
  readonly #known = new Map<string, number>();

  of({ latitude, longitude }: Point): number {
    const key = `${latitude},${longitude}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.points.length);
    return this.points.push({ latitude, longitude }) - 1;
  }
}

export function originOf({ state, position }: LiveDriver): Point | null {
  const { route } = state;
  return position ?? route?.origin ?? (route === undefined ? null : (openStops(route)[0] ?? null));
}

/** Seconds from now, clamped to the planner's range. */
export function ticks(now: string, at: string): number {
  return Math.max(-MAX_TICKS, Math.min(MAX_TICKS, Math.round(secondsBetween(now, at))));
}

/** The driver's vehicle; null if no starting place is known. A stop the driver has arrived at stays first. */
export function vehicleOf(driver: LiveDriver, places: Places, now: string): PlanVehicle | null {
  const { state } = driver;
  const origin = originOf(driver);
  if (origin === null || state.route === undefined) return null;
  const { plannedEnd } = state.shift ?? {};
  return {
    id: state.driverId,
    start: places.of(origin),
    startAt: 0,
    end: null,
    endBy: plannedEnd === undefined ? null : { at: ticks(now, plannedEnd), hard: false },
    breaks: breaksFrom(state.shift, now).map(({ from, to }) => ({
      from: Math.round(from),
      to: Math.round(to),
    })),
    capacity: [state.capacity],
    stops: openStops(state.route).map(({ taskId, kind, locked, arrivedAt }) => ({
      taskId,
      kind: planKind(kind),
      locked: locked === true || arrivedAt !== undefined,
    })),
  };
}

/** For planning, goods being returned are goods on board. */
function planKind(kind: Stop['kind']): StopKind {
  return kind === 'PICKUP' ? 'PICKUP' : 'DROPOFF';
}

/** The driver's accepted tasks, which plans never give to others. */
export function acceptedTasks(
  { state }: LiveDriver,
  places: Places,
  now: string,
  windows: ReadonlyMap<string, PromisedWindow>,
): PlanTask[] {
  const byTask = new Map<string, Stop[]>();
  for (const stop of state.route === undefined ? [] : openStops(state.route)) {
    byTask.set(stop.taskId, [...(byTask.get(stop.taskId) ?? []), stop]);
  }
  return [...byTask].flatMap(([taskId, stops]) => {
    const work = state.work[taskId];
    const pickup = stops.find(({ kind }) => kind === 'PICKUP');
    const door = stops.find(({ kind }) => kind !== 'PICKUP');
    if (work === undefined || door === undefined) return [];
    return {
      id: taskId,
      pickup: pickup === undefined ? null : pickupNeeds(places.of(pickup)),
      dropoff: doorNeeds(places.of(door), now, work.dueBy, windows.get(taskId)),
      load: [work.items],
      priority: 1,
      allowed: [state.driverId],
      carriedBy: pickup === undefined ? state.driverId : null,
    };
  });
}

const SERVICE = cityTravelTimes.service;

/**
 * Time window at the buyer's door: the promised slot, ending no later than the task is due. Later arrival is allowed
 * and counts as late.
 */
export function doorNeeds(place: number, now: string, dueBy: string, window?: PromisedWindow): StopNeeds {
  const end = window?.to == null ? dueBy : window.to.toISOString();
  const latest = Math.min(ticks(now, dueBy), ticks(now, end));
  const earliest = window?.from == null ? 0 : Math.max(0, ticks(now, window.from.toISOString()));
  return { place, earliest, latest: { at: latest, hard: false }, service: SERVICE };
}

export function pickupNeeds(place: number): StopNeeds {
  return { place, earliest: 0, latest: null, service: SERVICE };
}

/** Ids of the actor's stops by the planner's name for them. */
export function stopIdsOf({ route }: DriverState): Map<string, string> {
  const open = route === undefined ? [] : openStops(route);
  return new Map(open.map((stop) => [`${stop.taskId}:${planKind(stop.kind)}`, nameOf(stop)]));
}
