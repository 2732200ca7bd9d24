import { z } from 'zod';
import type { Point } from '../../../actors/planning/point.ts';
import { type TravelTimes, tabledTimes } from '../../../actors/planning/travel-times.ts';
import { OsrmClient, type OsrmOptions } from './osrm-client.ts';
import type { TravelService } from './travel-service.ts';

/** Milliseconds, because an actor's turn may wait for the response. */
const TIMEOUT_MS = 500;
/** Default limit of such services per request; more places take several requests. */
const MAX_PLACES_PER_REQUEST = 100;
/** Enough for the largest table. */
const MAX_BYTES = 512 * 1024;
/** Above this there would be too many requests: their number grows quadratically. */
export const MAX_POINTS = 400;
/** Most concurrent requests; further ones fail at once. Many requests for one table must leave capacity for others. */
const MAX_REQUESTS = 8;
const MAX_REQUESTS_PER_TABLE = 4;
/** Milliseconds for all requests of one table. Only plans need several; an actor's turn needs one. */
const TABLE_TIMEOUT_MS = 2_000;
/** Seconds. Longer than a day between two places in Qatar must be an error. */
const MAX_LEG_S = 86_400;

const table = z.object({
  code: z.literal('Ok'),
  durations: z.array(z.array(z.number().nonnegative().max(MAX_LEG_S).nullable())),
});

interface Options extends OsrmOptions {
  fallback: TravelService;
}

/**
 * Travel times from an OSRM-compatible `table` service. Always answers: within half a second for as many places as an
 * actor's turn may request, within two seconds for the most a plan may request. If the service is slow, wrong or too
 * limited, the calibrated straight line is used.
 */
export class OsrmTravel implements TravelService {
  readonly #options: Options;
  readonly #client: OsrmClient;

  constructor(options: Options) {
    this.#options = options;
    this.#client = new OsrmClient(options, { timeout: TIMEOUT_MS, bytes: MAX_BYTES, requests: MAX_REQUESTS });
  }

  async among(points: readonly Point[], at: Date): Promise<TravelTimes> {
    const rest = await this.#options.fallback.among(points, at);
    const places = distinct(points);
    if (places.length < 2) return rest;
    const seconds = await this.#secondsAmong(places);
    return seconds === null ? rest : tabledTimes(places, seconds, rest);
  }

  /** At index from × size + to; −1 where unknown. Null if no time is known at all. */
  async #secondsAmong(places: readonly Point[]): Promise<number[] | null> {
    if (places.length <= MAX_PLACES_PER_REQUEST) return this.#ask(places);
    if (places.length > MAX_POINTS) {
      this.#options.meter('size');
      return null;
    }
    return this.#askInParts(places);
  }

  /** Splits the places into parts and requests every pair of parts once, which covers every pair of places. */
  async #askInParts(places: readonly Point[]): Promise<number[] | null> {
    const until = performance.now() + TABLE_TIMEOUT_MS;
    const pairs = pairsOf(indicesInParts(places.length, MAX_PLACES_PER_REQUEST / 2));
    const seconds = new Array<number>(places.length ** 2).fill(-1);
    let known = false;
    const ask = async () => {
      for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
        if (performance.now() > until) return;
        const indices = pair;
        const table = await this.#ask(indices.flatMap((index) => places[index] ?? []));
        if (table === null) continue;
        known = true;
        indices.forEach((from, row) => {
          indices.forEach((to, column) => {
            seconds[from * places.length + to] = table[row * indices.length + column] ?? -1;
          });
        });
      }
    };
    await Promise.all(Array.from({ length: MAX_REQUESTS_PER_TABLE }, ask));
    return known ? seconds : null;
  }

  #ask(places: readonly Point[]): Promise<number[] | null> {
    const read = (body: unknown) => secondsOf(body, places.length);
    return this.#client.ask({ service: 'table', places, query: 'annotations=duration', read });
  }
}

/** Null if the response is not a table of these places. −1, and so the fallback, where no route exists. */
function secondsOf(body: unknown, size: number): number[] | null {
  const parsed = table.safeParse(body);
  if (!parsed.success) return null;
  const { durations } = parsed.data;
  if (durations.length !== size || durations.some((row) => row.length !== size)) return null;
  return durations.flat().map((seconds) => seconds ?? -1);
}

function distinct(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [`${point.latitude},${point.longitude}`, point])).values()];
}

/** 0 to size − 1, in lists of `each`. */
function indicesInParts(size: number, each: number): number[][] {
  return Array.from({ length: Math.ceil(size / each) }, (_, part) =>
    Array.from({ length: Math.min(each, size - part * each) }, (_, index) => part * each + index),
  );
}

/** Every pair of parts as one list. */
function pairsOf(parts: readonly number[][]): number[][] {
  return parts.flatMap((first, index) => parts.slice(index + 1).map((second) => [...first, ...second]));
}
