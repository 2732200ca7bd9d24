import { accepted, notFound, refused, unchanged } from '../machines/decision.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { RouteCommand, RouteFacts } from './commands.ts';
import { legsAlong, nameOf, openStops } from './legs.ts';
import { orderFaults, type WantedStop } from './order-faults.ts';
import type { DriverState, Route } from './state.ts';
import { type RouteStatus, routeTable } from './transitions.ts';
import { type DriverDecision, driverEvent, type Handlers, type OnDriver, refuseState } from './turn.ts';

export const routeHandlers: Handlers<RouteCommand['type']> = {
  'arrange-stops': arrange,
  'replan-route': replan,
  'retime-route': retime,
};

/** A dispatcher's own order of the open stops, and which of them are locked. */
function arrange(at: OnDriver<'arrange-stops'>): DriverDecision {
  const { stops } = at.command;
  return onRoute(at, (route) => {
    const faults = orderFaults(at.state, stops);
    if (faults.length > 0) return refuseOrder(faults);
    if (isPresent(route, stops)) return unchanged({ routeVersion: route.version });
    const order = stops.map(({ stopId }) => stopId);
    const locked = stops.filter((stop) => stop.locked).map(({ stopId }) => stopId);
    return accepted(
      [{ ...driverEvent(at.facts), type: 'ROUTE_ARRANGED', ...planned(route, order, at.facts), locked }],
      { routeVersion: route.version + 1 },
    );
  });
}

/** An order that planning found, for the version it was made from. Locks stay as they are. */
function replan(at: OnDriver<'replan-route'>): DriverDecision {
  const { order } = at.command;
  return onRoute(at, (route) => {
    const locks = new Set(openStops(route).flatMap((stop) => (stop.locked === true ? [nameOf(stop)] : [])));
    const stops = order.map((stopId) => ({ stopId, locked: locks.has(stopId) }));
    const faults = orderFaults(at.state, stops);
    if (faults.length > 0) return refuseOrder(faults);
    if (isPresent(route, stops)) return unchanged({ routeVersion: route.version });
    return accepted(
      [{ ...driverEvent(at.facts), type: 'ROUTE_REPLANNED', ...planned(route, order, at.facts) }],
      { routeVersion: route.version + 1 },
    );
  });
}

/**
 * New times for the same stops, seen from where the driver is. The word of a duty that looked at the route a moment
 * ago: where that has changed meanwhile, the change has brought new times by itself.
 */
function retime({ state, command, facts }: OnDriver<'retime-route'>): DriverDecision {
  const { routeId, routeVersion, origin, legs } = command;
  const { route } = state;
  if (route?.routeId !== routeId || route.version !== routeVersion) return unchanged();
  if (legs.length !== openStops(route).length || legs.length === 0) return unchanged();
  return accepted([{ ...driverEvent(facts), type: 'ROUTE_RETIMED', routeId, origin, legs }]);
}

type RouteNow = {
  state: DriverState;
  command: { routeId: string; expectedRouteVersion: number; by: OnDriver<'arrange-stops'>['command']['by'] };
};

function onRoute({ state, command }: RouteNow, then: (route: Route) => DriverDecision): DriverDecision {
  const { routeId, expectedRouteVersion, by } = command;
  const { route } = state;
  if (route === undefined) {
    return refuseState<RouteStatus>('delivery.INVALID_STATE', routeTable, 'CLOSED', by.role);
  }
  if (route.routeId !== routeId) return notFound('route');
  if (route.version !== expectedRouteVersion) {
    return refused('common.PRECONDITION_FAILED', 'This route has changed since you looked: look again.', {
      currentVersion: route.version,
    });
  }
  return then(route);
}

function refuseOrder(faults: ReturnType<typeof orderFaults>): DriverDecision {
  return refused('delivery.ROUTE_INVALID', faults.map(({ message }) => message).join(' '), { faults });
}

function isPresent(route: Route, stops: readonly WantedStop[]): boolean {
  return openStops(route).every(
    (stop, index) => nameOf(stop) === stops[index]?.stopId && (stop.locked === true) === stops[index]?.locked,
  );
}

/** The new order, and how long its ways take from where the driver is now. */
function planned(route: Route, order: readonly string[], { position, travel = cityTravelTimes }: RouteFacts) {
  const stops = new Map(openStops(route).map((stop) => [nameOf(stop), stop]));
  const origin: Point | null = position ?? route.origin ?? null;
  const places = order.flatMap((stopId) => stops.get(stopId) ?? []);
  return { routeId: route.routeId, order: [...order], origin, legs: legsAlong(travel, origin, places) };
}
