import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { type Bounds, boundsOf, withinBounds } from './area.ts';
import type { AreaGeometry, Place } from './service-area.ts';

/** The number of bands is halved until an edge lies in at most this many bands on average. */
const MAX_BANDS_PER_EDGE = 8;
const EDGES_PER_BAND = 4;
/** Relative rounding error of an orientation test in doubles; values closer to zero are left to exact arithmetic. */
const RELATIVE_ROUNDING_ERROR = 4e-16;

/**
 * An area prepared for many containment tests. Its edges are indexed by bands of latitude, so that a test looks only at
 * the edges of one band. Gives the same results as turf, on the border too: where doubles cannot decide, turf's exact
 * arithmetic does.
 */
export class PreparedArea {
  readonly #geometry: AreaGeometry;
  readonly #bounds: Bounds;
  /** Four numbers per edge: from longitude, from latitude, to longitude, to latitude. */
  readonly #edges: Float64Array;
  /** Band b holds the edges `#members[#starts[b]]` up to, but not including, `#members[#starts[b + 1]]`. */
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;

  constructor(geometry: AreaGeometry, bounds = boundsOf(geometry)) {
    this.#geometry = geometry;
    this.#bounds = bounds;
    this.#edges = edgesOf(geometry);
    const bands = this.#fittingBands();
    this.#starts = new Uint32Array(bands + 1);
    this.#members = this.#fill(bands);
  }

  /** True inside the area or on its border; false inside a hole and for NaN. */
  contains(place: Place): boolean {
    if (!withinBounds(this.#bounds, place)) return false;
    const { latitude: y, longitude: x } = place;
    const band = this.#bandOf(y, this.#starts.length - 1);
    let inside = false;
    const end = at(this.#starts, band + 1);
    for (let index = at(this.#starts, band); index < end; index += 1) {
      const side = this.#side(at(this.#members, index), x, y);
      if (side === UNSURE) return booleanPointInPolygon([x, y], this.#geometry);
      if (side === CROSSED) inside = !inside;
    }
    return inside;
  }

  /** Whether a ray from the place eastward crosses the edge. */
  #side(edge: number, x: number, y: number): typeof PASSED | typeof CROSSED | typeof UNSURE {
    const [x1, y1, x2, y2] = this.#edge(edge);
    if (y < Math.min(y1, y2) || y > Math.max(y1, y2) || x > Math.max(x1, x2)) return PASSED;
    const crosses = y1 > y !== y2 > y;
    if (x < Math.min(x1, x2)) return crosses ? CROSSED : PASSED;
    const left = (y1 - y) * (x2 - x);
    const right = (x1 - x) * (y2 - y);
    if (Math.abs(left - right) <= RELATIVE_ROUNDING_ERROR * (Math.abs(left) + Math.abs(right))) return UNSURE;
    return crosses && left < right === y2 > y1 ? CROSSED : PASSED;
  }

  #edge(index: number): [number, number, number, number] {
    const from = index * 4;
    const edges = this.#edges;
    return [at(edges, from), at(edges, from + 1), at(edges, from + 2), at(edges, from + 3)];
  }

  #bandOf(latitude: number, bands: number): number {
    const { south, north } = this.#bounds;
    const band = Math.floor(((latitude - south) / (north - south)) * bands);
    // An area without height divides zero by zero.
    return Number.isNaN(band) ? 0 : Math.min(Math.max(band, 0), bands - 1);
  }

  /** Chooses the number of bands. Edges as tall as the area would lie in every band, so fewer bands are used then. */
  #fittingBands(): number {
    const count = this.#edges.length / 4;
    let bands = Math.max(1, Math.ceil(count / EDGES_PER_BAND));
    while (bands > 1 && this.#spread(bands) > count * MAX_BANDS_PER_EDGE) bands = Math.ceil(bands / 2);
    return bands;
  }

  #spread(bands: number): number {
    let sum = 0;
    for (let edge = 0; edge < this.#edges.length / 4; edge += 1) {
      const [low, high] = this.#bandsOf(edge, bands);
      sum += high - low + 1;
    }
    return sum;
  }

  #bandsOf(edge: number, bands: number): [number, number] {
    const [, y1, , y2] = this.#edge(edge);
    return [this.#bandOf(Math.min(y1, y2), bands), this.#bandOf(Math.max(y1, y2), bands)];
  }

  #fill(bands: number): Uint32Array {
    const count = this.#edges.length / 4;
    for (let edge = 0; edge < count; edge += 1) {
      const [low, high] = this.#bandsOf(edge, bands);
      for (let band = low; band <= high; band += 1) this.#starts[band + 1] = at(this.#starts, band + 1) + 1;
    }
    for (let band = 0; band < bands; band += 1)
      this.#starts[band + 1] = at(this.#starts, band + 1) + at(this.#starts, band);
    const members = new Uint32Array(at(this.#starts, bands));
    const next = this.#starts.slice();
    for (let edge = 0; edge < count; edge += 1) {
      const [low, high] = this.#bandsOf(edge, bands);
      for (let band = low; band <= high; band += 1) {
        members[at(next, band)] = edge;
        next[band] = at(next, band) + 1;
      }
    }
    return members;
  }
}

const PASSED = 0;
const CROSSED = 1;
/** On the edge, or too close to it to decide in doubles. */
const UNSURE = 2;

/** Indices are always in range here; the fallback only satisfies the compiler. */
function at(array: Float64Array | Uint32Array, index: number): number {
  return array[index] ?? 0;
}

function edgesOf(geometry: AreaGeometry): Float64Array {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const flat: number[] = [];
  for (const ring of polygons.flat()) {
    for (let index = 1; index < ring.length; index += 1) {
      const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = [ring[index - 1], ring[index]];
      flat.push(x1, y1, x2, y2);
    }
  }
  return Float64Array.from(flat);
}

const prepared = new WeakMap<AreaGeometry, PreparedArea>();

/** Prepares each geometry object once, on first use. */
export function preparedArea(geometry: AreaGeometry, bounds: Bounds): PreparedArea {
  const known = prepared.get(geometry);
  if (known !== undefined) return known;
  const made = new PreparedArea(geometry, bounds);
  prepared.set(geometry, made);
  return made;
}
