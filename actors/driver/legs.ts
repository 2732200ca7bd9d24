import type { Point } from '../planning/point.ts';
import { cityTravelTimes, type TravelTimes } from '../planning/travel-times.ts';
import type { DriverState, Route, Stop } from './state.ts';

type Way = Pick<Route, 'stops' | 'origin' | 'legs'>;

export function openStops({ stops }: Pick<Route, 'stops'>): Stop[] {
  return stops.filter((stop) => stop.done !== true);
}

/**
 * Whole seconds to each of these places in turn, the first from `origin`; without an origin the first takes no time.
 */
export function legsAlong(
  travel: TravelTimes,
  origin: Point | null | undefined,
  places: readonly Point[],
): number[] {
  let from = origin ?? null;
  return places.map((place) => {
    const seconds = from === null ? 0 : Math.round(travel.seconds(from, place));
    from = place;
    return seconds;
  });
}

/** The legs of the present plan. Estimated if it has none, as in states of earlier releases. */
export function legsOf(route: Way): number[] {
  const open = openStops(route);
  if (route.legs?.length === open.length) return route.legs;
  return legsAlong(cityTravelTimes, route.origin, open);
}

/**
 * The legs after a change without new ones: a stop still reached from the same place keeps its leg, the others are
 * estimated until the route is retimed. Undefined if the plan never had legs.
 */
export function keptLegs(before: Way, after: Way): number[] | undefined {
  if (before.legs === undefined) return undefined;
  const legs = legsOf(before);
  const known = new Map(openStops(before).map((stop, index) => [nameOf(stop), legs[index] ?? 0]));
  const former = predecessors(before);
  const present = predecessors(after);
  return openStops(after).map((stop) => {
    const from = present.get(nameOf(stop)) ?? null;
    const leg = known.get(nameOf(stop));
    const same = leg !== undefined && samePlace(from, former.get(nameOf(stop)) ?? null);
    return same ? leg : Math.round(from === null ? 0 : cityTravelTimes.seconds(from, stop));
  });
}

export function nameOf({ taskId, kind }: Pick<Stop, 'taskId' | 'kind'>): string {
  return `${taskId}:${kind}`;
}

/** When the slot at this stop begins; undefined if there is none. */
export function slotOf(
  { work }: Pick<DriverState, 'work'>,
  { taskId, kind }: Pick<Stop, 'taskId' | 'kind'>,
): string | undefined {
  return kind === 'DROPOFF' ? work[taskId]?.notBefore : undefined;
}

/** The place from which each open stop is reached. */
function predecessors(route: Way): Map<string, Point | null> {
  let from: Point | null = route.origin ?? null;
  return new Map(
    openStops(route).map((stop) => {
      const entry = [nameOf(stop), from] as const;
      from = stop;
      return entry;
    }),
  );
}

function samePlace(left: Point | null, right: Point | null): boolean {
  return left?.latitude === right?.latitude && left?.longitude === right?.longitude;
}
