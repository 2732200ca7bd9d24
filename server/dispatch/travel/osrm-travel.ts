import { z } from 'zod';
import type { Point } from '../../../actors/planning/point.ts';
import { type TravelTimes, tabledTimes } from '../../../actors/planning/travel-times.ts';
import { OsrmClient, type OsrmOptions } from './osrm-client.ts';
import type { TravelService } from './travel-service.ts';

/** Milliseconds: an actor's turn may wait for the answer. */
const TIMEOUT = 500;
/** What such services allow by default in one question; more places are asked for in several. */
const MOST_IN_ONE = 100;
/** A table of the most points, with room to spare. */
const MOST_BYTES = 512 * 1024;
/** Beyond this the questions grow too many: their number is quadratic. */
export const MOST_POINTS = 400;
/** Requests under way at once; more are not waited for. Many questions for one table leave room for others'. */
const MOST_REQUESTS = 8;
const MOST_FOR_ONE_TABLE = 4;
/** Milliseconds for all questions of a table that takes several: plans have that time, turns need but one. */
const PATIENCE = 2_000;
/** Longer than a day between two places of Qatar is an error, not a time. */
const LONGEST_LEG = 86_400;

const table = z.object({
  code: z.literal('Ok'),
  durations: z.array(z.array(z.number().nonnegative().max(LONGEST_LEG).nullable())),
});

interface Options extends OsrmOptions {
  fallback: TravelService;
}

/**
 * Asks an OSRM-compatible `table` service. Whatever it does, there is an answer: within half a second for as many
 * places as an actor's turn may ask for, within two for the most that a plan may. Where the service is slow, wrong or
 * too small, the calibrated straight line stands in.
 */
export class OsrmTravel implements TravelService {
  readonly #options: Options;
  readonly #client: OsrmClient;

  constructor(options: Options) {
    this.#options = options;
    this.#client = new OsrmClient(options, { timeout: TIMEOUT, bytes: MOST_BYTES, requests: MOST_REQUESTS });
  }

  async among(points: readonly Point[], at: Date): Promise<TravelTimes> {
    const rest = await this.#options.fallback.among(points, at);
    const places = distinct(points);
    if (places.length < 2) return rest;
    const seconds = await this.#secondsAmong(places);
    return seconds === null ? rest : tabledTimes(places, seconds, rest);
  }

  /** At from × size + to; −1 where nobody said. Null: not a single way is known. */
  async #secondsAmong(places: readonly Point[]): Promise<number[] | null> {
    if (places.length <= MOST_IN_ONE) return this.#ask(places);
    if (places.length > MOST_POINTS) {
      this.#options.meter('size');
      return null;
    }
    return this.#askInParts(places);
  }

  /** Halves of a question each, every two together once: so every way between any two places is asked for. */
  async #askInParts(places: readonly Point[]): Promise<number[] | null> {
    const until = performance.now() + PATIENCE;
    const pairs = pairsOf(indicesInParts(places.length, MOST_IN_ONE / 2));
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
    await Promise.all(Array.from({ length: MOST_FOR_ONE_TABLE }, ask));
    return known ? seconds : null;
  }

  #ask(places: readonly Point[]): Promise<number[] | null> {
    const read = (body: unknown) => secondsOf(body, places.length);
    return this.#client.ask({ service: 'table', places, query: 'annotations=duration', read });
  }
}

/** Null where the answer is not a table of these places. A way that doesn't exist is left to the fallback: −1. */
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

/** 0 to size − 1 in lists of so many. */
function indicesInParts(size: number, each: number): number[][] {
  return Array.from({ length: Math.ceil(size / each) }, (_, part) =>
    Array.from({ length: Math.min(each, size - part * each) }, (_, index) => part * each + index),
  );
}

/** Every two parts as one list. */
function pairsOf(parts: readonly number[][]): number[][] {
  return parts.flatMap((first, index) => parts.slice(index + 1).map((second) => [...first, ...second]));
}
