import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { areaNamespace } from '../../db/redis/areas.ts';
import { bootKey } from '../../db/redis/redis-lease-registry.ts';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { type Postgres, type PostgresSettings, startPostgres } from '../../scripts/embedded/postgres.ts';
import { closeRedis, openRedis, redisReady } from '../../server/kernel/process/redis.ts';
import { silent } from '../support/ownership-world.ts';
import { type RedisKind, type StruckRedis, startStruckRedis } from './struck-redis.ts';

export const NAMESPACE = 'chaos';

export interface ChaosServicesOptions {
  /** Prefix of the keys in Redis. */
  namespace?: string;
  database?: string;
  maxConnections?: number;
  /** Default: one Redis. */
  topology?: RedisKind;
}

/**
 * A PostgreSQL that preserves every commit and a Redis without persistence (one, a cluster, or several with Sentinels), of
 * this run alone, made to be struck by faults.
 */
export class ChaosServices {
  readonly #postgresSettings: Omit<PostgresSettings, 'port'>;
  readonly #database: string;
  #postgres: Postgres;
  readonly #redis: StruckRedis;

  private constructor(
    postgresSettings: PostgresSettings,
    database: string,
    postgres: Postgres,
    redis: StruckRedis,
  ) {
    this.#postgresSettings = postgresSettings;
    this.#database = database;
    this.#postgres = postgres;
    this.#redis = redis;
  }

  /** Starts both in this folder, which no one else may use, with a migrated database. */
  static async start(
    folder: string,
    signal: AbortSignal,
    options: ChaosServicesOptions = {},
  ): Promise<ChaosServices> {
    const { namespace = NAMESPACE, database = 'chaos', maxConnections = 250, topology = 'single' } = options;
    const [runDir, logs] = [join(folder, 'run'), join(folder, 'logs')];
    rmSync(logs, { recursive: true, force: true });
    for (const each of [runDir, logs]) mkdirSync(each, { recursive: true });
    await stopLeftovers(runDir);
    const postgresSettings: PostgresSettings = {
      clusterDir: join(folder, 'postgres'),
      runDir,
      logFile: join(logs, 'postgres.log'),
      projectRoot,
      password: 'postgres',
      maxConnections,
      durable: true,
      signal,
    };
    const [postgres, redis] = await Promise.all([
      startPostgres(postgresSettings),
      startStruckRedis(topology, { folder, namespace, signal }),
    ]);
    const services = new ChaosServices(postgresSettings, database, postgres, redis);
    try {
      await Promise.all([services.#makeDatabase(), ageMemory(redis.url, namespace)]);
      return services;
    } catch (error) {
      await services.close();
      throw error;
    }
  }

  get description(): string {
    return `PostgreSQL ${this.#postgres.version} with fsync, ${this.#redis.description}, without persistence`;
  }

  get databaseUrl(): string {
    return this.#postgres.url(this.#database);
  }

  get redisUrl(): string {
    return this.#redis.url;
  }

  /** On 127.0.0.1; of a single Redis. */
  get ports(): { redis: number; postgres: number } {
    return { redis: Number(new URL(this.redisUrl).port), postgres: this.#postgres.port };
  }

  /** SIGKILL; it comes back empty on the same port after this many milliseconds, or once another has taken over. */
  async killRedis(down: number): Promise<void> {
    await this.#redis.kill(down);
  }

  /** Moves the keys of the owners to another master of the cluster. */
  async moveSlot(): Promise<void> {
    await this.#redis.moveSlot();
  }

  /** Removes everything that Redis holds, while it keeps running. */
  async emptyRedis(): Promise<void> {
    await this.#redis.empty();
  }

  /** As `pg_ctl restart -m immediate`: no checkpoint, every session cut, recovery from the log. */
  async restartPostgres(): Promise<void> {
    const { port } = this.#postgres;
    await this.#postgres.stop(true);
    this.#postgres = await startPostgres({ ...this.#postgresSettings, port });
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

  async query<T>(work: (client: pg.Client) => Promise<T>, url = this.databaseUrl): Promise<T> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Stops both and removes the cluster. */
  async close(): Promise<void> {
    await Promise.all([this.#redis.close(), this.#postgres.stop(true)]);
    rmSync(this.#postgres.clusterDir, { recursive: true, force: true });
  }

  async #makeDatabase(): Promise<void> {
    await this.query(async (client) => {
      const name = pg.escapeIdentifier(this.#database);
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
    }, this.#postgres.url('postgres'));
    await migrateToLatest(this.databaseUrl);
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
