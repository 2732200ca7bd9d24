import { z } from 'zod';
import type { Point } from '../../../actors/planning/point.ts';
import { type TravelTimes, tabledTimes } from '../../../actors/planning/travel-times.ts';
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
 * Asks an OSRM-compatible `table` service. Whatever it does, there is an answer: within half a second for as many
 * places as an actor's turn may ask for, within two for the most that a plan may. Where the service is slow, wrong or
 * too small, the calibrated straight line stands in.
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

  async #ask(places: readonly Point[]): Promise<number[] | null> {
    const { outcome, seconds } = await this.#answer(places);
    this.#options.meter(outcome);
    return seconds;
  }

  async #answer(places: readonly Point[]): Promise<{ outcome: TravelOutcome; seconds: number[] | null }> {
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

/** The body as text. Throws, and reads no further, once it is longer than so many bytes. */
async function readLimited(response: Response, bytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    read += value.byteLength;
    if (read > bytes) {
      await reader.cancel();
      throw new Error(`the answer is longer than ${bytes} bytes`);
    }
    chunks.push(value);
  }
}

/** Failures in a row after which nobody asks for a while. */
const FAILURES = 5;
/** Milliseconds of that while. */
const REST = 30_000;

/** Keeps from asking a service that doesn't answer: after some failures in a row, one question a while is let through. */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether to ask. While open, only the first after the rest is told yes, and then one per rest. */
  allows(): boolean {
    if (this.#failures < FAILURES) return true;
    const now = this.#now();
    if (now < this.#openUntil) return false;
    this.#openUntil = now + REST;
    return true;
  }

  note(ok: boolean): void {
    if (ok) {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#openUntil = this.#now() + REST;
  }
}
