import { type Bounds, boundsOf, squareMetresOf, withinBounds } from './area.ts';
import { PreparedArea } from './prepared-area.ts';
import { firstCrossing } from './ring-crossings.ts';
import type { AreaGeometry, Place } from './service-area.ts';

export interface GeometryViolation {
  /** RFC 6901 pointer below the geometry, e.g. `/coordinates/0`. */
  pointer: string;
  code:
    | 'ring-open'
    | 'ring-short'
    | 'out-of-range'
    | 'far-away'
    | 'crosses-itself'
    | 'hole-outside'
    | 'nested'
    | 'size';
  message: string;
  /** The corner or crossing concerned, if any. */
  params?: { longitude: number; latitude: number };
}

/** Over all rings together: more would slow every lookup down. */
const MAX_POSITIONS = 10_000;
const MIN_SQUARE_METRES = 1_000;
/** Five times the area of Qatar. */
const MAX_SQUARE_METRES = 58_000_000_000;

type Ring = number[][];

/**
 * What makes a GeoJSON Polygon or MultiPolygon invalid as a delivery zone; empty if it is valid. Rings must be closed,
 * have at least four positions, lie in the range of WGS 84 and `within` these bounds, and neither cross nor touch
 * themselves or each other. Holes must lie in their own polygon, and no part or hole may lie in another.
 */
export function geometryViolations(
  geometry: AreaGeometry,
  within: Bounds | null = null,
): GeometryViolation[] {
  const rings = ringsOf(geometry);
  const positions = rings.reduce((sum, { ring }) => sum + ring.length, 0);
  if (positions > MAX_POSITIONS) {
    const message = `has ${positions} positions, at most ${MAX_POSITIONS} are allowed: simplify the outline`;
    return [{ pointer: '/coordinates', code: 'size', message }];
  }
  const faults = rings.flatMap(({ ring, pointer }) => ringViolations(ring, pointer, within));
  // The other checks need valid rings.
  return faults.length > 0 ? faults : shapeViolations(geometry);
}

function ringsOf(geometry: AreaGeometry): { ring: Ring; pointer: string }[] {
  if (geometry.type === 'Polygon') {
    return geometry.coordinates.map((ring, index) => ({ ring, pointer: `/coordinates/${index}` }));
  }
  return geometry.coordinates.flatMap((polygon, part) =>
    polygon.map((ring, index) => ({ ring, pointer: `/coordinates/${part}/${index}` })),
  );
}

function ringViolations(ring: Ring, pointer: string, within: Bounds | null): GeometryViolation[] {
  const first = ring[0];
  const last = ring.at(-1);
  if (first === undefined || last === undefined || ring.length < 4)
    return [{ pointer, code: 'ring-short', message: 'needs four positions or more' }];
  if (first[0] !== last[0] || first[1] !== last[1])
    return [{ pointer, code: 'ring-open', message: 'must end where it starts' }];
  const odd = ring.findIndex(([longitude, latitude]) => !inRange(longitude, 180) || !inRange(latitude, 90));
  if (odd >= 0) {
    const message = 'must be [longitude, latitude] within ±180 and ±90 degrees';
    return [{ pointer: `${pointer}/${odd}`, code: 'out-of-range', message }];
  }
  const far = within === null ? -1 : ring.findIndex((position) => !withinBounds(within, placeOf(position)));
  if (far < 0) return [];
  const params = written(ring[far] ?? []);
  const message = `has a corner at ${params.longitude}, ${params.latitude}, far outside Qatar`;
  return [{ pointer: `${pointer}/${far}`, code: 'far-away', message, params }];
}

function placeOf([longitude = Number.NaN, latitude = Number.NaN]: readonly number[]): Place {
  return { latitude, longitude };
}

/** Rounded to about a metre, for people to read. */
function written(position: readonly number[]): { longitude: number; latitude: number } {
  const { longitude, latitude } = placeOf(position);
  return { longitude: Number(longitude.toFixed(5)), latitude: Number(latitude.toFixed(5)) };
}

function inRange(degrees: number | undefined, most: number): boolean {
  return degrees !== undefined && Math.abs(degrees) <= most;
}

function shapeViolations(geometry: AreaGeometry): GeometryViolation[] {
  const crossing = firstCrossing(ringsOf(geometry).map(({ ring }) => ring));
  if (crossing !== null) {
    const params = written(crossing);
    const message = `crosses or touches itself at ${params.longitude}, ${params.latitude}`;
    return [{ pointer: '/coordinates', code: 'crosses-itself', message, params }];
  }
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const misplaced = nestingViolation(polygons.map(([outer = [], ...holes]) => new Part(outer, holes)));
  if (misplaced !== null) return [{ pointer: '/coordinates', ...misplaced }];
  const squareMetres = squareMetresOf(geometry);
  if (squareMetres >= MIN_SQUARE_METRES && squareMetres <= MAX_SQUARE_METRES) return [];
  const message = `covers ${Math.round(squareMetres)} m², allowed are ${MIN_SQUARE_METRES} to ${MAX_SQUARE_METRES}`;
  return [{ pointer: '/coordinates', code: 'size', message }];
}

/** One ring, as an area without holes. */
class Loop {
  readonly #area: PreparedArea;
  readonly #corner: { longitude: number; latitude: number };

  constructor(ring: Ring) {
    const geometry: AreaGeometry = { type: 'Polygon', coordinates: [ring] };
    this.#area = new PreparedArea(geometry, boundsOf(geometry));
    const [[longitude = Number.NaN, latitude = Number.NaN] = []] = ring;
    this.#corner = { longitude, latitude };
  }

  /** Rings that do not touch contain each other entirely or not at all, so one corner decides. */
  holds(other: Loop): boolean {
    return this.#area.contains(other.#corner);
  }
}

class Part {
  readonly outer: Loop;
  readonly holes: readonly Loop[];

  constructor(outer: Ring, holes: readonly Ring[]) {
    this.outer = new Loop(outer);
    this.holes = holes.map((hole) => new Loop(hole));
  }

  /** Holes do not count as contained. */
  holds(other: Loop): boolean {
    return this.outer.holds(other) && !this.holes.some((hole) => hole.holds(other));
  }
}

function nestingViolation(parts: readonly Part[]): Pick<GeometryViolation, 'code' | 'message'> | null {
  for (const part of parts) {
    const { outer, holes } = part;
    if (!holes.every((hole) => outer.holds(hole)))
      return { code: 'hole-outside', message: 'has a hole outside its outer ring' };
    if (holes.some((hole) => holes.some((other) => other !== hole && other.holds(hole))))
      return { code: 'nested', message: 'has a hole inside another hole' };
    if (parts.some((other) => other !== part && other.holds(outer)))
      return { code: 'nested', message: 'has a part inside another part' };
  }
  return null;
}
