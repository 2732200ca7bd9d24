import type { Point } from './point.ts';

/** How long ways and stops take. A road router may take the place of the estimate one day. */
export interface TravelTimes {
  /** Seconds from one point to another. */
  seconds(from: Point, to: Point): number;
  /** Seconds spent at each stop. */
  readonly service: number;
}

const EARTH_RADIUS_M = 6_371_008.8;

/** Metres along the great circle (haversine). */
export function greatCircleMetres(from: Point, to: Point): number {
  const radians = Math.PI / 180;
  const halfLat = ((to.latitude - from.latitude) * radians) / 2;
  const halfLng = ((to.longitude - from.longitude) * radians) / 2;
  const a =
    Math.sin(halfLat) ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(halfLng) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Roads are longer than the straight line by this much. */
const DETOUR = 1.35;
/** 30 km/h through the city. */
const METRES_PER_SECOND = 30 / 3.6;

export const cityTravelTimes: TravelTimes = {
  seconds: (from, to) => (greatCircleMetres(from, to) * DETOUR) / METRES_PER_SECOND,
  service: 180,
};
