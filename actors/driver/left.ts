import { metresBetween } from '../geo/distance.ts';
import { secondsBetween } from '../planning/instants.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { ZonesOfLeg } from './commands.ts';
import type { DriverEvent, FinishedLeg } from './events.ts';
import { nameOf, openStops } from './legs.ts';
import type { DriverState, Left, Route, Stop } from './state.ts';

/** The driver sets off from a stop to the next one; undefined where there is none, or a plan without legs. */
export function leaving(route: Route, from: Stop, at: string): Left | undefined {
  const [planned] = route.legs ?? [];
  if (planned === undefined) return undefined;
  return { latitude: from.latitude, longitude: from.longitude, at, planned };
}

/** Whoever is sent elsewhere on the way doesn't finish that way: it tells nothing of how long it takes. */
export function stillUnderWay(before: Route, after: Pick<Route, 'stops'>): Left | undefined {
  const [former] = openStops(before);
  const [next] = openStops(after);
  if (former === undefined || next === undefined || nameOf(former) !== nameOf(next)) return undefined;
  return before.left;
}

/** The way that ends with the driver's arrival at this stop, if it was driven in one go. */
export function finishedLeg(
  { route }: DriverState,
  stop: Pick<Stop, 'taskId' | 'kind'>,
  { fromZoneId = null, toZoneId = null }: ZonesOfLeg,
): { leg?: FinishedLeg } {
  if (route?.left === undefined) return {};
  const [next] = openStops(route);
  if (next === undefined || nameOf(next) !== nameOf(stop)) return {};
  const { latitude, longitude, at, planned } = route.left;
  const from = { latitude, longitude };
  const to = { latitude: next.latitude, longitude: next.longitude };
  return { leg: { from, to, fromZoneId, toZoneId, startedAt: at, planned } };
}

/** A finished way as a row. Where nobody saw the arrival, the stop's service is taken off the time until it was done. */
export function legRows({ driverId }: DriverState, event: DriverEvent, context: EventContext): RowOp[] {
  if (!('leg' in event) || event.leg === undefined) return [];
  const { taskId, leg } = event;
  const { from, to } = leg;
  const seen = event.type === 'STOP_ARRIVED';
  const until = event.type === 'WORK_DONE' ? event.doneAt : event.arrivedAt;
  const elapsed = secondsBetween(leg.startedAt, until) - (seen ? 0 : cityTravelTimes.service);
  const seconds = Math.round(elapsed);
  if (seconds < 1) return [];
  const row = {
    id: context.id('leg'),
    driver_id: driverId,
    task_id: taskId,
    kind: event.type === 'WORK_DONE' ? 'DROPOFF' : event.stop,
    from_lat: from.latitude,
    from_lng: from.longitude,
    to_lat: to.latitude,
    to_lng: to.longitude,
    from_zone_id: leg.fromZoneId,
    to_zone_id: leg.toZoneId,
    started_at: leg.startedAt,
    arrived_at: until,
    arrival_seen: seen,
    straight_m: Math.round(metresBetween(from, to)),
    travel_s: seconds,
    planned_s: leg.planned,
    actor_version: context.version,
  };
  return [{ table: 'route_legs', op: 'insert', row }];
}
