import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { bootKey } from '../../db/redis/redis-lease-registry.ts';
import { type ApiService, startApi } from '../../server/compose/compose.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { ApiClient } from './api-client.ts';
import { readContract } from './contract.ts';
import { createTestDatabase, redisUrl, type TestDatabase } from './database.ts';
import { TestClock } from './test-clock.ts';

export interface TestService {
  url: string;
  clock: TestClock;
  databaseUrl: string;
  /** The composed service itself, for assertions about what the API does not show. */
  inside: ApiService;
  /** A client with its own IP address, so that clients never share a rate limit. */
  client(): ApiClient;
  stop(): Promise<void>;
}

let addresses = 0;

/** An IP address not used elsewhere in this process (the service trusts loopback's X-Forwarded-For). */
export function freshAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** The environment of a test installation; `overrides` wins. */
export function testEnvironment(
  databaseUrl: string,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl(),
    REDIS_NAMESPACE: `t-${randomUUID().slice(0, 12)}`,
    APP_SECRET: 'test-application-secret-0123456789abcdef',
    JWT_SECRET: 'test-token-secret-0123456789abcdef-012345',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    // Most tests run no worker, and read what they have just written.
    WORKER_WATCH: '0',
    OVERVIEW_CACHE_MS: '0',
    CATALOGUE_LAG_MS: '0',
    TRUSTED_PROXIES: 'loopback',
    // Begins with a dot, as the default .data/uploads does: a file server that hides such folders would fail here.
    UPLOADS_DIR: join(tmpdir(), '.wasl-test-uploads'),
    ...overrides,
  };
}

/**
 * Makes the namespace look old enough for actors to be claimed at once. Otherwise it is treated like a Redis that has
 * just been emptied: until every lease it might have forgotten has lapsed, commands run under a row lock.
 */
export async function ageRedisMemory(namespace: string): Promise<void> {
  const redis = new Redis(redisUrl());
  await redis.set(bootKey(namespace), `${Date.now() - 60_000}:test`, 'PX', 3_600_000);
  await redis.quit();
}

export interface ServiceOptions {
  env?: Record<string, string>;
  catalogue?: boolean;
  /** An existing database to use in place of a new one. */
  database?: TestDatabase;
  /** Drivers' devices follow the test's clock, as they do in an installation whose clock runs at rate 1. */
  devicesFollow?: boolean;
  /** Milliseconds between two checks of the account behind a live connection; default: the service's. */
  recheckEvery?: number;
  /** The machine's clock, in milliseconds since the epoch; default: the real one. */
  wallClock?: () => number;
  /** Where the service writes its log; default: the service's own logger. */
  log?: Logger;
}

/** The whole composition of an API process, listening on a free port, with a database of its own. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const database = options.database ?? (await createTestDatabase(options));
  const clock = new TestClock();
  const config = loadConfig(testEnvironment(database.url, options.env));
  await ageRedisMemory(config.redisNamespace);
  const devices = options.devicesFollow === true ? { deviceTime: () => clock.now().getTime() } : {};
  const log = options.log === undefined ? {} : { log: options.log };
  const recheck = options.recheckEvery === undefined ? {} : { recheckEvery: options.recheckEvery };
  const wall = options.wallClock === undefined ? {} : { wallClock: options.wallClock };
  const contract = readContract();
  const inside = await startApi(config, { clock, contract, ...devices, ...recheck, ...log, ...wall });
  return {
    url: inside.url,
    clock,
    databaseUrl: database.url,
    inside,
    client: () => new ApiClient(inside.url, freshAddress()),
    async stop() {
      await inside.close();
      await database.drop();
    },
  };
}
