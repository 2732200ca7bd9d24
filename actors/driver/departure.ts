import { metresBetween } from '../geo/distance.ts';
import { secondsBetween } from '../planning/instants.ts';
import type { Point } from '../planning/point.ts';
import { cityTravelTimes } from '../planning/travel-times.ts';
import type { EventContext, RowOp } from '../runtime/machine.ts';
import { nameOf, openStops } from './legs.ts';
import type { DriverState, Left, Route, Stop } from './state.ts';

/** A leg that ended with an arrival, driven without interruption. */
export type FinishedLeg = {
  from: Point;
  to: Point;
  fromZoneId: string | null;
  toZoneId: string | null;
  startedAt: string;
  /** Planned seconds, from the plan when the driver departed. */
  planned: number;
};

/** The zones in which the current leg begins and ends, for statistics. */
export interface ZonesOfLeg {
  fromZoneId?: string | null;
  toZoneId?: string | null;
}

/** The departure from a stop to the next one; undefined if there is none, or if the plan has no legs. */
export function leaving(route: Route, from: Stop, at: string): Left | undefined {
  const [planned] = route.legs ?? [];
  if (planned === undefined) return undefined;
  return { latitude: from.latitude, longitude: from.longitude, at, planned };
}

/**
 * The departure if the next stop is still the same. When the driver is sent elsewhere, the leg's time would be
 * meaningless, so it is dropped.
 */
export function stillUnderWay(before: Route, after: Pick<Route, 'stops'>): Left | undefined {
  const [former] = openStops(before);
  const [next] = openStops(after);
  if (former === undefined || next === undefined || nameOf(former) !== nameOf(next)) return undefined;
  return before.left;
}

/** The leg that ends with the driver's arrival at this stop, if it was driven without interruption. */
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
  /** When the driver arrived, or if that was not recorded, when the stop was done; RFC 3339. */
  until: string;
  seen: boolean;
  leg: FinishedLeg | undefined;
}

/** The row of a finished leg. If the arrival was not recorded, the service time is subtracted. */
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
