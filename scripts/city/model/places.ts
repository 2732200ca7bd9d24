import type { Place } from '../../../actors/geo/service-area.ts';
import type { Chance } from '../../shared/chance.ts';
import type { PlannedAddress } from './day-plan.ts';
import type { District } from './districts.ts';

const METRES_PER_DEGREE = 111_195;

/** The place this many metres east and north; exact enough within a country. */
export function moved({ latitude, longitude }: Place, east: number, north: number): Place {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return rounded({
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / perDegreeEast,
  });
}

/** Metres from one place to another, to the east and to the north. */
export function apart(from: Place, to: Place): { east: number; north: number } {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((from.latitude * Math.PI) / 180);
  return {
    east: (to.longitude - from.longitude) * perDegreeEast,
    north: (to.latitude - from.latitude) * METRES_PER_DEGREE,
  };
}

/** A random address in the district, uniformly distributed. */
export function addressIn(
  chance: Chance,
  { key, centre, radiusMetres, zoneNumber }: District,
): PlannedAddress {
  const distance = radiusMetres * Math.sqrt(chance.unit());
  const angle = 2 * Math.PI * chance.unit();
  return {
    districtKey: key,
    zoneNumber,
    streetNumber: chance.whole(200, 980),
    buildingNumber: chance.whole(1, 190),
    location: moved(centre, distance * Math.cos(angle), distance * Math.sin(angle)),
  };
}

/** Rounds to six decimal places, about ten centimetres. */
function rounded({ latitude, longitude }: Place): Place {
  return { latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) };
}
