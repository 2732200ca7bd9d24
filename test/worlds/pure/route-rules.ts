import type { DriverEvent } from '../../../actors/driver/behaviours.ts';
import { nameOf, openStops } from '../../../actors/driver/legs.ts';
import type { DriverState, Stop } from '../../../actors/driver/state.ts';
import { Broken } from './broken.ts';

const RULE = 'stops are in a valid order';

/**
 * After every commit of a driver: what is done comes first and stays as it was, goods are picked up before they are
 * dropped off, no stop is there twice or without its work, and a plan moves nothing that is locked.
 */
export function checkRoute(before: DriverState, after: DriverState, events: readonly DriverEvent[]): void {
  const { driverId, route, work } = after;
  if (route === undefined) return;
  const wrong = (what: string) =>
    new Broken(RULE, `${driverId}: ${what}: ${route.stops.map(told).join(', ')}`);
  const open = openStops(route);
  if (route.stops.slice(route.stops.length - open.length).some(({ done }) => done === true))
    throw wrong('a stop that is done comes after an open one');
  if (new Set(open.map(nameOf)).size < open.length) throw wrong('a stop is there twice');
  const pickedUp = new Set<string>();
  for (const { taskId, kind } of route.stops) {
    if (work[taskId] === undefined) throw wrong(`nothing is known of ${taskId}`);
    if (kind === 'PICKUP') pickedUp.add(taskId);
    else if (work[taskId]?.pickedUp !== true && !pickedUp.has(taskId))
      throw wrong(`${taskId} is dropped off before its pickup`);
  }
  if (route.legs !== undefined && route.legs.length !== open.length) throw wrong('a way is missing');
  if (before.route?.routeId !== route.routeId) return;
  const planned = events.some(({ type }) => type === 'ROUTE_REPLANNED' || type === 'ROUTE_RETIMED');
  if (planned && keptPart(before.route.stops) !== keptPart(route.stops, before.route.stops))
    throw wrong('what was done or locked has moved');
}

/** The stops up to the last one that is done or locked; of another list, as many as that. */
function keptPart(stops: readonly Stop[], as: readonly Stop[] = stops): string {
  const last = as.findLastIndex(({ done, locked }) => done === true || locked === true);
  return stops
    .slice(0, last + 1)
    .map(nameOf)
    .join();
}

function told(stop: Stop): string {
  return `${nameOf(stop)}${stop.done === true ? ' done' : ''}${stop.locked === true ? ' locked' : ''}`;
}
