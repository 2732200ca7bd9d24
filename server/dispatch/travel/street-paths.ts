import { simplify } from '@turf/simplify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { metresBetween } from '../../../actors/geo/distance.ts';
import { type Point, toMetre } from '../../../actors/planning/point.ts';
import { OsrmClient, type OsrmOptions } from './osrm-client.ts';

/** Points along the streets between two places. */
export type StreetPath = readonly (readonly [longitude: number, latitude: number])[];

/** Paths along streets, if a routing service is configured. */
export interface StreetPaths {
  /** From each place to the next, so one fewer than places. Null where unknown. Never rejects. */
  along(places: readonly Point[]): Promise<(StreetPath | null)[]>;
}

/** Milliseconds for one leg, and after which no further leg is requested: together, the time for a route. */
const LEG_TIMEOUT_MS = 1_000;
const ROUTE_TIMEOUT_MS = 1_000;
/** Enough for a path through all of Qatar. */
const MAX_BYTES = 512 * 1024;
const MAX_POINTS = 2_000;
/** Most concurrent requests in total, and for one route. */
const MAX_REQUESTS = 16;
const MAX_FOR_ONE_ROUTE = 4;
/** Most points cached over all legs, and milliseconds a leg is cached: streets seldom change. */
const MAX_KEPT_POINTS = 200_000;
const KEPT_FOR_MS = 3_600_000;
/** Degrees, about two metres: simplification invisible on the map. */
const TOLERANCE_DEGREES = 0.00002;
/** Metres from a place to the street it is reached from. Beyond this the service lacks the streets there. */
const MAX_GAP_METRES = 1_000;

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const found = z.object({
  code: z.literal('Ok'),
  routes: z
    .array(z.object({ geometry: z.object({ coordinates: z.array(position).min(1).max(20_000) }) }))
    .min(1),
});
/** OSRM codes for "no route between these places" and "no street near one of them". */
const notFound = z.object({ code: z.enum(['NoRoute', 'NoSegment']) });

/** The service's answer for a leg; `path` is null if no route exists. */
interface Leg {
  path: StreetPath | null;
}

/**
 * Requests an OSRM-compatible `route` service leg by leg and caches each leg, so that a completed or added stop only
 * requests what changed. A route is answered within two seconds with the legs known by then.
 */
export class OsrmPaths implements StreetPaths {
  readonly #client: OsrmClient;
  readonly #kept = new LRUCache<string, Leg>({
    maxSize: MAX_KEPT_POINTS,
    sizeCalculation: ({ path }) => path?.length ?? 1,
    ttl: KEPT_FOR_MS,
  });
  /** Legs being requested, shared by concurrent viewers of a driver. */
  readonly #asked = new Map<string, Promise<StreetPath | null>>();

  constructor(options: OsrmOptions) {
    this.#client = new OsrmClient(options, {
      timeout: LEG_TIMEOUT_MS,
      bytes: MAX_BYTES,
      requests: MAX_REQUESTS,
    });
  }

  async along(places: readonly Point[]): Promise<(StreetPath | null)[]> {
    const rounded = places.map(toMetre);
    const legs = rounded.slice(1).map((to, index) => [rounded[index] ?? to, to] as const);
    const paths = new Array<StreetPath | null>(legs.length).fill(null);
    const until = performance.now() + ROUTE_TIMEOUT_MS;
    const left = legs.entries();
    const ask = async () => {
      for (const [index, [from, to]] of left) {
        paths[index] = await this.#leg(from, to, until);
      }
    };
    await Promise.all(Array.from({ length: MAX_FOR_ONE_ROUTE }, ask));
    return paths;
  }

  #leg(from: Point, to: Point, until: number): StreetPath | null | Promise<StreetPath | null> {
    if (metresBetween(from, to) < 1) return [pair(from), pair(to)];
    const key = `${from.longitude},${from.latitude};${to.longitude},${to.latitude}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept.path;
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    if (performance.now() > until) return null;
    const asking = this.#ask(key, from, to).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  async #ask(key: string, from: Point, to: Point): Promise<StreetPath | null> {
    const leg = await this.#client.ask({
      service: 'route',
      places: [from, to],
      query: 'overview=full&geometries=geojson',
      read: (body) => legOf(body, from, to),
    });
    if (leg === null) return null;
    this.#kept.set(key, leg);
    return leg.path;
  }
}

/** Null if the response contains no route between these places. */
function legOf(body: unknown, from: Point, to: Point): Leg | null {
  if (notFound.safeParse(body).success) return { path: null };
  const parsed = found.safeParse(body);
  const [route] = parsed.success ? parsed.data.routes : [];
  if (route === undefined) return null;
  const { coordinates } = route.geometry;
  if (gap(coordinates.at(0), from) > MAX_GAP_METRES || gap(coordinates.at(-1), to) > MAX_GAP_METRES)
    return { path: null };
  // From door to door: the service only covers the streets in between.
  const whole = [pair(from), ...coordinates.map(([x, y]) => pair({ longitude: x, latitude: y })), pair(to)];
  const path = simplify(
    { type: 'LineString', coordinates: whole },
    { tolerance: TOLERANCE_DEGREES },
  ).coordinates;
  return path.length > MAX_POINTS ? null : { path: path as [number, number][] };
}

function gap(end: readonly [number, number] | undefined, place: Point): number {
  if (end === undefined) return Number.POSITIVE_INFINITY;
  return metresBetween({ longitude: end[0], latitude: end[1] }, place);
}

function pair(place: Point): [number, number] {
  const { longitude, latitude } = toMetre(place);
  return [longitude, latitude];
}
