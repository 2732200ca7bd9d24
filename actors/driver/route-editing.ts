import { accepted, notFound, refused, unchanged } from '../machines/decision.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { Decision } from '../runtime/machine.ts';
import {
  always,
  type Commands,
  type DriverTurn,
  type Events,
  type Given,
  type Happened,
} from './behaviour.ts';
import { stillUnderWay } from './departure.ts';
import { legsAlong, nameOf, openStops } from './legs.ts';
import type { DriverState, Route, Stop } from './state.ts';
import { type StopSequenceError, stopSequenceErrors, type WantedStop } from './stop-sequence-errors.ts';
import type { RouteFacts } from './taking-on.ts';
import { type RouteStatus, routeTable } from './transitions.ts';
import { driverEvent, refuseState } from './turn.ts';

/** Sequence, locks and times of the stops on the present shift's route. A stop's id is `<taskId>:<kind>`. */
export type RouteCommand = ArrangeStops | ReplanRoute | RetimeRoute;

type OnRoute = { routeId: string; expectedRouteVersion: number };
type ArrangeStops = Given<'arrange-stops', OnRoute & { stops: WantedStop[] }>;
type ReplanRoute = Given<'replan-route', OnRoute & { order: string[] }>;
/** From a scheduled job: the driver's position, and the whole seconds of the legs to the open stops. */
type RetimeRoute = Given<
  'retime-route',
  { routeId: string; routeVersion: number; origin: Point; legs: number[] }
>;

export type RouteEditingFacts = { 'arrange-stops': RouteFacts; 'replan-route': RouteFacts };

export type RouteEvent =
  | RouteArranged
  | Happened<'ROUTE_REPLANNED', PlannedOrder>
  | Happened<'ROUTE_RETIMED', { routeId: string; origin: Point; legs: number[] }>;

/** The ids of the open stops in their new order, and the plan that starts at `at` from `origin`. */
type PlannedOrder = { routeId: string; order: string[]; origin: Point | null; legs: number[] };
type RouteArranged = Happened<'ROUTE_ARRANGED', PlannedOrder & { locked: string[] }>;

export const routeCommands: Commands<RouteCommand, RouteEvent, RouteEditingFacts> = {
  'arrange-stops': arrange,
  'replan-route': replan,
  'retime-route': retime,
};

export const routeEvents: Events<RouteEvent> = {
  ROUTE_ARRANGED: {
    evolve: onRouteOf<RouteArranged>((route, event) => {
      const locked = new Set(event.locked);
      const stops = inOrder(route, event.order).map((stop) => withLock(stop, locked.has(nameOf(stop))));
      return reordered(route, stops, event);
    }),
    quiet: true,
    touchesRoute: always,
  },
  ROUTE_REPLANNED: {
    evolve: onRouteOf((route, event) => reordered(route, inOrder(route, event.order), event)),
    quiet: true,
    touchesRoute: always,
  },
  ROUTE_RETIMED: {
    // Does not increase the route's version, so a dispatcher who is editing it may continue with the version they saw.
    evolve: onRouteOf((route, { origin, legs, at }) => ({ ...route, origin, legs, plannedAt: at })),
    quiet: true,
    touchesRoute: always,
  },
};

/** Applies a dispatcher's sequence of the open stops and their locks. */
function arrange(at: DriverTurn<ArrangeStops, RouteFacts>): Decision<RouteEvent> {
  const { stops } = at.command;
  return onRoute(at, (route) => {
    const errors = stopSequenceErrors(at.state, stops);
    if (errors.length > 0) return refuseOrder(errors);
    if (isPresent(route, stops)) return unchanged({ routeVersion: route.version });
    const order = stops.map(({ stopId }) => stopId);
    const locked = stops.filter((stop) => stop.locked).map(({ stopId }) => stopId);
    return accepted(
      [{ ...driverEvent(at.facts), type: 'ROUTE_ARRANGED', ...planned(route, order, at.facts), locked }],
      { routeVersion: route.version + 1 },
    );
  });
}

/** Applies a sequence found by planning, for the version it was made from. Locks stay unchanged. */
function replan(at: DriverTurn<ReplanRoute, RouteFacts>): Decision<RouteEvent> {
  const { order } = at.command;
  return onRoute(at, (route) => {
    const locks = new Set(openStops(route).flatMap((stop) => (stop.locked === true ? [nameOf(stop)] : [])));
    const stops = order.map((stopId) => ({ stopId, locked: locks.has(stopId) }));
    const errors = stopSequenceErrors(at.state, stops);
    if (errors.length > 0) return refuseOrder(errors);
    if (isPresent(route, stops)) return unchanged({ routeVersion: route.version });
    return accepted(
      [{ ...driverEvent(at.facts), type: 'ROUTE_REPLANNED', ...planned(route, order, at.facts) }],
      { routeVersion: route.version + 1 },
    );
  });
}

/**
 * New times for the same stops from the driver's present position. If the route has changed since the job read it, that
 * change brought new times already, and this command is dropped.
 */
function retime({ state, command, facts }: DriverTurn<RetimeRoute>): Decision<RouteEvent> {
  const { routeId, routeVersion, origin, legs } = command;
  const { route } = state;
  if (route?.routeId !== routeId || route.version !== routeVersion) return unchanged();
  if (legs.length !== openStops(route).length || legs.length === 0) return unchanged();
  return accepted([{ ...driverEvent(facts), type: 'ROUTE_RETIMED', routeId, origin, legs }]);
}

function onRoute(
  { state, command }: DriverTurn<ArrangeStops | ReplanRoute>,
  then: (route: Route) => Decision<RouteEvent>,
): Decision<RouteEvent> {
  const { routeId, expectedRouteVersion, by } = command;
  const { route } = state;
  if (route === undefined) {
    return refuseState<RouteStatus>('delivery.INVALID_STATE', routeTable, 'CLOSED', by.role);
  }
  if (route.routeId !== routeId) return notFound('route');
  if (route.version !== expectedRouteVersion) {
    return refused(
      'common.PRECONDITION_FAILED',
      'This route has changed since you loaded it. Load it again.',
      {
        currentVersion: route.version,
      },
    );
  }
  return then(route);
}

function refuseOrder(errors: readonly StopSequenceError[]): Decision<never> {
  const detail = errors.map(({ message }) => message).join(' ');
  return refused('delivery.ROUTE_INVALID', detail, { faults: [...errors] });
}

function isPresent(route: Route, stops: readonly WantedStop[]): boolean {
  return openStops(route).every(
    (stop, index) => nameOf(stop) === stops[index]?.stopId && (stop.locked === true) === stops[index]?.locked,
  );
}

/** The new sequence with its leg times from the driver's present position. */
function planned(
  route: Route,
  order: readonly string[],
  { position, travel = cityTravelTimes }: RouteFacts,
): PlannedOrder {
  const stops = new Map(openStops(route).map((stop) => [nameOf(stop), stop]));
  const origin: Point | null = position ?? route.origin ?? null;
  const places = order.flatMap((stopId) => stops.get(stopId) ?? []);
  return { routeId: route.routeId, order: [...order], origin, legs: legsAlong(travel, origin, places) };
}

/** Evolves the route; a driver without one is unchanged. */
function onRouteOf<E>(
  change: (route: Route, event: E) => Route,
): (state: DriverState, event: E) => DriverState {
  return (state, event) =>
    state.route === undefined ? state : { ...state, route: change(state.route, event) };
}

function reordered(
  route: Route,
  open: readonly Stop[],
  { origin, legs, at }: PlannedOrder & { at: string },
): Route {
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
