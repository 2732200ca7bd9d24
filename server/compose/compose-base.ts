import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { ServiceArea } from '../../actors/geo/service-area.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { loadServiceArea } from '../../db/seeds/load-service-area.ts';
import { openDomainClock } from '../../db/stores/domain-clock-store.ts';
import { PresentReads } from '../../db/stores/present-reads-store.ts';
import { createPresence } from '../../realtime/presence.ts';
import type { Contract } from '../kernel/http/contract.ts';
import { createMetrics, type Metrics } from '../kernel/metrics/metrics.ts';
import { MetricsExchange } from '../kernel/metrics/metrics-exchange.ts';
import { addProcessGauges } from '../kernel/metrics/process-gauges.ts';
import type { Closers } from '../kernel/process/closers.ts';
import type { Config } from '../kernel/process/config.ts';
import { closeRedis, openRedis } from '../kernel/process/redis.ts';
import { Secrets } from '../kernel/security/secrets.ts';
import { Settings } from '../kernel/settings/settings.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { openFileStore } from '../kernel/uploads/open-file-store.ts';

export interface Overrides {
  log?: Logger;
  /** Tests move domain time on by hand. */
  clock?: Clock;
  /** And the real time that drivers' devices live in, in milliseconds since the epoch. */
  deviceTime?: () => number;
  /** And need not wait until the account behind a live connection is looked at again: milliseconds. */
  recheckEvery?: number;
  /** openapi.yaml as it was read before; tests start a service in every file. */
  contract?: Contract;
}

export interface Base {
  config: Config;
  log: Logger;
  closers: Closers;
  /** Relational work and reads. */
  database: Database;
  /** Actor turns: each holds its connection while facts are read on `database`, so the two never share a pool. */
  turns: Database;
  redis: Redis;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  present: PresentReads;
  settings: Settings;
  files: FileStore;
  serviceArea: ServiceArea;
  presence: ReturnType<typeof createPresence>;
  metrics: Metrics;
  /** The figures of all processes. */
  figures: MetricsExchange;
}

/** What every process stands on, whatever it does. */
export async function composeBase(
  config: Config,
  name: string,
  log: Logger,
  closers: Closers,
  overrides: Overrides,
): Promise<Base> {
  const pool = (part: string) => {
    const database = openDatabase(config.databaseUrl, { name: `wasl-${name}-${part}`, max: config.poolSize });
    closers.add(`${part} pool`, () => database.destroy());
    return database;
  };
  const database = pool('work');
  const turns = pool('turns');
  const redis = openRedis(config, { role: 'commands', log });
  closers.add('Redis', () => closeRedis(redis));
  const measured = composeMetrics(config, name, log, closers, { database, turns, redis });
  const present = new PresentReads(database);
  return {
    config,
    log,
    closers,
    database,
    turns,
    redis,
    clock: overrides.clock ?? (await openDomainClock(database, config.clockRate)),
    ids: { next: uuidv7 },
    secrets: new Secrets(config.appSecret),
    present,
    settings: new Settings(database, present),
    files: composeFiles(config, log),
    serviceArea: await loadServiceArea(),
    presence: createPresence({
      ...{ redis, namespace: config.redisNamespace, log },
      ...(overrides.deviceTime === undefined ? {} : { now: overrides.deviceTime }),
    }),
    ...measured,
  };
}

/** Without its place for pictures a process does all else, so that is only said. */
function composeFiles(config: Config, log: Logger): FileStore {
  const files = openFileStore(config);
  files.check().catch((error: Error) => {
    log.error({ err: error.cause ?? error }, 'pictures cannot be stored: see UPLOADS_* in the configuration');
  });
  return files;
}

function composeMetrics(
  config: Config,
  name: string,
  log: Logger,
  closers: Closers,
  { database, turns, redis }: Pick<Base, 'database' | 'turns' | 'redis'>,
): Pick<Base, 'metrics' | 'figures'> {
  const label = `${name}-${hostname()}-${process.pid}`;
  const metrics = createMetrics(label);
  const stop = addProcessGauges(metrics, { pools: { work: database, turns }, database });
  closers.add('gauges', async () => stop());
  const { registry } = metrics;
  const figures = new MetricsExchange({
    registry,
    process: label,
    redis,
    namespace: config.redisNamespace,
    log,
  });
  closers.add('figures', () => figures.close());
  return { metrics, figures };
}
