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
  /** What was started, in words. */
  readonly description: string;
  stop(): Promise<void>;
}

export interface TestServicesSettings {
  /** Emptied at every start. */
  readonly dataDir: string;
  /** Where an unpacked Redis is kept between runs. */
  readonly redisDistDir: string;
  readonly projectRoot: string;
  /** Services that are already running; nothing is started in their place. */
  readonly given?: { readonly databaseUrl?: string; readonly redisUrl?: string };
  readonly postgresPort?: number;
  readonly redisPort?: number;
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
}

const PASSWORD = 'postgres';

/** Starts an empty PostgreSQL and Redis without persistence, on loopback. */
export async function startTestServices(settings: TestServicesSettings): Promise<TestServices> {
  const { dataDir } = settings;
  const runDir = join(dataDir, 'run');
  const logs = join(dataDir, 'logs');
  for (const folder of [dataDir, runDir, logs]) mkdirSync(folder, { recursive: true });
  await stopLeftovers(runDir);
  const postgres = await bringUpPostgres(settings, runDir, logs);
  try {
    const redis = await bringUpRedis(settings, runDir, logs);
    return {
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      description: `${postgres.description}, ${redis.description}`,
      stop: async () => {
        await Promise.all([redis.stop(), postgres.stop()]);
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

interface Started {
  readonly url: string;
  readonly description: string;
  stop(): Promise<void>;
}

async function bringUpPostgres(
  settings: TestServicesSettings,
  runDir: string,
  logs: string,
): Promise<Started> {
  const given = settings.given?.databaseUrl;
  if (given !== undefined)
    return { url: given, description: 'given PostgreSQL', stop: async () => undefined };
  const postgres = await startPostgres({
    clusterDir: join(settings.dataDir, 'postgres'),
    runDir,
    logFile: join(logs, 'postgres.log'),
    projectRoot: settings.projectRoot,
    password: PASSWORD,
    maxConnections: 300,
    durable: false,
    ...(settings.postgresPort === undefined ? {} : { port: settings.postgresPort }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
  });
  const description = `PostgreSQL ${postgres.version}`;
  return { url: postgres.url('postgres'), description, stop: () => postgres.stop(true) };
}

async function bringUpRedis(settings: TestServicesSettings, runDir: string, logs: string): Promise<Started> {
  const given = settings.given?.redisUrl;
  if (given !== undefined) return { url: given, description: 'given Redis', stop: async () => undefined };
  const redis = await startRedis({
    binary: await locateRedis(settings.redisDistDir, settings.say, settings.signal),
    dataDir: join(settings.dataDir, 'redis'),
    runDir,
    logFile: join(logs, 'redis.log'),
    durable: false,
    ...(settings.redisPort === undefined ? {} : { port: settings.redisPort }),
    ...(settings.signal === undefined ? {} : { signal: settings.signal }),
  });
  return { url: redis.url, description: `Redis ${redis.version}`, stop: () => redis.stop(false) };
}
