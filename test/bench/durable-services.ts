import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { recordedProcesses } from '../../scripts/embedded/processes.ts';
import { startRedis } from '../../scripts/embedded/redis.ts';
import { locateRedis } from '../../scripts/embedded/redis-binary.ts';
import { startDurablePostgres } from './durable-postgres.ts';
import { endWithThis } from './end-with-this.ts';
import { machine } from './report.ts';

export interface BenchServices {
  databaseUrl: string;
  redisUrl: string;
  /** Machine, versions, and that commits are durable. */
  description: string;
  pids: { postgres: number; redis: number };
  /** PostgreSQL's log. */
  logFile: string;
  stop(): Promise<void>;
}

/** A migrated database and a Redis of the bench's own, both as durable as in production. */
export async function startDurableServices(): Promise<BenchServices> {
  const postgres = await startDurablePostgres();
  const dataDir = join(projectRoot, '.data', 'bench');
  const redisDir = join(dataDir, 'redis');
  try {
    rmSync(redisDir, { recursive: true, force: true });
    const redis = await startRedis({
      binary: await locateRedis(join(projectRoot, '.data', 'redis-dist'), (line) => console.log(line)),
      dataDir: redisDir,
      runDir: join(dataDir, 'run'),
      logFile: join(dataDir, 'logs', 'redis.log'),
      durable: true,
    });
    const pid = recordedProcesses(join(dataDir, 'run')).find(({ name }) => name === 'redis')?.pid;
    if (pid === undefined) throw new Error('Redis is not recorded.');
    const stopped = endWithThis(pid, 'SIGKILL');
    return {
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      description: `${machine()}, ${postgres.description}, Redis ${redis.version}`,
      logFile: postgres.logFile,
      pids: { postgres: postgres.pid, redis: pid },
      stop: async () => {
        await redis.stop(true);
        stopped();
        rmSync(redisDir, { recursive: true, force: true });
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The environment of one process of the service on these. No limits, since one address makes the whole load. */
export function serviceEnvironment({ databaseUrl, redisUrl }: BenchServices): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_NAMESPACE: 'bench',
    APP_SECRET: 'an application secret of the bench, 32 bytes and more',
    JWT_SECRET: 'a token secret of the bench, 32 bytes and more',
    LOG_LEVEL: 'error',
    LIMIT_WRITE_PER_MINUTE: '100000000',
    LIMIT_BROWSE_PER_MINUTE: '100000000',
  };
}
