import type { DriverEvent } from './events.ts';
import { stillUnderWay } from './left.ts';
import { nameOf, openStops } from './legs.ts';
import type { DriverState, Route, Stop } from './state.ts';

/** A new order of the stops, new locks, new times. */
export function evolveRoute(state: DriverState, event: DriverEvent): DriverState {
  const { route } = state;
  if (route === undefined) return state;
  switch (event.type) {
    case 'ROUTE_ARRANGED': {
      const locked = new Set(event.locked);
      const stops = inOrder(route, event.order).map((stop) => withLock(stop, locked.has(nameOf(stop))));
      return { ...state, route: replanned(route, stops, event) };
    }
    case 'ROUTE_REPLANNED':
      return { ...state, route: replanned(route, inOrder(route, event.order), event) };
    case 'ROUTE_RETIMED': {
      // Not a change of the route: who edits it goes on with the version they saw.
      const { origin, legs, at } = event;
      return { ...state, route: { ...route, origin, legs, plannedAt: at } };
    }
    case 'BREAK_STARTED':
      // The way is not driven in one go.
      return { ...state, route: { ...route, left: undefined } };
    default:
      return state;
  }
}

type Planned = Extract<DriverEvent, { type: 'ROUTE_ARRANGED' | 'ROUTE_REPLANNED' }>;

function replanned(route: Route, open: readonly Stop[], { origin, legs, at }: Planned): Route {
  const done = route.stops.filter((stop) => stop.done === true);
  const version = route.version + 1;
  const stops = [...done, ...open];
  const left = stillUnderWay(route, { stops });
  return { ...route, stops, version, origin: origin ?? undefined, plannedAt: at, legs, left };
}

function inOrder(route: Route, order: readonly string[]): Stop[] {
  const stops = new Map(openStops(route).map((stop) => [nameOf(stop), stop]));
  return order.flatMap((stopId) => stops.get(stopId) ?? []);
}

function withLock({ locked: _former, ...stop }: Stop, locked: boolean): Stop {
  return locked ? { ...stop, locked } : stop;
}
