import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { SingleFlight } from '../../../db/single-flight.ts';
import { type Secrets, SIGNATURE_BYTES } from '../security/secrets.ts';

export interface MetricsExchangeOptions {
  registry: Registry;
  /** Value of this process's `process` label. */
  process: string;
  redis: Redis;
  namespace: string;
  /** Signs what is written: who can write to Redis must not be able to hide what alert rules look at. */
  secrets: Pick<Secrets, 'sign' | 'isSigned'>;
  /** Called for metrics that this installation did not write, or not just now. */
  onForged(): void;
  log: Logger;
  /** Milliseconds between two writes. */
  every?: number;
  /** Milliseconds for which a text is given to further askers. Rendering it takes tens of milliseconds of the loop. */
  shareMs?: number;
}

type Figures = MetricObjectWithValues<MetricValue<string>>[];

const WRITE_EVERY_MS = 5_000;
const SHARE_MS = 1_000;
/** Milliseconds without a write after which a process counts as gone. */
const LIFE_MS = 15_000;
/** Characters of a signature before the text. */
const SIGNATURE_LENGTH = Math.ceil((SIGNATURE_BYTES['redis-value'] * 4) / 3);

/** Each process writes its metrics to Redis, so that any API process can answer for all. */
export class MetricsExchange {
  readonly #options: MetricsExchangeOptions;
  readonly #prefix: string;
  readonly #timer: NodeJS.Timeout;
  readonly #leaving = new SingleFlight();
  #shared: { text: Promise<string>; until: number } | null = null;

  constructor(options: MetricsExchangeOptions) {
    this.#options = options;
    // Metrics of earlier releases, which are not signed, have another prefix.
    this.#prefix = `${options.namespace}:signed-metrics`;
    this.#timer = setInterval(() => void this.leave(), options.every ?? WRITE_EVERY_MS);
    this.#timer.unref();
  }

  /** Writes this process's metrics for the others. Never rejects. */
  leave(): Promise<void> {
    return this.#leaving.run(() => this.#leave());
  }

  /**
   * Metrics of all processes in Prometheus' text format, at most `shareMs` old; only this one's while Redis is
   * unreachable.
   */
  text(): Promise<string> {
    const now = performance.now();
    if (this.#shared !== null && now < this.#shared.until) return this.#shared.text;
    const shared = { text: this.#render(), until: now + (this.#options.shareMs ?? SHARE_MS) };
    this.#shared = shared;
    // One that failed is not shared further.
    shared.text.catch(() => {
      if (this.#shared === shared) this.#shared = null;
    });
    return shared.text;
  }

  async #render(): Promise<string> {
    const [own, others] = await Promise.all([this.#options.registry.getMetricsAsJSON(), this.#others()]);
    return AggregatorRegistry.aggregate([own, ...others]).metrics();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#leaving.settled();
    const { redis, process } = this.#options;
    if (redis.status !== 'ready') return;
    await redis.zrem(this.#prefix, process).catch(() => undefined);
  }

  async #leave(): Promise<void> {
    const { registry, redis, process, log } = this.#options;
    try {
      const figures = JSON.stringify(await registry.getMetricsAsJSON());
      const now = Date.now();
      await redis.set(
        `${this.#prefix}:${process}`,
        this.#signed(process, `${now} ${figures}`),
        'PX',
        LIFE_MS,
      );
      await redis.zadd(this.#prefix, now, process);
      await redis.zremrangebyscore(this.#prefix, '-inf', now - 10 * LIFE_MS);
    } catch (error) {
      log.debug({ err: error }, 'metrics could not be shared with other processes');
    }
  }

  async #others(): Promise<Figures[]> {
    const { redis, process } = this.#options;
    try {
      const names = await redis.zrangebyscore(this.#prefix, Date.now() - LIFE_MS, '+inf', 'LIMIT', 0, 100);
      const others = names.filter((name) => name !== process);
      if (others.length === 0) return [];
      const texts = await redis.mget(others.map((name) => `${this.#prefix}:${name}`));
      return texts.flatMap((text, index) => this.#figures(others[index] ?? '', text) ?? []);
    } catch {
      return [];
    }
  }

  #signed(process: string, text: string): string {
    return (
      this.#options.secrets.sign('redis-value', this.#prefix, process, text).toString('base64url') + text
    );
  }

  /** Null if there are none, or if they are not this process's recent ones. */
  #figures(process: string, value: string | null): [Figures] | null {
    if (value === null) return null;
    const text = value.slice(SIGNATURE_LENGTH);
    const signature = Buffer.from(value.slice(0, SIGNATURE_LENGTH), 'base64url');
    const { secrets, onForged } = this.#options;
    const [at = ''] = text.split(' ', 1);
    const genuine = secrets.isSigned('redis-value', signature, this.#prefix, process, text);
    // An older one was recorded and written again.
    if (genuine && Math.abs(Date.now() - Number(at)) <= 2 * LIFE_MS)
      return [JSON.parse(text.slice(at.length)) as Figures];
    onForged();
    return null;
  }
}
