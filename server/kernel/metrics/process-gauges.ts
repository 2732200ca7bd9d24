import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import type { Database } from '../../../db/database.ts';
import { settledWithin } from '../../../db/deadline.ts';
import type { StandbyFigures } from '../../../db/primary-watch.ts';
import { type BackupFigures, readBackupFigures } from '../backups/backup-store.ts';
import type { Metrics } from './metrics.ts';
import { type OutboxMetrics, readOutboxMetrics } from './outbox-metrics-store.ts';

/** The state a knex pool exposes. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

const POOL_STATES: Readonly<Record<string, (pool: Pool) => number>> = {
  used: (pool) => pool.numUsed(),
  free: (pool) => pool.numFree(),
  wanted: (pool) => pool.numPendingAcquires(),
};

/** Milliseconds allowed for reading from the database, so that the other metrics are reported even without it. */
const READING_TIMEOUT_MS = 1_000;

/**
 * Adds metrics that are measured on collection. Returns a function that stops measuring.
 * @param database For reading the outbox, and when backups were made.
 */
export function addProcessGauges({ registry }: Metrics, database: Database): () => void {
  const registers = [registry];
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  new Gauge({
    name: 'wasl_event_loop_delay_seconds',
    help: 'Event loop delay since the last collection',
    labelNames: ['quantile'],
    registers,
    collect() {
      for (const quantile of [50, 99, 100]) {
        this.set({ quantile: String(quantile / 100) }, loop.percentile(quantile) / 1e9);
      }
      loop.reset();
    },
  });
  new Gauge({
    name: 'wasl_memory_bytes',
    help: 'Memory of the process',
    labelNames: ['part'],
    registers,
    collect() {
      const { rss, heapUsed } = process.memoryUsage();
      this.set({ part: 'resident' }, rss);
      this.set({ part: 'heap' }, heapUsed);
    },
  });
  new Counter({
    name: 'wasl_cpu_seconds_total',
    help: 'Processor time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  addOutbox(database, registers);
  addBackups(database, registers);
  return () => loop.disable();
}

/** For processes that serve live clients. */
export function addSocketGauge({ registry }: Metrics, sockets: () => number): void {
  new Gauge({
    name: 'wasl_sockets',
    help: 'Open sockets of live clients',
    registers: [registry],
    collect() {
      this.set(sockets());
    },
  });
}

/** @param skewMs How far this machine's clock is ahead of the database's; null before it was compared. */
export function addClockGauge({ registry }: Metrics, skewMs: () => number | null): void {
  new Gauge({
    name: 'wasl_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers: [registry],
    collect() {
      this.set((skewMs() ?? 0) / 1_000);
    },
  });
}

/** For a database on several servers; without one, only the number of servers is told. */
export function addStandbyGauges({ registry }: Metrics, figures: () => StandbyFigures): void {
  const registers = [registry];
  new Gauge({
    name: 'wasl_database_servers',
    help: 'Servers that DATABASE_URL names, and standbys that answered at the last look',
    labelNames: ['state'],
    registers,
    collect() {
      const { servers, standbys } = figures();
      this.set({ state: 'named' }, servers);
      this.set({ state: 'standby' }, standbys);
    },
  });
  new Gauge({
    name: 'wasl_standby_lag_bytes',
    help: 'Bytes of the log that the slowest standby has not replayed; -1: no standby or no primary answers',
    registers,
    collect() {
      this.set(figures().lagBytes ?? -1);
    },
  });
  new Gauge({
    name: 'wasl_commits_synchronous',
    help: '1 if commits wait for a standby; -1: no primary answers, or there is one server only',
    registers,
    collect() {
      const { synchronous } = figures();
      this.set(synchronous === null ? -1 : Number(synchronous));
    },
  });
}

/** @param nodes Of a Redis Cluster, or the Sentinels; null for a Redis on one server. */
export function addRedisGauge(
  { registry }: Metrics,
  nodes: () => { known: number; silent: number } | null,
): void {
  new Gauge({
    name: 'wasl_redis_nodes',
    help: 'Nodes of a Redis Cluster, or Sentinels, by whether they answer this process; none for a single server',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { known, silent } = nodes() ?? { known: 0, silent: 0 };
      this.set({ state: 'answering' }, known - silent);
      this.set({ state: 'silent' }, silent);
    },
  });
}

/** @param pools By name; connections of the same name are added up. */
export function addPoolGauge(
  { registry }: Metrics,
  pools: () => Readonly<Record<string, readonly Database[]>>,
): void {
  new Gauge({
    name: 'wasl_pool_connections',
    help: 'Connections of the PostgreSQL pools, and callers waiting for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, databases] of Object.entries(pools())) {
        const open = databases
          .map(({ client }) => client.pool as Pool | undefined)
          .filter((each) => each !== undefined);
        for (const [state, count] of Object.entries(POOL_STATES))
          this.set(
            { pool, state },
            open.reduce((sum, each) => sum + count(each), 0),
          );
      }
    },
  });
}

type Registers = Metrics['registry'][];

function addOutbox(database: Database, registers: Registers): void {
  const rows = new Gauge({
    name: 'wasl_outbox_rows',
    help: 'Commits in the outbox with pending effects',
    labelNames: ['state'],
    registers,
  });
  new Gauge({
    name: 'wasl_outbox_age_seconds',
    help: 'Age of the oldest commit in the outbox that is not parked; -1: the database does not answer',
    registers,
    async collect() {
      const found = await readOutbox(database);
      this.set(found?.age ?? -1);
      rows.set({ state: 'waiting' }, found?.waiting ?? -1);
      rows.set({ state: 'parked' }, found?.parked ?? -1);
    },
  });
}

/** Null if the database does not answer. */
function readOutbox(database: Database): Promise<OutboxMetrics | null> {
  return inTime(readOutboxMetrics(database));
}

function addBackups(database: Database, registers: Registers): void {
  let reading: Promise<BackupFigures | null> | null = null;
  /** The gauges are collected together and share one reading. */
  const figures = () => {
    reading ??= inTime(readBackupFigures(database)).finally(() => {
      reading = null;
    });
    return reading;
  };
  new Gauge({
    name: 'wasl_backup_age_seconds',
    help: 'Age of the last backup, copy of pictures and archived log file; -1: none was ever made',
    labelNames: ['part'],
    registers,
    async collect() {
      const found = await figures();
      this.set({ part: 'base' }, found?.base ?? -1);
      this.set({ part: 'copies' }, found?.copies ?? -1);
      this.set({ part: 'wal' }, found?.archives === true ? found.wal : -1);
    },
  });
  new Gauge({
    name: 'wasl_backup_failed',
    help: '1 if the last backup, proof or archiving of a log file failed',
    labelNames: ['part'],
    registers,
    async collect() {
      const found = await figures();
      this.set({ part: 'base' }, Number(found?.base_failed ?? false));
      this.set({ part: 'wal' }, Number(found?.wal_failed ?? false));
      this.set({ part: 'proof' }, Number(found?.proof_failed ?? false));
    },
  });
  new Gauge({
    name: 'wasl_restore_proof_age_seconds',
    help: 'Age of the last proof that a backup can be restored; -1: none was ever made',
    registers,
    async collect() {
      this.set((await figures())?.proof ?? -1);
    },
  });
}

function inTime<T>(reading: Promise<T>): Promise<T | null> {
  return settledWithin(
    reading.catch(() => null),
    READING_TIMEOUT_MS,
    null,
  );
}
