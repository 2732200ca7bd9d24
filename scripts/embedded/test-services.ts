import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stopLeftovers } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { locateRedis } from './redis-binary.ts';

export interface TestServices {
  /** The superuser's address of the maintenance database. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

export interface TestServicesSettings {
  /** Emptied at every start. */
  readonly dataDir: string;
  /** Where an unpacked Redis is kept between runs. */
  readonly redisDistDir: string;
  readonly projectRoot: string;
  readonly postgresPort?: number;
  readonly redisPort?: number;
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
}

const PASSWORD = 'postgres';

/** Starts a PostgreSQL and a Redis that hold nothing and keep nothing, on loopback. */
export async function startTestServices(settings: TestServicesSettings): Promise<TestServices> {
  const { dataDir } = settings;
  const runDir = join(dataDir, 'run');
  const logs = join(dataDir, 'logs');
  for (const folder of [dataDir, runDir, logs]) mkdirSync(folder, { recursive: true });
  await stopLeftovers(runDir);
  const signal = settings.signal === undefined ? {} : { signal: settings.signal };
  const binary = await locateRedis(settings.redisDistDir, settings.say, settings.signal);
  const postgres = await startPostgres({
    clusterDir: join(dataDir, 'postgres'),
    runDir,
    logFile: join(logs, 'postgres.log'),
    projectRoot: settings.projectRoot,
    password: PASSWORD,
    maxConnections: 300,
    durable: false,
    ...(settings.postgresPort === undefined ? {} : { port: settings.postgresPort }),
    ...signal,
  });
  try {
    const redis = await startRedis({
      binary,
      dataDir: join(dataDir, 'redis'),
      runDir,
      logFile: join(logs, 'redis.log'),
      durable: false,
      ...(settings.redisPort === undefined ? {} : { port: settings.redisPort }),
      ...signal,
    });
    const stop = async () => {
      await Promise.all([redis.stop(false), postgres.stop(true)]);
    };
    return { databaseUrl: postgres.url('postgres'), redisUrl: redis.url, stop };
  } catch (error) {
    await postgres.stop(true);
    throw error;
  }
}
