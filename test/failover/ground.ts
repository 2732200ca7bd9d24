import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { type RedisService, startRedis } from '../../scripts/embedded/redis.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { type AuditFigures, audit } from '../chaos/audit.ts';
import { environmentOf, makeActors, START, settle } from '../chaos/chaos.ts';
import type { Checker } from '../chaos/checker.ts';
import { Cluster } from '../chaos/cluster.ts';
import type { OpBook } from '../chaos/op-book.ts';
import { ageMemory, NAMESPACE } from '../chaos/services.ts';
import { makeDatabase } from '../chaos/struck-postgres.ts';
import { PostgresPair } from '../support/postgres-pair.ts';
import type { Server } from '../support/postgres-server.ts';

const DATABASE = 'chaos';

export interface GroundOptions {
  folder: string;
  seed: number;
  nodes: number;
  actors: number;
  signal: AbortSignal;
}

/** A primary with its standby, a Redis, accounts, and processes that know both servers' addresses. */
export class Ground {
  readonly pair: PostgresPair;
  readonly redis: RedisService;
  readonly actors: readonly ActorRef[];
  readonly cluster: Cluster;
  readonly description: string;

  private constructor(made: {
    pair: PostgresPair;
    redis: RedisService;
    actors: readonly ActorRef[];
    cluster: Cluster;
    description: string;
  }) {
    this.pair = made.pair;
    this.redis = made.redis;
    this.actors = made.actors;
    this.cluster = made.cluster;
    this.description = made.description;
  }

  static async make({ folder, seed, nodes, actors: count, signal }: GroundOptions): Promise<Ground> {
    await stopLeftovers(path.join(folder, 'run'));
    rmSync(folder, { recursive: true, force: true });
    for (const each of ['run', 'logs']) mkdirSync(path.join(folder, each), { recursive: true });
    const open: { stop(force: boolean): Promise<void> }[] = [];
    try {
      const pair = await PostgresPair.start(folder, { database: DATABASE, signal, prepare });
      open.push({ stop: () => pair.close() });
      const redis = await startRedis({
        binary: await locateRedis(path.join(projectRoot, '.data', 'redis-dist')),
        dataDir: path.join(folder, 'redis'),
        runDir: path.join(folder, 'run'),
        logFile: path.join(folder, 'logs', 'redis.log'),
        ...{ durable: false, signal },
      });
      open.push(redis);
      await ageMemory(redis.url, NAMESPACE);
      const actors = await makeActors(pair.primary, count);
      const cluster = new Cluster({
        ...{ nodes, folder, chance: seededChance(seed + 1), sabotage: null },
        environment: () => environmentOf({ databaseUrl: pair.url, redisUrl: redis.url }),
      });
      open.push({ stop: () => cluster.close() });
      await cluster.allReady(signal);
      const description = `PostgreSQL ${pair.version} with fsync, primary and standby; Redis ${redis.version}`;
      return new Ground({ pair, redis, actors, cluster, description });
    } catch (error) {
      for (const each of open.reverse()) await each.stop(true);
      throw error;
    }
  }

  get primary(): Server {
    return this.pair.primary;
  }

  get standby(): Server {
    return this.pair.standby;
  }

  async close(): Promise<void> {
    await this.cluster.close();
    await Promise.all([this.redis.stop(true), this.pair.close()]);
  }

  /** Compares the database with every response, once all that was begun has ended. */
  async audit(book: OpBook, checker: Checker): Promise<AuditFigures> {
    const services = { query: <T>(work: (client: pg.Client) => Promise<T>) => this.primary.query(work) };
    await settle(services, checker);
    return this.primary.query((client) =>
      audit({ client, actors: this.actors, book, checker, start: START }),
    );
  }
}

async function prepare(primary: Server): Promise<void> {
  await makeDatabase(primary.url('postgres'), DATABASE);
  await migrateToLatest(primary.url());
}
