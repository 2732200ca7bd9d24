import { bbox, booleanPointInPolygon, buffer } from '@turf/turf';

/** A GeoJSON (RFC 7946) area; positions are [longitude, latitude] in WGS 84 degrees. */
export type AreaGeometry =
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] };

export interface AreaFeature {
  type: 'Feature';
  properties: { [name: string]: unknown } | null;
  geometry: AreaGeometry;
}

/** Degrees, WGS 84. */
export interface Place {
  latitude: number;
  longitude: number;
}

/**
 * The outline at hand is coarse and leaves out the reclaimed shore (West Bay, the Pearl, Lusail). Widening it
 * this far takes all of that in. It widens the other sides too: a strip beyond the land border and the Hawar
 * islands, close to the west coast, count as inside.
 */
const SHORE_KILOMETRES = 6;

/** Where the platform delivers and collects: Qatar with its shore. */
export class ServiceArea {
  readonly polygon: AreaFeature;
  readonly #bounds: { west: number; south: number; east: number; north: number };

  constructor(polygon: AreaFeature) {
    this.polygon = polygon;
    const [west, south, east, north] = bbox(polygon);
    this.#bounds = { west, south, east, north };
  }

  /** True for a place inside the area or on its border. */
  contains({ latitude, longitude }: Place): boolean {
    const { west, south, east, north } = this.#bounds;
    // also turns away NaN, which no comparison lets through
    if (!(longitude >= west && longitude <= east && latitude >= south && latitude <= north)) return false;
    return booleanPointInPolygon([longitude, latitude], this.polygon);
  }
}

/**
 * The service area of a country outline: the outline widened by 6 km. Takes some milliseconds: make it once.
 * Throws RangeError when the outline encloses nothing.
 */
export function serviceAreaFrom(outline: AreaFeature): ServiceArea {
  const widened = buffer(outline, SHORE_KILOMETRES, { units: 'kilometers' });
  if (widened === undefined) throw new RangeError('The outline of the service area encloses nothing');
  const { type, geometry } = widened;
  return new ServiceArea({ type, properties: { name: 'Service area' }, geometry });
}
