import { metresBetween } from '../geo/distance.ts';
import { secondsBetween } from '../planning/instants.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { EventContext, RowOp } from '../runtime/machine.ts';
import { nameOf, openStops } from './legs.ts';
import type { DriverState, Left, Route, Stop } from './state.ts';

/** The way that ended with an arrival, driven in one go. */
export type FinishedLeg = {
  from: Point;
  to: Point;
  fromZoneId: string | null;
  toZoneId: string | null;
  startedAt: string;
  /** Seconds, as the plan said when the driver set off. */
  planned: number;
};

/** The zones that the way under way began in and leads to, for the records. */
export interface ZonesOfLeg {
  fromZoneId?: string | null;
  toZoneId?: string | null;
}

/** The driver sets off from a stop to the next one; undefined where there is none, or a plan without legs. */
export function leaving(route: Route, from: Stop, at: string): Left | undefined {
  const [planned] = route.legs ?? [];
  if (planned === undefined) return undefined;
  return { latitude: from.latitude, longitude: from.longitude, at, planned };
}

/** A driver who is sent elsewhere does not finish the way: it says nothing of how long it takes. */
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

interface Arrival {
  taskId: string;
  kind: Stop['kind'];
  /** When the driver arrived, or, if that was not seen, when the stop was done; RFC 3339. */
  until: string;
  seen: boolean;
  leg: FinishedLeg | undefined;
}

/** A finished way as a row. Where the arrival was not seen, the stop's service is taken off the time until it was done. */
export function legRows(
  { driverId }: DriverState,
  { taskId, kind, until, seen, leg }: Arrival,
  context: EventContext,
): RowOp[] {
  if (leg === undefined) return [];
  const { from, to } = leg;
  const elapsed = secondsBetween(leg.startedAt, until) - (seen ? 0 : cityTravelTimes.service);
  const seconds = Math.round(elapsed);
  if (seconds < 1) return [];
  const row = {
    id: context.id('leg'),
    driver_id: driverId,
    task_id: taskId,
    kind,
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
