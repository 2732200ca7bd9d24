import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { areaNamespace } from '../../db/redis/areas.ts';
import { bootKey } from '../../db/redis/redis-lease-registry.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { silent } from '../support/ownership-world.ts';
import { type StruckPostgres, startStruckPostgres } from './struck-postgres.ts';
import { type RedisKind, type StruckRedis, startStruckRedis } from './struck-redis.ts';

export const NAMESPACE = 'chaos';

export interface ChaosServicesOptions {
  /** Prefix of the keys in Redis. */
  namespace?: string;
  database?: string;
  maxConnections?: number;
  /** Default: one Redis. */
  topology?: RedisKind;
  /** Whether PostgreSQL has a standby for which commits wait. Default: false. */
  standby?: boolean;
}

/**
 * A PostgreSQL that preserves every commit (one, or a primary with a standby) and a Redis without persistence (one, a
 * cluster, or several with Sentinels), of this run alone, made to be struck by faults.
 */
export class ChaosServices {
  readonly postgres: StruckPostgres;
  readonly redis: StruckRedis;

  private constructor(postgres: StruckPostgres, redis: StruckRedis) {
    this.postgres = postgres;
    this.redis = redis;
  }

  /** Starts both in this folder, which no one else may use, with a migrated database. */
  static async start(
    folder: string,
    signal: AbortSignal,
    options: ChaosServicesOptions = {},
  ): Promise<ChaosServices> {
    const { namespace = NAMESPACE, database = 'chaos', maxConnections = 250 } = options;
    const { topology = 'single', standby = false } = options;
    const [runDir, logs] = [join(folder, 'run'), join(folder, 'logs')];
    rmSync(logs, { recursive: true, force: true });
    for (const each of [runDir, logs]) mkdirSync(each, { recursive: true });
    await stopLeftovers(runDir);
    const started = await Promise.allSettled([
      startStruckPostgres(standby, { folder, database, maxConnections, signal, migrate: migrateToLatest }),
      startStruckRedis(topology, { folder, namespace, signal }),
    ]);
    const [postgres, redis] = started;
    try {
      if (postgres.status === 'rejected') throw postgres.reason;
      if (redis.status === 'rejected') throw redis.reason;
      await ageMemory(redis.value.url, namespace);
      return new ChaosServices(postgres.value, redis.value);
    } catch (error) {
      await Promise.all(
        started.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)),
      );
      throw error;
    }
  }

  get description(): string {
    return `${this.postgres.description}, ${this.redis.description}, without persistence`;
  }

  get databaseUrl(): string {
    return this.postgres.url;
  }

  get redisUrl(): string {
    return this.redis.url;
  }

  /** On 127.0.0.1; of a single Redis and a single PostgreSQL. */
  get ports(): { redis: number; postgres: number } {
    return { redis: Number(new URL(this.redisUrl).port), postgres: this.postgres.port };
  }

  /** SIGKILL; it comes back empty on the same port after this many milliseconds, or once another has taken over. */
  async killRedis(down: number): Promise<void> {
    await this.redis.kill(down);
  }

  /** Removes everything that Redis holds, while it keeps running. */
  async emptyRedis(): Promise<void> {
    await this.redis.empty();
  }

  async restartPostgres(): Promise<void> {
    await this.postgres.restart();
  }

  /** Ends every session, whatever it is doing. Returns their number. */
  async purgeConnections(): Promise<number> {
    return this.query(async (client) => {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      );
      return rowCount ?? 0;
    });
  }

  query<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return this.postgres.query(work);
  }

  /** Stops both and removes the data. */
  async close(): Promise<void> {
    await Promise.all([this.redis.close(), this.postgres.close()]);
  }
}

/** Lets processes own actors at once: a Redis that has never been used cannot have forgotten a lease. */
export async function ageMemory(url: string, namespace: string): Promise<void> {
  const owners = areaNamespace({ redisUrl: url, redisNamespace: namespace }, 'owners');
  const redis = openRedis({ redisUrl: url }, { role: 'commands', log: silent, namespace: owners });
  try {
    await redisReady(redis, 10_000);
    await redis.set(bootKey(owners), `${Date.now() - 60_000}:chaos`);
  } finally {
    await closeRedis(redis);
  }
}
