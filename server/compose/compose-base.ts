import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { ServiceArea } from '../../actors/geo/service-area.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { CURRENT_RELEASE } from '../../db/releases.ts';
import { loadServiceArea } from '../../db/seeds/load-service-area.ts';
import { openDomainClock } from '../../db/stores/domain-clock-store.ts';
import { PresentReads } from '../../db/stores/present-reads-store.ts';
import { refuseUnfitSchema } from '../../db/stores/schema-phase-store.ts';
import { createPresence } from '../../realtime/presence.ts';
import { ClockWatch } from '../kernel/clock/clock-watch.ts';
import type { Contract } from '../kernel/http/contract.ts';
import { createMetrics, type Metrics } from '../kernel/metrics/metrics.ts';
import { MetricsExchange } from '../kernel/metrics/metrics-exchange.ts';
import { addClockGauge, addProcessGauges } from '../kernel/metrics/process-gauges.ts';
import type { Closers } from '../kernel/process/closers.ts';
import type { Config } from '../kernel/process/config.ts';
import { closeRedis, openRedis } from '../kernel/process/redis.ts';
import { loadSecrets } from '../kernel/security/hashing-secret.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { Settings } from '../kernel/settings/settings.ts';
import { openTracing } from '../kernel/tracing/open-tracing.ts';
import type { Tracing } from '../kernel/tracing/tracing.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { openFileStore } from '../kernel/uploads/open-file-store.ts';

export interface Overrides {
  log?: Logger;
  /** Lets tests advance domain time. */
  clock?: Clock;
  /** This machine's clock, in milliseconds since the epoch; lets tests set it wrong. */
  wallClock?: () => number;
  /** Real time of drivers' devices, in milliseconds since the epoch; for tests. */
  deviceTime?: () => number;
  /** Milliseconds between checks of the account behind a live connection; for tests. */
  recheckEvery?: number;
  /** openapi.yaml, already parsed: tests start a service per file. */
  contract?: Contract;
}

export interface Base {
  config: Config;
  log: Logger;
  closers: Closers;
  /** Pool for relational work and reads. */
  database: Database;
  /**
   * Pool for actor turns. A turn keeps its connection while its facts are read on `database`; sharing one pool could
   * deadlock.
   */
  turns: Database;
  redis: Redis;
  clock: Clock;
  /** Whether domain time may be relied on in this process. */
  clockWatch: ClockWatch;
  ids: Ids;
  secrets: Secrets;
  present: PresentReads;
  settings: Settings;
  files: FileStore;
  serviceArea: ServiceArea;
  presence: ReturnType<typeof createPresence>;
  metrics: Metrics;
  /** Null unless the configuration names a collector. */
  tracing: Tracing | null;
  /** The metrics of all processes. */
  figures: MetricsExchange;
}

/** Composes what every process needs, API or worker. Throws UnfitSchemaError before anything else is done. */
export async function composeBase(
  config: Config,
  name: string,
  log: Logger,
  closers: Closers,
  overrides: Overrides,
): Promise<Base> {
  const pool = (part: string, min = 0) => {
    // By its release, the second phase of an upgrade knows whether former processes are left.
    const label = `wasl-${name}-${part}.${CURRENT_RELEASE}`;
    const database = openDatabase(config.databaseUrl, { name: label, min, max: config.poolSize });
    closers.add(`${part} pool`, () => database.destroy());
    return database;
  };
  // However idle the process is, one connection shows that it runs.
  const database = pool('work', 1);
  await refuseUnfitSchema(database);
  const turns = pool('turns');
  const redis = openRedis(config, { role: 'commands', log });
  closers.add('Redis', () => closeRedis(redis));
  const secrets = await loadSecrets(database, config.appSecret);
  const measured = composeMetrics(config, name, log, closers, { database, turns, redis, secrets });
  const wallClock = overrides.wallClock ?? Date.now;
  const clockWatch = await ClockWatch.open({ database, process: measured.label, log, wallClock });
  closers.add('watch over the clock', () => clockWatch.close());
  addClockGauge(measured.metrics, () => clockWatch.skewMs);
  const present = new PresentReads(database);
  return {
    config,
    log,
    closers,
    database,
    turns,
    redis,
    clock: overrides.clock ?? (await openDomainClock(database, config.clockRate, wallClock)),
    clockWatch,
    ids: { next: uuidv7 },
    secrets,
    present,
    settings: new Settings(database, present),
    files: composeFiles(config, log),
    serviceArea: await loadServiceArea(),
    presence: createPresence({
      ...{ redis, namespace: config.redisNamespace, log },
      ...(overrides.deviceTime === undefined ? {} : { now: overrides.deviceTime }),
    }),
    metrics: measured.metrics,
    tracing: await composeTracing(config, measured.label, closers),
    figures: measured.figures,
  };
}

async function composeTracing(config: Config, name: string, closers: Closers): Promise<Tracing | null> {
  const tracing = await openTracing(config.tracing, name);
  closers.add('traces', async () => tracing?.close());
  return tracing;
}

/** Without a place for pictures the process still does everything else, so this only logs. */
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
  { database, turns, redis, secrets }: Pick<Base, 'database' | 'turns' | 'redis' | 'secrets'>,
): Pick<Base, 'metrics' | 'figures'> & { label: string } {
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
    secrets,
    onForged: () => metrics.frameRefused('metrics', 'forged'),
    log,
    // Tests read what they have just brought about.
    ...(config.mode === 'test' ? { shareMs: 0 } : {}),
  });
  closers.add('figures', () => figures.close());
  return { metrics, figures, label };
}
