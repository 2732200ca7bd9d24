import type { Point } from '../../../actors/planning/point.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** Outcome of a request. `size`: too large to be sent. */
export type OsrmOutcome = 'service' | 'timeout' | 'failed' | 'invalid' | 'open' | 'busy' | 'size';

export interface OsrmOptions {
  /** Base address, e.g. http://127.0.0.1:5000. */
  url: string;
  /** Called with the outcome of each request. */
  meter(outcome: OsrmOutcome): void;
  breaker?: CircuitBreaker;
}

interface Bounds {
  /** Milliseconds to wait for a response. */
  timeout: number;
  /** Most bytes of a response. */
  bytes: number;
  /** Most concurrent requests; further ones fail at once. */
  requests: number;
}

interface Question<T> {
  /** OSRM service: `table` or `route`. */
  service: 'table' | 'route';
  places: readonly Point[];
  query: string;
  /** Parses the response; null if it does not answer this request. */
  read(body: unknown): T | null;
}

/** Calls an OSRM service within limits, and pauses while it keeps failing. */
export class OsrmClient {
  readonly #options: OsrmOptions;
  readonly #bounds: Bounds;
  readonly #breaker: CircuitBreaker;
  #underWay = 0;

  constructor(options: OsrmOptions, bounds: Bounds) {
    this.#options = options;
    this.#bounds = bounds;
    this.#breaker = options.breaker ?? new CircuitBreaker();
  }

  /** Null if the service did not give a valid response. Never rejects. */
  async ask<T>(question: Question<T>): Promise<T | null> {
    const { outcome, value } = await this.#answer(question);
    this.#options.meter(outcome);
    return value;
  }

  async #answer<T>(question: Question<T>): Promise<{ outcome: OsrmOutcome; value: T | null }> {
    if (this.#underWay >= this.#bounds.requests) return { outcome: 'busy', value: null };
    if (!this.#breaker.allows()) return { outcome: 'open', value: null };
    this.#underWay += 1;
    try {
      const value = question.read(json(await this.#fetch(question)));
      this.#breaker.note(value !== null);
      return { outcome: value === null ? 'invalid' : 'service', value };
    } catch (error) {
      this.#breaker.note(false);
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      return { outcome: late ? 'timeout' : 'failed', value: null };
    } finally {
      this.#underWay -= 1;
    }
  }

  async #fetch({ service, places, query }: Question<unknown>): Promise<string> {
    const list = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');
    const url = `${this.#options.url.replace(/\/+$/, '')}/${service}/v1/driving/${list}?${query}`;
    const signal = AbortSignal.timeout(this.#bounds.timeout);
    const response = await fetch(url, { signal, redirect: 'error' });
    // OSRM answers 400 with a code when no route exists.
    if (!response.ok && response.status !== 400) {
      await response.body?.cancel();
      throw new Error(`the travel service responded with ${response.status}`);
    }
    return readLimited(response, this.#bounds.bytes);
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The body as text. Throws without reading further once it exceeds `bytes`. */
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
      throw new Error(`the response is longer than ${bytes} bytes`);
    }
    chunks.push(value);
  }
}
