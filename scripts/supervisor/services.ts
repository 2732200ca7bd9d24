import { join } from 'node:path';
import { type Postgres, startPostgres } from '../embedded/postgres.ts';
import { type DatabaseUrls, ensureDatabase } from '../embedded/postgres-cluster.ts';
import { type RedisService, startRedis } from '../embedded/redis.ts';
import { locateRedis } from '../embedded/redis-binary.ts';
import type { Secrets } from '../embedded/secrets.ts';
import { checkDatabase, checkRedis } from './external.ts';
import type { InstallationOptions } from './installation-options.ts';
import { type Kept, keepRunning } from './keep-running.ts';
import type { Progress } from './progress.ts';

export interface ServicesContext {
  readonly options: InstallationOptions;
  readonly secrets: Secrets;
  readonly projectRoot: string;
  readonly runDir: string;
  readonly logDir: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly onGivenUp: () => void;
  /** Receives each started service; they are stopped in reverse order. */
  readonly own: (name: string, kept: Kept) => void;
}

/** The name of the database and of the role that owns it. */
const DATABASE = 'wasl';
/** Each process has several pools, and a replacing process runs beside the old one for a while. */
const CONNECTIONS_OF_PROCESS = 60;
const MIN_CONNECTIONS = 200;

/** Brings up PostgreSQL, embedded unless DATABASE_URL names one, and returns its addresses. */
export async function bringUpPostgres(context: ServicesContext): Promise<DatabaseUrls> {
  const { options, secrets, progress } = context;
  const external = options.databaseUrl;
  if (external !== undefined) {
    await progress.step(
      'PostgreSQL of DATABASE_URL',
      () => checkDatabase(external),
      (version) => `answers, version ${version}`,
    );
    return { ownerUrl: options.databaseOwnerUrl ?? external, url: external };
  }
  return progress
    .step(
      'PostgreSQL',
      async () => {
        let running: Postgres | undefined;
        const kept = await keepRunning({
          name: 'PostgreSQL',
          start: async () => {
            running = await startPostgres({
              clusterDir: join(options.dataDir, 'postgres'),
              runDir: context.runDir,
              logFile: join(context.logDir, 'postgres.log'),
              projectRoot: context.projectRoot,
              password: secrets.postgresPassword,
              maxConnections: Math.max(MIN_CONNECTIONS, (options.processes + 2) * CONNECTIONS_OF_PROCESS),
              durable: true,
              signal: context.signal,
              ...(running === undefined ? {} : { port: running.port }),
            });
            return running;
          },
          say: (line) => progress.say(line),
          onGivenUp: context.onGivenUp,
        });
        context.own('PostgreSQL', kept);
        if (running === undefined) throw new Error('PostgreSQL started without telling its address.');
        const urls = await ensureDatabase(running.url('postgres'), DATABASE, secrets.databasePassword);
        return { urls, running };
      },
      ({ running }) => `${running.version} on 127.0.0.1:${running.port}, data in ${running.clusterDir}`,
    )
    .then(({ urls }) => urls);
}

/** Brings up Redis, embedded unless REDIS_URL names one, and returns its address. */
export async function bringUpRedis(context: ServicesContext): Promise<string> {
  const { options, secrets, progress } = context;
  const external = options.redisUrl;
  if (external !== undefined) {
    await progress.step(
      'Redis of REDIS_URL',
      () => checkRedis(external),
      () => 'answers',
    );
    return external;
  }
  const binary = await progress.step(
    'Looking for Redis',
    () => locateRedis(join(options.dataDir, 'redis-dist'), (line) => progress.say(line), context.signal),
    ({ path }) => path,
  );
  return progress
    .step(
      'Redis',
      async () => {
        let running: RedisService | undefined;
        const kept = await keepRunning({
          name: 'Redis',
          start: async () => {
            running = await startRedis({
              binary,
              dataDir: join(options.dataDir, 'redis'),
              runDir: context.runDir,
              logFile: join(context.logDir, 'redis.log'),
              password: secrets.redisPassword,
              durable: true,
              signal: context.signal,
              ...(running === undefined ? {} : { port: running.port }),
            });
            return running;
          },
          say: (line) => progress.say(line),
          onGivenUp: context.onGivenUp,
        });
        context.own('Redis', kept);
        if (running === undefined) throw new Error('Redis started without telling its address.');
        return running;
      },
      ({ version, port }) => `${version} on 127.0.0.1:${port}, data in ${join(options.dataDir, 'redis')}`,
    )
    .then(({ url }) => url);
}
