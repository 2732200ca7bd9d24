import type { DriverEvent } from '../../../actors/driver/behaviours.ts';
import { nameOf, openStops } from '../../../actors/driver/legs.ts';
import type { DriverState, Stop } from '../../../actors/driver/state.ts';
import { Broken } from './broken.ts';

const RULE = 'stops are in a valid order';

/**
 * After every commit of a driver: finished stops come first and stay as they were, goods are picked up before they are
 * dropped off, no stop is duplicated or lacks its task, and a plan moves no locked stop.
 */
export function checkRoute(before: DriverState, after: DriverState, events: readonly DriverEvent[]): void {
  const { driverId, route, work } = after;
  if (route === undefined) return;
  const wrong = (what: string) =>
    new Broken(RULE, `${driverId}: ${what}: ${route.stops.map(describeStop).join(', ')}`);
  const open = openStops(route);
  if (route.stops.slice(route.stops.length - open.length).some(({ done }) => done === true))
    throw wrong('a finished stop comes after an open one');
  if (new Set(open.map(nameOf)).size < open.length) throw wrong('a stop is duplicated');
  const pickedUp = new Set<string>();
  for (const { taskId, kind } of route.stops) {
    if (work[taskId] === undefined) throw wrong(`${taskId} is not known to the driver`);
    if (kind === 'PICKUP') pickedUp.add(taskId);
    else if (work[taskId]?.pickedUp !== true && !pickedUp.has(taskId))
      throw wrong(`${taskId} is dropped off before its pickup`);
  }
  if (route.legs !== undefined && route.legs.length !== open.length) throw wrong('a leg is missing');
  if (before.route?.routeId !== route.routeId) return;
  const planned = events.some(({ type }) => type === 'ROUTE_REPLANNED' || type === 'ROUTE_RETIMED');
  if (planned && keptPart(before.route.stops) !== keptPart(route.stops, before.route.stops))
    throw wrong('a finished or locked stop has moved');
}

/** The stops up to the last finished or locked one; of another list, as many. */
function keptPart(stops: readonly Stop[], as: readonly Stop[] = stops): string {
  const last = as.findLastIndex(({ done, locked }) => done === true || locked === true);
  return stops
    .slice(0, last + 1)
    .map(nameOf)
    .join();
}

function describeStop(stop: Stop): string {
  return `${nameOf(stop)}${stop.done === true ? ' done' : ''}${stop.locked === true ? ' locked' : ''}`;
}
