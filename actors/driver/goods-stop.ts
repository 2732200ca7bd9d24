import { cheapestPlace } from '../planning/place-stop.ts';
import type { Point } from '../planning/point.ts';
import type { PlannedStop } from '../planning/timeline.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import { replanned } from './remove-work.ts';
import { plannedStops } from './route.ts';
import type { DriverState, Route, Stop } from './state.ts';

/**
 * Where goods on board are to be delivered: the stop's index in the route without the task's other stops, and its
 * location.
 */
export type GoodsPlace = { kind: 'DROPOFF' | 'RETURN'; index: number; place: Point };

/**
 * The route without the stops where a task's goods were to be delivered. The goods are on board, so a pickup that was
 * done stays, and an open one is removed: the command that reports it done is still on its way.
 */
function strippedOf(route: Route, taskId: string): Stop[] {
  return route.stops.filter((stop) => stop.taskId !== taskId || stop.done === true);
}

/**
 * The cheapest index for one more stop for goods on board in the stripped route, whose other stops keep their order.
 * Null without a route.
 * @param now When the driver departs, RFC 3339.
 */
function placeStop(
  state: DriverState,
  now: string,
  taskId: string,
  stop: Point & Pick<PlannedStop, 'dueBy' | 'notBefore'>,
): number | null {
  const { route } = state;
  if (route === undefined) return null;
  const stripped = { ...state, route: { ...route, stops: strippedOf(route, taskId) } };
  const start = { origin: route.origin ?? null, startAt: now, travel: cityTravelTimes };
  return cheapestPlace(start, plannedStops(stripped), { ...stop, fixed: false, done: false });
}

interface Goods {
  pickup: Point;
  dropoff: Point;
  dueBy: string;
  notBefore?: string | undefined;
}

/** Finds the place in the route for the stop where a task's goods are to be delivered. Null without a route. */
export function placeGoods(
  state: DriverState,
  now: string,
  taskId: string,
  kind: 'DROPOFF' | 'RETURN',
  { pickup, dropoff, dueBy, notBefore }: Goods,
): GoodsPlace | null {
  const place = kind === 'RETURN' ? pickup : dropoff;
  // A return is never late, and has no promised slot.
  const promised = kind === 'RETURN' ? { dueBy: null } : { dueBy, notBefore };
  const index = placeStop(state, now, taskId, { ...place, ...promised });
  return index === null ? null : { kind, index, place };
}

/** The state in which the task's goods have exactly this stop, or none. */
export function withGoods(state: DriverState, taskId: string, goods: GoodsPlace | null): DriverState {
  const { route } = state;
  if (route === undefined) return state;
  const stops = strippedOf(route, taskId);
  if (goods !== null) stops.splice(goods.index, 0, { taskId, kind: goods.kind, ...goods.place });
  return { ...state, route: replanned(route, { stops, origin: route.origin }, route.plannedAt) };
}
