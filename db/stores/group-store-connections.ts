import pg from 'pg';

export interface GroupConnectionsOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  /** Statements that may be under way at once. */
  writes: number;
  /** Activations and reads that may be under way at once. */
  reads: number;
}

/** Milliseconds. A statement that waits longer for a lock gives way to the form that skips what is locked. */
const WRITE_LOCK_TIMEOUT_MS = 50;
/** An activation waits for whoever holds the actor's row: a row-locked command, or a statement of ours. */
const READ_LOCK_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 8_000;
/** Plans made when a table was nearly empty are forgotten after so long. */
const MAX_PLAN_AGE_MS = 10_000;
/** A database that is silent for longer than its own limit will not answer any more. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Connections for sticky owners. Everything runs as one autocommit statement, so a process that freezes holds
 * nothing. Plans are made once and always go by keys, however small the tables were when they were made.
 */
export class GroupConnections {
  readonly #writes: pg.Pool;
  readonly #reads: pg.Pool;

  constructor(url: string, options: GroupConnectionsOptions) {
    this.#writes = open(url, options.name, options.writes, WRITE_LOCK_TIMEOUT_MS);
    this.#reads = open(url, options.name, options.reads, READ_LOCK_TIMEOUT_MS);
  }

  write<R extends object>(name: string, text: string, values: readonly unknown[]): Promise<R[]> {
    return query<R>(this.#writes, name, text, values);
  }

  read<R extends object>(name: string, text: string, values: readonly unknown[]): Promise<R[]> {
    return query<R>(this.#reads, name, text, values);
  }

  async close(): Promise<void> {
    await Promise.all([this.#writes.end(), this.#reads.end()]);
  }
}

function open(url: string, name: string, max: number, lock: number): pg.Pool {
  const settings = {
    lock_timeout: lock,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_sort: 'off',
    jit: 'off',
  };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Renewed now and then, with the prepared statements that nobody uses any more.
    maxLifetimeSeconds: 3_600,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
  });
  // A connection that breaks while idle is replaced at the next use.
  pool.on('error', () => undefined);
  // One that breaks in use says so to the query, and once more here: unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function query<R extends object>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const client = await pool.connect();
  try {
    await renewPlans(client);
    const { rows } = await client.query<R>({ name, text, values: [...values] });
    client.release();
    return rows;
  } catch (error) {
    // A statement that was refused leaves its connection in order.
    client.release(!(error instanceof pg.DatabaseError && error.severity === 'ERROR'));
    throw error;
  }
}

const planned = new WeakMap<pg.PoolClient, number>();

async function renewPlans(client: pg.PoolClient): Promise<void> {
  const now = performance.now();
  const since = planned.get(client);
  if (since !== undefined && now - since < MAX_PLAN_AGE_MS) return;
  planned.set(client, now);
  if (since !== undefined) await client.query('DISCARD PLANS');
}
