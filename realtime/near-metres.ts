import type { Place } from '../actors/geo/service-area.ts';

const RADIANS = Math.PI / 180;
const EARTH_RADIUS_METRES = 6_371_008.8;

/** Metres per degree of latitude, rounded up; a degree of longitude has fewer. */
const METRES_PER_DEGREE = 111_700;

/** A cheap test without trigonometry: true is certain, as for most pairs of points one second apart; false is not. */
export function isWithin(metres: number, from: Place, to: Place): boolean {
  const degrees = Math.abs(to.latitude - from.latitude) + Math.abs(to.longitude - from.longitude);
  return degrees * METRES_PER_DEGREE < metres;
}

/**
 * Metres between two places on a plane: within 0.1 % of the great circle up to 50 km, and cheap enough for every ping.
 */
export function nearMetres(from: Place, to: Place): number {
  const middle = ((from.latitude + to.latitude) / 2) * RADIANS;
  const east = (to.longitude - from.longitude) * RADIANS * Math.cos(middle);
  const north = (to.latitude - from.latitude) * RADIANS;
  return EARTH_RADIUS_METRES * Math.sqrt(east * east + north * north);
}
