import { bbox } from '@turf/bbox';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';

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

/** Where the platform delivers and collects: Qatar and its coastal waters. */
export class ServiceArea {
  readonly polygon: AreaFeature;
  readonly #bounds: { west: number; south: number; east: number; north: number };

  constructor(polygon: AreaFeature) {
    this.polygon = polygon;
    const [west, south, east, north] = bbox(polygon);
    this.#bounds = { west, south, east, north };
  }

  /** True inside the area or on its border. */
  contains({ latitude, longitude }: Place): boolean {
    const { west, south, east, north } = this.#bounds;
    // Negated comparisons, so that NaN is rejected too.
    if (!(longitude >= west && longitude <= east && latitude >= south && latitude <= north)) return false;
    return booleanPointInPolygon([longitude, latitude], this.polygon);
  }
}
