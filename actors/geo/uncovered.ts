import { difference } from '@turf/difference';
import { feature, featureCollection } from '@turf/helpers';
import { simplify } from '@turf/simplify';
import { truncate } from '@turf/truncate';
import { type Bounds, boundsOf, squareMetresOf } from './area.ts';
import type { AreaGeometry, ServiceArea } from './service-area.ts';

/** The parts of the service area that a zone leaves uncovered. */
export interface Uncovered {
  geometry: AreaGeometry;
  squareMetres: number;
}

/** The difference leaves slivers from rounding; parts below a square metre are dropped. */
const SLIVER_SQUARE_METRES = 1;

/**
 * The part of the service area that a zone leaves uncovered; null if it covers all of it. Takes tens of milliseconds
 * for a zone as large as the area, hundreds for one with ten thousand corners.
 */
export function uncoveredBy(zone: AreaGeometry | null, { polygon }: ServiceArea): Uncovered | null {
  const rest = zone === null ? polygon : difference(featureCollection([polygon, feature(zone)]));
  if (rest === null) return null;
  const { geometry } = rest;
  const squareMetres = squareMetresOf(geometry);
  return squareMetres <= SLIVER_SQUARE_METRES ? null : { geometry, squareMetres };
}

/** Whether a zone with these bounds could cover the whole service area; if not, the expensive difference is skipped. */
export function reachesOver(zone: Bounds, area: ServiceArea): boolean {
  const { west, south, east, north } = boundsOf(area.polygon.geometry);
  return zone.west <= west && zone.south <= south && zone.east >= east && zone.north >= north;
}

/** Degrees; about five metres. */
const MIN_TOLERANCE_DEGREES = 0.00005;
/** Maximum number of doublings: at the last tolerance, some 50 km, only the corners of the rings remain. */
const MAX_DOUBLINGS = 14;
/** Positions of a ring that cannot be simplified further, with some margin. */
const MAX_SIMPLIFIED_RING_POSITIONS = 8;

/**
 * Simplifies the area to at most this many positions: drops the smallest parts and all holes if necessary, and
 * simplifies lines. For display only.
 */
export function drawnCoarsely(geometry: AreaGeometry, positions: number): AreaGeometry {
  let drawn = largestRings(geometry, Math.max(1, Math.floor(positions / MAX_SIMPLIFIED_RING_POSITIONS)));
  for (let tolerance = MIN_TOLERANCE_DEGREES, tries = 0; tries < MAX_DOUBLINGS; tolerance *= 2, tries += 1) {
    if (countOf(drawn) <= positions) break;
    drawn = simplify(feature(drawn), { tolerance, highQuality: false }).geometry;
  }
  return truncate(feature(drawn), { precision: 6 }).geometry;
}

function polygonsOf(geometry: AreaGeometry): number[][][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

function countOf(geometry: AreaGeometry): number {
  return polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
}

function largestRings(geometry: AreaGeometry, most: number): AreaGeometry {
  const polygons = polygonsOf(geometry);
  if (polygons.flat().length <= most) return geometry;
  const outers = polygons.map(([outer = []]) => [outer]);
  const sized = outers.map((coordinates) => ({
    coordinates,
    squareMetres: squareMetresOf({ type: 'Polygon', coordinates }),
  }));
  sized.sort((left, right) => right.squareMetres - left.squareMetres);
  return { type: 'MultiPolygon', coordinates: sized.slice(0, most).map(({ coordinates }) => coordinates) };
}
