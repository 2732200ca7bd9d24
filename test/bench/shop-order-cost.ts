import pg from 'pg';
import { pause } from '../../scripts/shared/waiting.ts';
import { processorSeconds, type Watched } from './processor-shares.ts';

/** What is counted per order. */
export interface OrderCost {
  orders: number;
  /** Committed and rolled back, by every process of the service. */
  transactions: number;
  inserted: number;
  updated: number;
  deleted: number;
  fetched: number;
  /** Processor time in milliseconds, by process. */
  processor: Map<string, number>;
  /** Rows written, by table; the busiest first. */
  tables: TableWrites[];
  /** Transactions a second while idle, which are excluded above. */
  idleTransactions: number;
}

export interface TableWrites {
  table: string;
  inserted: number;
  updated: number;
  deleted: number;
}

/** Numbers by name, so that differences and shares of them are computed alike. */
type Counts = Map<string, number>;

interface Reading {
  at: number;
  counts: Counts;
}

const TABLE_COUNTS = ['inserted', 'updated', 'deleted'] as const;
/** An idle session of PostgreSQL reports its counts after ten seconds. */
const TOLD_AFTER = 12_000;
/** All effects of earlier orders are done by then. */
const QUIET_AFTER = 20_000;

/** Counts what PostgreSQL and the processors did between two moments, less their idle activity. */
export class OrderMeter {
  readonly #databaseUrl: string;
  readonly #processes: readonly Watched[];
  #idle: Counts = new Map();

  private constructor(databaseUrl: string, processes: readonly Watched[]) {
    this.#databaseUrl = databaseUrl;
    this.#processes = processes;
  }

  /** Observes for a while what the installation does when idle. */
  static async start(databaseUrl: string, processes: readonly Watched[]): Promise<OrderMeter> {
    const meter = new OrderMeter(databaseUrl, processes);
    await pause(QUIET_AFTER);
    const before = await meter.#read();
    await pause(TOLD_AFTER);
    const after = await meter.#read();
    const seconds = (after.at - before.at) / 1_000;
    meter.#idle = combine(after.counts, before.counts, (late, early) => (late - early) / seconds);
    return meter;
  }

  /** What `work` costs per order, with all effects of its orders. Nothing else may be going on. */
  async measure(orders: number, work: () => Promise<void>): Promise<OrderCost> {
    await pause(TOLD_AFTER);
    const before = await this.#read();
    await work();
    await pause(TOLD_AFTER);
    const after = await this.#read();
    const seconds = (after.at - before.at) / 1_000;
    const done = combine(after.counts, before.counts, (late, early) => late - early);
    const each = combine(done, this.#idle, (all, idle) => (all - idle * seconds) / orders);
    const of = (name: string) => each.get(name) ?? Number.NaN;
    return {
      orders,
      transactions: of('transactions'),
      inserted: of('inserted'),
      updated: of('updated'),
      deleted: of('deleted'),
      fetched: of('fetched'),
      processor: new Map(this.#processes.map(({ name }) => [name, of(`processor ${name}`)])),
      tables: tablesOf(each),
      idleTransactions: this.#idle.get('transactions') ?? Number.NaN,
    };
  }

  async #read(): Promise<Reading> {
    const counts: Counts = new Map();
    const url = new URL(this.#databaseUrl);
    const name = url.pathname.slice(1);
    await withClient(this.#databaseUrl, async (client) => {
      const { rows } = await client.query<{
        relname: string;
        inserted: number;
        updated: number;
        deleted: number;
      }>(
        `SELECT relname, n_tup_ins::float8 AS inserted, n_tup_upd::float8 AS updated, n_tup_del::float8 AS deleted
           FROM pg_stat_user_tables`,
      );
      for (const row of rows)
        for (const what of TABLE_COUNTS) counts.set(`table ${row.relname} ${what}`, row[what]);
    });
    url.pathname = '/postgres';
    // From another database, whose transactions are not counted here.
    await withClient(url.href, async (client) => {
      const { rows } = await client.query<Record<string, number>>(
        `SELECT (xact_commit + xact_rollback)::float8 AS transactions, tup_inserted::float8 AS inserted,
                tup_updated::float8 AS updated, tup_deleted::float8 AS deleted, tup_fetched::float8 AS fetched
           FROM pg_stat_database WHERE datname = $1`,
        [name],
      );
      for (const [what, count] of Object.entries(rows[0] ?? {})) counts.set(what, count);
    });
    for (const { name: process, pids } of this.#processes)
      counts.set(`processor ${process}`, processorSeconds(pids) * 1_000);
    return { at: performance.now(), counts };
  }
}

function combine(one: Counts, other: Counts, how: (one: number, other: number) => number): Counts {
  return new Map([...one].map(([name, count]) => [name, how(count, other.get(name) ?? 0)]));
}

function tablesOf(each: Counts): TableWrites[] {
  const names = [...each.keys()].flatMap((name) => /^table (.+) inserted$/.exec(name)?.[1] ?? []);
  const written = (row: TableWrites) => row.inserted + row.updated + row.deleted;
  return names
    .map((table): TableWrites => {
      const of = (what: string) => each.get(`table ${table} ${what}`) ?? 0;
      return { table, inserted: of('inserted'), updated: of('updated'), deleted: of('deleted') };
    })
    .filter((row) => written(row) >= 0.05)
    .sort((one, other) => written(other) - written(one));
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
