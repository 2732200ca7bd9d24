import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type Area, areaNamespace } from '../../../db/redis/areas.ts';
import type { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { closeRedis, openRedis, type RedisRole } from './redis.ts';

/** All connections to Redis of a process: opens them for an area and a role, and closes them at its end. */
export class RedisConnections {
  readonly #config: Pick<Config, 'redisUrl' | 'redisNamespace'>;
  readonly #log: Logger;
  readonly #closers: Closers;
  /** The first connection of each area. */
  readonly #first = new Map<Area, Redis>();

  constructor(config: Pick<Config, 'redisUrl' | 'redisNamespace'>, log: Logger, closers: Closers) {
    this.#config = config;
    this.#log = log;
    this.#closers = closers;
  }

  /** The prefix of the area's keys and channels. */
  namespace(area: Area): string {
    return areaNamespace(this.#config, area);
  }

  open(area: Area, role: RedisRole): Redis {
    const redis = openRedis(this.#config, { role, log: this.#log, namespace: this.namespace(area) });
    if (!this.#first.has(area)) this.#first.set(area, redis);
    this.#closers.add(`Redis (${area}, ${role})`, () => closeRedis(redis));
    return redis;
  }

  /** Rejects unless Redis answers for every area that this process uses. */
  async check(): Promise<void> {
    await Promise.all([...this.#first.values()].map((redis) => redis.ping()));
  }
}
