import type { Redis } from 'ioredis';

/** Milliseconds between two heartbeats, and how long one is valid. */
export const BEAT_EVERY_MS = 3_000;
const BEAT_LIFE_MS = 10_000;

/** The heartbeat that workers write to Redis and /ready reads. */
export class WorkerHeartbeat {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, namespace: string) {
    this.#redis = redis;
    this.#key = `${namespace}:worker:heartbeat`;
  }

  /** Rejects if Redis is unreachable. */
  async beat(): Promise<void> {
    await this.#redis.set(this.#key, new Date().toISOString(), 'PX', BEAT_LIFE_MS);
  }

  /** Whether any worker has sent a heartbeat recently. Rejects if Redis is unreachable. */
  async alive(): Promise<boolean> {
    return (await this.#redis.exists(this.#key)) === 1;
  }
}
