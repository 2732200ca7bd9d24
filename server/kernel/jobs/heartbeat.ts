import type { Redis } from 'ioredis';

/** How often a worker shows itself, and how long that counts. Milliseconds. */
export const BEAT_EVERY = 3_000;
const BEAT_LIFE = 10_000;

/** The sign of life that workers leave in Redis and /ready reads. */
export class WorkerHeartbeat {
  readonly #redis: Redis;
  readonly #key: string;

  constructor(redis: Redis, namespace: string) {
    this.#redis = redis;
    this.#key = `${namespace}:worker:heartbeat`;
  }

  /** Rejects when Redis is away. */
  async beat(): Promise<void> {
    await this.#redis.set(this.#key, new Date().toISOString(), 'PX', BEAT_LIFE);
  }

  /** Whether any worker has shown itself within the last seconds. Rejects when Redis is away. */
  async alive(): Promise<boolean> {
    return (await this.#redis.exists(this.#key)) === 1;
  }
}
