import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

const STEPS = ['accept', 'pack', 'ready'] as const;
/** Requests are sent in slices of a second, whether or not the former ones are answered. */
const SLICES = 20;
const ANSWER_LIMIT_MS = 30_000;
/** Of what is sent in a second. */
const COMMANDS = 2;
const MARKS = 18;
const PROFILES = 20;

export interface Failure {
  readonly what: string;
  /** The status, or why there was none. */
  readonly how: string;
  readonly at: string;
}

export interface LoadSettings {
  readonly url: string;
  readonly perSecond: number;
  readonly seller: string;
  readonly buyer: string;
  /** Groups that wait for the seller's steps. */
  readonly groupIds: readonly string[];
}

/**
 * A steady stream of requests by clients that keep their connections: mostly reading, some that change something and
 * name no key, so that nobody may repeat them, and a seller's steps with and without one.
 */
export class SteadyLoad {
  readonly failures: Failure[] = [];
  /** Milliseconds of every answer. */
  readonly times: number[] = [];
  /** Steps that were answered with success. */
  steps = 0;
  readonly #settings: LoadSettings;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 200 });
  readonly #waiting: { groupId: string; step: number }[];
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #began = performance.now();

  constructor(settings: LoadSettings) {
    this.#settings = settings;
    this.#waiting = settings.groupIds.map((groupId) => ({ groupId, step: 0 }));
    this.#timer = setInterval(() => this.#slice(), 1_000 / SLICES);
  }

  /** Requests a second so far. */
  get rate(): number {
    return (this.times.length * 1_000) / (performance.now() - this.#began);
  }

  /** Sends nothing more and waits for the answers. */
  async finish(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#agent.destroy();
  }

  /** As many as are due by now, so that a late timer sends more. */
  #slice(): void {
    const due = ((performance.now() - this.#began) * this.#settings.perSecond) / 1_000;
    for (; this.#count < due; this.#count += 1) {
      const sent = this.#next(this.#count % this.#settings.perSecond);
      this.#underWay.add(sent);
      void sent.finally(() => this.#underWay.delete(sent));
    }
  }

  /** @param place Its number within the second. */
  #next(place: number): Promise<void> {
    const { perSecond, buyer } = this.#settings;
    const isSpread = (share: number) => place % Math.floor(perSecond / share) === 0;
    if (isSpread(COMMANDS)) return this.#step();
    if (isSpread(MARKS)) return this.#ask('POST', '/notifications/read-all', { token: buyer });
    if (isSpread(PROFILES)) return this.#ask('GET', '/me', { token: buyer });
    return this.#ask('GET', place % 2 === 0 ? '/products?limit=20' : '/categories');
  }

  async #step(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) return this.#ask('GET', '/categories');
    const path = `/seller/order-groups/${next.groupId}/${STEPS[next.step]}`;
    const key = next.step % 2 === 0 ? randomUUID() : undefined;
    const failed = this.failures.length;
    await this.#ask('POST', path, {
      token: this.#settings.seller,
      body: '{}',
      ...(key === undefined ? {} : { key }),
    });
    if (this.failures.length > failed) return;
    this.steps += 1;
    if (next.step + 1 < STEPS.length) this.#waiting.push({ ...next, step: next.step + 1 });
  }

  #ask(
    method: 'GET' | 'POST',
    path: string,
    { token, key, body }: { token?: string; key?: string; body?: string } = {},
  ): Promise<void> {
    const began = performance.now();
    const what = `${method} ${path}`;
    return new Promise((resolve) => {
      const end = (how?: string) => {
        this.times.push(performance.now() - began);
        if (how !== undefined) this.failures.push({ what, how, at: new Date().toISOString() });
        resolve();
      };
      const headers = {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      };
      const target = `${this.#settings.url}/api/v1${path}`;
      const options = { method, agent: this.#agent, headers, timeout: ANSWER_LIMIT_MS };
      const sent = request(target, options, (answer) => {
        const { statusCode: status = 0 } = answer;
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          if (status >= 300) text += chunk.toString();
        });
        answer.once('error', (error) => end(`broken off: ${error.message}`));
        answer.once('end', () => end(status < 300 ? undefined : `${status} ${text.slice(0, 200)}`));
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer')));
      sent.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      sent.end(body);
    });
  }
}

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
