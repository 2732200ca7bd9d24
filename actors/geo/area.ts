import { area } from '@turf/area';
import { bbox } from '@turf/bbox';
import type { AreaGeometry, Place } from './service-area.ts';

/** Degrees, WGS 84. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function boundsOf(geometry: AreaGeometry): Bounds {
  const [west, south, east, north] = bbox(geometry);
  return { west, south, east, north };
}

/** Square metres on the sphere, without holes. */
export function squareMetresOf(geometry: AreaGeometry): number {
  return area(geometry);
}

/** Points on the border count as inside; NaN does not. */
export function withinBounds({ west, south, east, north }: Bounds, place: Place): boolean {
  const { latitude, longitude } = place;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
