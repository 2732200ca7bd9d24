import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { type Bounds, boundsOf, withinBounds } from './area.ts';
import type { AreaGeometry, Place } from './service-area.ts';

/** Bands are halved until edges lie in no more than so many of them on average. */
const BANDS_PER_EDGE = 8;
const EDGES_PER_BAND = 4;
/** Relative error of the sign of an orientation in doubles; closer than this is left to exact arithmetic. */
const ROUNDING = 4e-16;

/**
 * An area made ready for many questions: its edges lie in bands of latitude, so that a question looks at the few
 * edges of one band instead of all. Answers what turf answers, on the border too: where doubles cannot tell, turf's
 * exact arithmetic is asked.
 */
export class PreparedArea {
  readonly #geometry: AreaGeometry;
  readonly #bounds: Bounds;
  /** Four numbers an edge: from longitude, latitude, to longitude, latitude. */
  readonly #edges: Float64Array;
  /** Band b holds the edges `#members[#starts[b]]` up to `#members[#starts[b + 1]]`. */
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

  /** True for a place inside the area or on its border, false inside a hole and for NaN. */
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

  /** What a ray from the place eastward does with the edge. */
  #side(edge: number, x: number, y: number): typeof PASSED | typeof CROSSED | typeof UNSURE {
    const [x1, y1, x2, y2] = this.#edge(edge);
    if (y < Math.min(y1, y2) || y > Math.max(y1, y2) || x > Math.max(x1, x2)) return PASSED;
    const crosses = y1 > y !== y2 > y;
    if (x < Math.min(x1, x2)) return crosses ? CROSSED : PASSED;
    const left = (y1 - y) * (x2 - x);
    const right = (x1 - x) * (y2 - y);
    if (Math.abs(left - right) <= ROUNDING * (Math.abs(left) + Math.abs(right))) return UNSURE;
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
    // A flat area has bands of no height.
    return Number.isNaN(band) ? 0 : Math.min(Math.max(band, 0), bands - 1);
  }

  /** Edges that run all the way up would lie in every band: then fewer bands do. */
  #fittingBands(): number {
    const count = this.#edges.length / 4;
    let bands = Math.max(1, Math.ceil(count / EDGES_PER_BAND));
    while (bands > 1 && this.#spread(bands) > count * BANDS_PER_EDGE) bands = Math.ceil(bands / 2);
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
/** On the edge, or too close to it to tell. */
const UNSURE = 2;

/** Indices here are always in range; the fallback is for the compiler. */
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

/** The same geometry object is prepared once, on its first question. */
export function preparedArea(geometry: AreaGeometry, bounds: Bounds): PreparedArea {
  const known = prepared.get(geometry);
  if (known !== undefined) return known;
  const made = new PreparedArea(geometry, bounds);
  prepared.set(geometry, made);
  return made;
}
