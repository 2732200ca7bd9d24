import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { type RedisService, startRedis } from '../../scripts/embedded/redis.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { type AuditFigures, audit } from '../chaos/audit.ts';
import { environmentOf, makeActors, START, settle } from '../chaos/chaos.ts';
import type { Checker } from '../chaos/checker.ts';
import { Cluster } from '../chaos/cluster.ts';
import type { OpBook } from '../chaos/op-book.ts';
import { ageMemory, NAMESPACE } from '../chaos/services.ts';
import { type Server, twoServers } from './pair.ts';

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
  primary: Server;
  standby: Server;
  readonly redis: RedisService;
  readonly actors: readonly ActorRef[];
  readonly cluster: Cluster;
  readonly description: string;
  readonly #folder: string;

  private constructor(made: {
    servers: readonly [Server, Server];
    redis: RedisService;
    actors: readonly ActorRef[];
    cluster: Cluster;
    description: string;
    folder: string;
  }) {
    [this.primary, this.standby] = made.servers;
    this.redis = made.redis;
    this.actors = made.actors;
    this.cluster = made.cluster;
    this.description = made.description;
    this.#folder = made.folder;
  }

  static async make({ folder, seed, nodes, actors: count, signal }: GroundOptions): Promise<Ground> {
    await stopLeftovers(path.join(folder, 'run'));
    rmSync(folder, { recursive: true, force: true });
    for (const each of ['run', 'logs']) mkdirSync(path.join(folder, each), { recursive: true });
    const { first, second, version } = await twoServers(folder);
    const open: { stop(force: boolean): Promise<void> }[] = [];
    try {
      open.push(first);
      await first.create(signal);
      await first.start();
      await makeDatabase(first);
      await first.standby('prepare', second);
      open.push(second);
      await second.standby('make', first);
      await second.start();
      const redis = await startRedis({
        binary: await locateRedis(path.join(projectRoot, '.data', 'redis-dist')),
        dataDir: path.join(folder, 'redis'),
        runDir: path.join(folder, 'run'),
        logFile: path.join(folder, 'logs', 'redis.log'),
        ...{ durable: false, signal },
      });
      open.push(redis);
      await ageMemory(redis.url, NAMESPACE);
      const actors = await makeActors(first, count);
      const databaseUrl = first.url().replace(first.host, `${first.host},${second.host}`);
      const cluster = new Cluster({
        ...{ nodes, folder, chance: seededChance(seed + 1), sabotage: null },
        environment: () => environmentOf({ databaseUrl, redisUrl: redis.url }),
      });
      open.push({ stop: () => cluster.close() });
      await cluster.allReady(signal);
      const description = `PostgreSQL ${version} with fsync, primary and standby; Redis ${redis.version}`;
      return new Ground({ servers: [first, second], redis, actors, cluster, description, folder });
    } catch (error) {
      for (const each of open.reverse()) await each.stop(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.cluster.close();
    await Promise.all([this.redis.stop(true), this.primary.stop(), this.standby.stop()]);
    for (const each of ['first', 'second'])
      rmSync(path.join(this.#folder, each), { recursive: true, force: true });
  }

  /** After a promotion: the servers have changed places. */
  swap(): void {
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  /** The standby has everything that the primary has written. */
  async caughtUp(): Promise<void> {
    await until(
      () =>
        this.primary.query(async (client) => {
          const { rows } = await client.query<{ even: boolean }>(
            'SELECT bool_and(replay_lsn >= pg_current_wal_lsn()) AS even FROM pg_stat_replication',
          );
          return rows[0]?.even === true;
        }),
      { limitMs: 60_000, everyMs: 100, failure: 'the standby does not catch up' },
    );
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

async function makeDatabase(server: Server): Promise<void> {
  await server.query(async (client) => {
    const name = pg.escapeIdentifier(DATABASE);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  }, 'postgres');
  await migrateToLatest(server.url());
}
