import { bbox, booleanPointInPolygon, buffer, difference, featureCollection } from '@turf/turf';

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
 * this far takes all of that in.
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
 * The service area of a country outline: the outline widened by 6 km to seaward. `neighbours` is land that is not
 * served; widening reaches over the border and to islands close by, so it is taken away again.
 * Takes tens of milliseconds: make it once. Throws RangeError when nothing is left.
 */
export function serviceAreaFrom(outline: AreaFeature, neighbours: readonly AreaFeature[]): ServiceArea {
  const widened = buffer(outline, SHORE_KILOMETRES, { units: 'kilometers' });
  const served = widened && difference(featureCollection([widened, ...neighbours]));
  if (!served) throw new RangeError('The outline of the service area encloses nothing');
  const { type, geometry } = served;
  return new ServiceArea({ type, properties: { name: 'Service area' }, geometry });
}
