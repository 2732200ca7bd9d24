import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge } from 'prom-client';
import type { Database } from '../../../db/database.ts';
import { settledWithin } from '../../../db/deadline.ts';
import type { Metrics } from './metrics.ts';
import { type OutboxFigures, readOutboxFigures } from './outbox-figures-store.ts';

/** What a knex pool tells of itself. */
interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

export interface GaugeSources {
  /** By name. */
  pools: Readonly<Record<string, Database>>;
  /** The outbox is looked at through it. */
  database: Database;
}

/** Milliseconds that a look at the outbox may take: without the database the other figures still come. */
const OUTBOX_PATIENCE = 1_000;

/** Adds what is measured at the moment of asking. Gives a function that ends the measuring. */
export function addProcessGauges({ registry }: Metrics, sources: GaugeSources): () => void {
  const registers = [registry];
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  new Gauge({
    name: 'wasl_event_loop_delay_seconds',
    help: 'Delay of the event loop since it was last asked for',
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
  addPools(sources, registers);
  addOutbox(sources.database, registers);
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

type Registers = Metrics['registry'][];

function addPools({ pools }: GaugeSources, registers: Registers): void {
  new Gauge({
    name: 'wasl_pool_connections',
    help: 'Connections of the PostgreSQL pools, and those who wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, database] of Object.entries(pools)) {
        const connections = database.client.pool as Pool | undefined;
        if (connections === undefined) continue;
        this.set({ pool, state: 'used' }, connections.numUsed());
        this.set({ pool, state: 'free' }, connections.numFree());
        this.set({ pool, state: 'wanted' }, connections.numPendingAcquires());
      }
    },
  });
}

function addOutbox(database: Database, registers: Registers): void {
  const rows = new Gauge({
    name: 'wasl_outbox_rows',
    help: 'Commits in the outbox whose effects are not all done',
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

/** Null when the database does not answer. */
function readOutbox(database: Database): Promise<OutboxFigures | null> {
  return settledWithin(
    readOutboxFigures(database).catch(() => null),
    OUTBOX_PATIENCE,
    null,
  );
}
