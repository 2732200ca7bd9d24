import { area, bbox, booleanPointInPolygon } from '@turf/turf';
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

/** Square metres on the sphere; holes are left out. */
export function squareMetresOf(geometry: AreaGeometry): number {
  return area(geometry);
}

export function withinBounds({ west, south, east, north }: Bounds, place: Place): boolean {
  const { latitude, longitude } = place;
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** True for a place inside the area or on its border, false inside a hole. The bounds spare most of the work. */
export function contains(geometry: AreaGeometry, bounds: Bounds, place: Place): boolean {
  return withinBounds(bounds, place) && booleanPointInPolygon([place.longitude, place.latitude], geometry);
}
