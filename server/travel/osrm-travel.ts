import { z } from 'zod';
import type { Point } from '../../actors/planning/point.ts';
import { type TravelTimes, tabledTimes } from '../../actors/planning/travel-times.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { readLimited } from './read-limited.ts';
import type { TravelService } from './travel-service.ts';

/** Milliseconds: an actor's turn may wait for the answer. */
const TIMEOUT = 500;
/** What such services allow by default. */
const MOST_POINTS = 100;
/** A table of the most points, with room to spare. */
const MOST_BYTES = 512 * 1024;
/** Requests under way at once; more are not waited for. */
const MOST_REQUESTS = 8;
/** Longer than a day between two places of Qatar is an error, not a time. */
const LONGEST_LEG = 86_400;

const table = z.object({
  code: z.literal('Ok'),
  durations: z.array(z.array(z.number().nonnegative().max(LONGEST_LEG).nullable())),
});

export type TravelOutcome = 'service' | 'timeout' | 'failed' | 'invalid' | 'open' | 'busy' | 'size';

interface Options {
  /** Base address, such as http://127.0.0.1:5000. */
  url: string;
  fallback: TravelService;
  /** Told how each question was answered; all but `service` by the fallback. */
  meter(outcome: TravelOutcome): void;
  breaker?: CircuitBreaker;
}

/**
 * Asks an OSRM-compatible `table` service. Whatever it does, there is an answer within half a second: where the
 * service is slow, wrong or too small, by the calibrated straight line.
 */
export class OsrmTravel implements TravelService {
  readonly #options: Options;
  readonly #breaker: CircuitBreaker;
  #underWay = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#breaker = options.breaker ?? new CircuitBreaker();
  }

  async among(points: readonly Point[], at: Date): Promise<TravelTimes> {
    const rest = await this.#options.fallback.among(points, at);
    const places = distinct(points);
    if (places.length < 2) return rest;
    const { outcome, seconds } = await this.#ask(places);
    this.#options.meter(outcome);
    return seconds === null ? rest : tabledTimes(places, seconds, rest);
  }

  async #ask(places: readonly Point[]): Promise<{ outcome: TravelOutcome; seconds: number[] | null }> {
    if (places.length > MOST_POINTS) return { outcome: 'size', seconds: null };
    if (this.#underWay >= MOST_REQUESTS) return { outcome: 'busy', seconds: null };
    if (!this.#breaker.allows()) return { outcome: 'open', seconds: null };
    this.#underWay += 1;
    try {
      const seconds = secondsOf(await this.#fetch(places), places.length);
      this.#breaker.note(seconds !== null);
      return { outcome: seconds === null ? 'invalid' : 'service', seconds };
    } catch (error) {
      this.#breaker.note(false);
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      return { outcome: late ? 'timeout' : 'failed', seconds: null };
    } finally {
      this.#underWay -= 1;
    }
  }

  async #fetch(places: readonly Point[]): Promise<string> {
    const list = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');
    const url = `${this.#options.url.replace(/\/+$/, '')}/table/v1/driving/${list}?annotations=duration`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the travel service answered ${response.status}`);
    }
    return readLimited(response, MOST_BYTES);
  }
}

/** Null where the answer is not a table of these places. A way that doesn't exist is left to the fallback: −1. */
function secondsOf(text: string, size: number): number[] | null {
  const parsed = table.safeParse(json(text));
  if (!parsed.success) return null;
  const { durations } = parsed.data;
  if (durations.length !== size || durations.some((row) => row.length !== size)) return null;
  return durations.flat().map((seconds) => seconds ?? -1);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function distinct(points: readonly Point[]): Point[] {
  return [...new Map(points.map((point) => [`${point.latitude},${point.longitude}`, point])).values()];
}
