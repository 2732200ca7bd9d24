import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { ServiceArea } from '../../actors/geo/service-area.ts';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import { namespaceOf } from '../../db/commit-history.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { Primary } from '../../db/primary.ts';
import { PrimaryWatch } from '../../db/primary-watch.ts';
import { CURRENT_RELEASE } from '../../db/releases.ts';
import { loadServiceArea } from '../../db/seeds/load-service-area.ts';
import { readsOfPrimary, type StaleReads, StandbyReads } from '../../db/standby-reads.ts';
import { openDomainClock } from '../../db/stores/domain-clock-store.ts';
import { PresentReads } from '../../db/stores/present-reads-store.ts';
import { refuseUnfitSchema } from '../../db/stores/schema-phase-store.ts';
import { createPresence } from '../../realtime/presence.ts';
import { ClockWatch } from '../kernel/clock/clock-watch.ts';
import type { Contract } from '../kernel/http/contract.ts';
import { createMetrics, type Metrics } from '../kernel/metrics/metrics.ts';
import { MetricsExchange } from '../kernel/metrics/metrics-exchange.ts';
import {
  addClockGauge,
  addPoolGauge,
  addProcessGauges,
  addRedisGauge,
  addStandbyGauges,
} from '../kernel/metrics/process-gauges.ts';
import type { Closers } from '../kernel/process/closers.ts';
import type { Config } from '../kernel/process/config.ts';
import { redisNodes } from '../kernel/process/redis.ts';
import { RedisConnections } from '../kernel/process/redis-connections.ts';
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
  /** With the prefix of Redis keys that belongs to the history of the database (db/commit-history.ts). */
  config: Config;
  log: Logger;
  closers: Closers;
  /** The server that every connection is made to. */
  primary: Primary;
  /** Pool for relational work and reads. */
  database: Database;
  /** For the reads that docs/standby.md lists, which may be some seconds old. */
  stale: StaleReads;
  /**
   * Pool for actor turns. A turn keeps its connection while its facts are read on `database`; sharing one pool could
   * deadlock.
   */
  turns: Database;
  /** For short commands of the area `shared`. */
  redis: Redis;
  connections: RedisConnections;
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
  given: Config,
  name: string,
  log: Logger,
  closers: Closers,
  overrides: Overrides,
): Promise<Base> {
  const primary = new Primary(given.databaseUrl);
  primary.onOtherGeneration = (error) => endAtOnce(log, error);
  // By its release, the second phase of an upgrade knows whether former processes are left.
  const labelOf = (part: string) => `wasl-${name}-${part}.${CURRENT_RELEASE}`;
  const pool = (part: string, min = 0) => {
    const database = openDatabase(primary, { name: labelOf(part), min, max: given.poolSize });
    closers.add(`${part} pool`, () => database.destroy());
    return database;
  };
  // However idle the process is, one connection shows that it runs.
  const database = pool('work', 1);
  await refuseUnfitSchema(database);
  const config = { ...given, redisNamespace: namespaceOf(given.redisNamespace, primary.generation) };
  const turns = pool('turns');
  const watch = new PrimaryWatch(primary);
  closers.add('watch over the database servers', () => watch.close());
  const connections = new RedisConnections(config, log, closers);
  const redis = connections.open('shared', 'commands');
  const redisOfDrivers = connections.open('drivers', 'commands');
  const secrets = await loadSecrets(database, config.appSecret);
  const measured = composeMetrics(config, name, log, closers, {
    ...{ database, redis, secrets, connections },
  });
  const wallClock = overrides.wallClock ?? Date.now;
  const clockWatch = await ClockWatch.open({ database, process: measured.label, log, wallClock });
  closers.add('watch over the clock', () => clockWatch.close());
  addClockGauge(measured.metrics, () => clockWatch.skewMs);
  addStandbyGauges(measured.metrics, () => watch.figures);
  const stale = composeStaleReads(config, closers, {
    ...{ primary: database, watch, name: labelOf('stale') },
    onRead: (from) => measured.metrics.staleRead(from),
  });
  addPoolGauge(measured.metrics, () => ({ work: [database], turns: [turns], standbys: stale.pools }));
  const present = new PresentReads(database);
  return {
    config,
    log,
    closers,
    primary,
    database,
    stale,
    turns,
    redis,
    connections,
    clock: overrides.clock ?? (await openDomainClock(database, config.clockRate, wallClock)),
    clockWatch,
    ids: { next: uuidv7 },
    secrets,
    present,
    settings: new Settings(database, present),
    files: composeFiles(config, log),
    serviceArea: await loadServiceArea(),
    presence: createPresence({
      redis: redisOfDrivers,
      namespace: connections.namespace('drivers'),
      log,
      ...(overrides.deviceTime === undefined ? {} : { now: overrides.deviceTime }),
    }),
    metrics: measured.metrics,
    tracing: await composeTracing(config, measured.label, closers),
    figures: measured.figures,
  };
}

function composeStaleReads(
  { staleReads: maxAgeMs, poolSize }: Config,
  closers: Closers,
  parts: Pick<ConstructorParameters<typeof StandbyReads>[0], 'primary' | 'watch' | 'name' | 'onRead'>,
): StaleReads {
  if (maxAgeMs === 0) return readsOfPrimary(parts.primary);
  const reads = new StandbyReads({ ...parts, maxAgeMs, poolSize });
  closers.add('pools of standbys', () => reads.close());
  return reads;
}

/**
 * What this process holds in memory, and what it has told clients, may never have happened: it must not act on any of it.
 * It is started again by what watches over it.
 */
function endAtOnce(log: Logger, error: Error): void {
  log.fatal({ err: error }, 'the database has lost acknowledged commits; this process ends to start again');
  log.flush();
  process.exit(1);
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
  parts: Pick<Base, 'database' | 'redis' | 'secrets' | 'connections'>,
): Pick<Base, 'metrics' | 'figures'> & { label: string } {
  const { database, redis, secrets, connections } = parts;
  const label = `${name}-${hostname()}-${process.pid}`;
  const metrics = createMetrics(label);
  const stop = addProcessGauges(metrics, database);
  closers.add('gauges', async () => stop());
  addRedisGauge(metrics, () => redisNodes(config));
  const { registry } = metrics;
  const figures = new MetricsExchange({
    registry,
    process: label,
    redis,
    namespace: connections.namespace('shared'),
    secrets,
    onForged: () => metrics.frameRefused('metrics', 'forged'),
    log,
    // Tests read what they have just brought about.
    ...(config.mode === 'test' ? { shareMs: 0 } : {}),
  });
  closers.add('figures', () => figures.close());
  return { metrics, figures, label };
}
