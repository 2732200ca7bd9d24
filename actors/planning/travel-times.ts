import { metresBetween } from '../geo/distance.ts';
import { defaultSeconds, factorOf, leastFactor, NO_FACTORS, type TravelFactors } from './calibration.ts';
import type { Point } from './point.ts';

/** Estimates of driving and service times. */
export interface TravelTimes {
  /** Seconds from one point to another. */
  seconds(from: Point, to: Point): number;
  /** Seconds of service at each stop. */
  readonly service: number;
  /** Lower bound of the seconds per metre of straight line; absent: no bound is known. */
  readonly leastSecondsPerMetre?: number;
}

const SERVICE_SECONDS = 180;

/** Estimates from the distance alone, before any driving has been measured. */
export const cityTravelTimes: TravelTimes = {
  seconds: (from, to) => defaultSeconds(metresBetween(from, to)),
  service: SERVICE_SECONDS,
  leastSecondsPerMetre: defaultSeconds(1),
};

/** Estimates from the distance and the factors learned between zones for this hour of the local day. */
export function calibratedTimes(
  factors: TravelFactors,
  hour: number,
  zoneOf: (point: Point) => string | null,
): TravelTimes {
  if (factors === NO_FACTORS) return cityTravelTimes;
  return {
    seconds: (from, to) =>
      defaultSeconds(metresBetween(from, to)) * factorOf(factors, zoneOf(from), zoneOf(to), hour),
    service: SERVICE_SECONDS,
    leastSecondsPerMetre: defaultSeconds(leastFactor(factors)),
  };
}

/**
 * Uses a table for pairs of points in this list (index: from × size + to), and `rest` for all others. The table is in
 * seconds.
 */
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
      // Negative entries mean that the table has no such leg.
      return known === undefined || known < 0 ? rest.seconds(from, to) : known;
    },
    service: rest.service,
  };
}

function keyOf({ latitude, longitude }: Point): string {
  return `${latitude},${longitude}`;
}
