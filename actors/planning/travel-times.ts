import { metresBetween } from '../geo/distance.ts';
import type { Point } from './point.ts';

/** How long ways and stops take. A road router may take the place of the estimate one day. */
export interface TravelTimes {
  /** Seconds from one point to another. */
  seconds(from: Point, to: Point): number;
  /** Seconds spent at each stop. */
  readonly service: number;
  /** No way is quicker than so many seconds for a metre of the straight line; left out: nobody can say. */
  readonly leastSecondsPerMetre?: number;
}

/** Roads are longer than the straight line by this much. */
const DETOUR = 1.35;
/** 30 km/h through the city. */
const METRES_PER_SECOND = 30 / 3.6;

export const cityTravelTimes: TravelTimes = {
  seconds: (from, to) => (metresBetween(from, to) * DETOUR) / METRES_PER_SECOND,
  service: 180,
  leastSecondsPerMetre: DETOUR / METRES_PER_SECOND,
};
