import { cheapestPlace } from '../planning/place-stop.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { GoodsPlace } from './events.ts';
import { plannedStops } from './route.ts';
import type { DriverState, Route, Stop } from './state.ts';
import { replanned } from './without-work.ts';

/**
 * The route without the places where a task's goods were to be left. They are on board: where they came from stays as
 * a stop that was made, and is none any more if the word of it is still on its way.
 */
export function strippedOf(route: Route, taskId: string): Stop[] {
  return route.stops.filter((stop) => stop.taskId !== taskId || stop.done === true);
}

/**
 * Where one stop for goods on board is best put into the stripped route, whose other stops keep their order.
 * Null without a route.
 * @param now When the driver sets off, RFC 3339.
 * @param dueBy Latest arrival; null where nothing is late.
 */
function placeStop(
  state: DriverState,
  now: string,
  taskId: string,
  place: Point,
  dueBy: string | null,
): number | null {
  const { route } = state;
  if (route === undefined) return null;
  const stripped = { ...state, route: { ...route, stops: strippedOf(route, taskId) } };
  const start = { origin: route.origin ?? null, startAt: now, travel: cityTravelTimes };
  return cheapestPlace(start, plannedStops(stripped), { ...place, dueBy, fixed: false, done: false });
}

/** Where the goods of one task are to be left, put into the route. Null without a route. */
export function placeGoods(
  state: DriverState,
  now: string,
  taskId: string,
  kind: 'DROPOFF' | 'RETURN',
  { pickup, dropoff, dueBy }: { pickup: Point; dropoff: Point; dueBy: string },
): GoodsPlace | null {
  const place = kind === 'RETURN' ? pickup : dropoff;
  const index = placeStop(state, now, taskId, place, kind === 'RETURN' ? null : dueBy);
  return index === null ? null : { kind, index, place };
}

/** The state with the one place where the task's goods are to be left, or none. */
export function withGoods(state: DriverState, taskId: string, goods: GoodsPlace | null): DriverState {
  const { route } = state;
  if (route === undefined) return state;
  const stops = strippedOf(route, taskId);
  if (goods !== null) stops.splice(goods.index, 0, { taskId, kind: goods.kind, ...goods.place });
  return { ...state, route: replanned(route, { stops, origin: route.origin }, route.plannedAt) };
}
