import { leaving, stillUnderWay } from './departure.ts';
import { keptLegs } from './legs.ts';
import { type DriverState, MAX_TOMBSTONES, type Route, type Stop, tombstoneOf } from './state.ts';

type Ended = { offerId: string; taskId: string | null; at: string };

/** The offer holds nothing any more and cannot be revived; work taken on under it is removed with its stops. */
export function removeWork(state: DriverState, { offerId, taskId, at }: Ended): DriverState {
  const reservations = without(state.reservations, offerId);
  const buried = { ...state, reservations, tombstones: bury(state.tombstones, offerId) };
  if (taskId === null || state.work[taskId]?.offerId !== offerId) return buried;
  const work = without(state.work, taskId);
  return { ...buried, work, route: withoutTask(state.route, taskId, at), idleSince: idle(state, work, at) };
}

/** Idle since the last work ended; a driver who was idle before keeps the earlier time. */
export function idle(state: DriverState, work: DriverState['work'], at: string): string | undefined {
  const busy = Object.values(work).some((task) => task.finished === undefined);
  return busy || state.shift === undefined ? undefined : (state.idleSince ?? at);
}

export function bury(tombstones: readonly string[], offerId: string): string[] {
  const tombstone = tombstoneOf(offerId);
  return [...tombstones.filter((other) => other !== tombstone), tombstone].slice(-MAX_TOMBSTONES);
}

export function without<T>(record: { [key: string]: T }, key: string): { [key: string]: T } {
  const { [key]: _gone, ...rest } = record;
  return rest;
}

/**
 * The task is finished or taken away: its stops are removed, and a new plan starts from the driver's position, if
 * known.
 */
export function withoutTask(
  route: Route | undefined,
  taskId: string,
  at: string,
  from?: Stop,
): Route | undefined {
  if (route === undefined || !route.stops.some((stop) => stop.taskId === taskId)) return route;
  const stops = route.stops.filter((stop) => stop.taskId !== taskId);
  if (from === undefined) return replanned(route, { stops, origin: route.origin }, route.plannedAt);
  const { latitude, longitude } = from;
  const next = replanned(route, { stops, origin: { latitude, longitude } }, at);
  return { ...next, left: leaving(next, from, at) };
}

type Change = Pick<Route, 'stops'> & { origin?: Route['origin']; legs?: number[] | undefined };

/** The plan from `at` on. Legs the change does not supply are kept where possible. */
export function replanned(route: Route, { stops, origin, legs }: Change, at: string): Route {
  const next = { ...route, stops, origin };
  return {
    ...next,
    legs: legs ?? keptLegs(route, next),
    left: stillUnderWay(route, next),
    plannedAt: at,
    version: route.version + 1,
  };
}
