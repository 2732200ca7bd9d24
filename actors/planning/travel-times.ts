import { metresBetween } from '../geo/distance.ts';
import { defaultSeconds, factorOf, leastFactor, NO_FACTORS, type TravelFactors } from './calibration.ts';
import type { Point } from './point.ts';

/** How long ways and stops take. */
export interface TravelTimes {
  /** Seconds from one point to another. */
  seconds(from: Point, to: Point): number;
  /** Seconds spent at each stop. */
  readonly service: number;
  /** No way is quicker than so many seconds for a metre of the straight line; left out: nobody can say. */
  readonly leastSecondsPerMetre?: number;
}

const SERVICE = 180;

/** By the distance alone: what is known before anything was driven. */
export const cityTravelTimes: TravelTimes = {
  seconds: (from, to) => defaultSeconds(metresBetween(from, to)),
  service: SERVICE,
  leastSecondsPerMetre: defaultSeconds(1),
};

/** By the distance, and what was learned of ways from zone to zone in this hour of the local day. */
export function calibratedTimes(
  factors: TravelFactors,
  hour: number,
  zoneOf: (point: Point) => string | null,
): TravelTimes {
  if (factors === NO_FACTORS) return cityTravelTimes;
  return {
    seconds: (from, to) =>
      defaultSeconds(metresBetween(from, to)) * factorOf(factors, zoneOf(from), zoneOf(to), hour),
    service: SERVICE,
    leastSecondsPerMetre: defaultSeconds(leastFactor(factors)),
  };
}

/** Asked for beforehand: seconds between points of this list, at from × size + to; others are as `rest` says. */
export function tabledTimes(
  points: readonly Point[],
  seconds: readonly number[],
  rest: TravelTimes,
): TravelTimes {
  const index = new Map(points.map((point, place) => [keyOf(point), place]));
  return {
    seconds(from, to) {
      const row = index.get(keyOf(from));
      const column = index.get(keyOf(to));
      if (row === undefined || column === undefined) return rest.seconds(from, to);
      const known = seconds[row * points.length + column];
      // Negative: there is no such way in the table.
      return known === undefined || known < 0 ? rest.seconds(from, to) : known;
    },
    service: rest.service,
  };
}

function keyOf({ latitude, longitude }: Point): string {
  return `${latitude},${longitude}`;
}
