import { booleanPointInPolygon, kinks } from '@turf/turf';
import { squareMetresOf } from './area.ts';
import type { AreaGeometry } from './service-area.ts';

export interface GeometryFault {
  /** RFC 6901 pointer below the geometry, e.g. `/coordinates/0`. */
  pointer: string;
  code: 'ring-open' | 'ring-short' | 'out-of-range' | 'crosses-itself' | 'hole-outside' | 'size';
  message: string;
}

/** Corners of all rings together: more would make every look-up slow. */
const MOST_POSITIONS = 10_000;
const LEAST_SQUARE_METRES = 1_000;
/** Five times Qatar. */
const MOST_SQUARE_METRES = 58_000_000_000;

type Ring = number[][];

/**
 * What keeps a GeoJSON Polygon or MultiPolygon from being a delivery zone; empty when nothing does. Rings must be
 * closed, have four positions or more, lie in the range of WGS 84 and cross neither themselves nor each other.
 */
export function geometryFaults(geometry: AreaGeometry): GeometryFault[] {
  const rings = ringsOf(geometry);
  const positions = rings.reduce((sum, { ring }) => sum + ring.length, 0);
  if (positions > MOST_POSITIONS) {
    const message = `has ${positions} positions, at most ${MOST_POSITIONS} are allowed`;
    return [{ pointer: '/coordinates', code: 'size', message }];
  }
  const faults = rings.flatMap(({ ring, pointer }) => ringFaults(ring, pointer));
  // The rest would be measured on rings that are none.
  return faults.length > 0 ? faults : shapeFaults(geometry);
}

function ringsOf(geometry: AreaGeometry): { ring: Ring; pointer: string }[] {
  if (geometry.type === 'Polygon') {
    return geometry.coordinates.map((ring, index) => ({ ring, pointer: `/coordinates/${index}` }));
  }
  return geometry.coordinates.flatMap((polygon, part) =>
    polygon.map((ring, index) => ({ ring, pointer: `/coordinates/${part}/${index}` })),
  );
}

function ringFaults(ring: Ring, pointer: string): GeometryFault[] {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || last === undefined || ring.length < 4)
    return [{ pointer, code: 'ring-short', message: 'needs four positions or more' }];
  if (first[0] !== last[0] || first[1] !== last[1])
    return [{ pointer, code: 'ring-open', message: 'must end where it starts' }];
  const odd = ring.findIndex(([longitude, latitude]) => !inRange(longitude, 180) || !inRange(latitude, 90));
  if (odd < 0) return [];
  const message = 'must be [longitude, latitude] within ±180 and ±90 degrees';
  return [{ pointer: `${pointer}/${odd}`, code: 'out-of-range', message }];
}

function inRange(degrees: number | undefined, most: number): boolean {
  return degrees !== undefined && Math.abs(degrees) <= most;
}

function shapeFaults(geometry: AreaGeometry): GeometryFault[] {
  const [crossing] = kinks(geometry).features;
  if (crossing !== undefined) {
    const [longitude, latitude] = crossing.geometry.coordinates;
    const message = `crosses itself at ${longitude}, ${latitude}`;
    return [{ pointer: '/coordinates', code: 'crosses-itself', message }];
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const stray = polygons.some(([outer = [], ...holes]) =>
    holes.some(([corner = []]) => !booleanPointInPolygon(corner, { type: 'Polygon', coordinates: [outer] })),
  );
  if (stray)
    return [{ pointer: '/coordinates', code: 'hole-outside', message: 'has a hole outside its outer ring' }];
  const squareMetres = squareMetresOf(geometry);
  if (squareMetres >= LEAST_SQUARE_METRES && squareMetres <= MOST_SQUARE_METRES) return [];
  const message = `covers ${Math.round(squareMetres)} m², allowed are ${LEAST_SQUARE_METRES} to ${MOST_SQUARE_METRES}`;
  return [{ pointer: '/coordinates', code: 'size', message }];
}
