import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
import { SingleFlight } from '../../../db/single-flight.ts';

export interface MetricsExchangeOptions {
  registry: Registry;
  /** This process, as in the label `process`. */
  process: string;
  redis: Redis;
  namespace: string;
  log: Logger;
  /** Milliseconds between two deposits. */
  every?: number;
}

type Figures = MetricObjectWithValues<MetricValue<string>>[];

const EVERY = 5_000;
/** Milliseconds after which a process that deposits nothing counts as gone. */
const LIFE = 15_000;

/** Any API process answers for all: each leaves its figures in Redis. */
export class MetricsExchange {
  readonly #options: MetricsExchangeOptions;
  readonly #prefix: string;
  readonly #timer: NodeJS.Timeout;
  readonly #leaving = new SingleFlight();

  constructor(options: MetricsExchangeOptions) {
    this.#options = options;
    this.#prefix = `${options.namespace}:metrics`;
    this.#timer = setInterval(() => void this.leave(), options.every ?? EVERY);
    this.#timer.unref();
  }

  /** Leaves this process's figures for the others. Never rejects. */
  leave(): Promise<void> {
    return this.#leaving.run(() => this.#leave());
  }

  /** Figures of all processes in Prometheus' text format; of this one alone while Redis is away. */
  async text(): Promise<string> {
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
      await redis.set(`${this.#prefix}:${process}`, figures, 'PX', LIFE);
      await redis.zadd(this.#prefix, now, process);
      await redis.zremrangebyscore(this.#prefix, '-inf', now - 10 * LIFE);
    } catch (error) {
      log.debug({ err: error }, 'figures could not be left for other processes');
    }
  }

  async #others(): Promise<Figures[]> {
    const { redis, process } = this.#options;
    try {
      const names = await redis.zrangebyscore(this.#prefix, Date.now() - LIFE, '+inf', 'LIMIT', 0, 100);
      const others = names.filter((name) => name !== process);
      if (others.length === 0) return [];
      const texts = await redis.mget(others.map((name) => `${this.#prefix}:${name}`));
      return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Figures]));
    } catch {
      return [];
    }
  }
}
