import pg from 'pg';
import { send } from '../driver-query.ts';
import { Primary } from '../primary.ts';

export interface GroupConnectionsOptions {
  /** Shown in pg_stat_activity. */
  name: string;
  /** Maximum number of concurrent write statements. */
  writes: number;
  /** Maximum number of concurrent activations and reads. */
  reads: number;
}

/** Milliseconds. When a statement waits longer for a lock, the form that skips locked actors is used instead. */
const WRITE_LOCK_TIMEOUT_MS = 50;
/** An activation waits for the holder of the actor's row lock: a row-locked command, or a statement of this store. */
const READ_LOCK_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 8_000;
/** Plans are dropped after this time, because they may have been made when a table was nearly empty. */
const MAX_PLAN_AGE_MS = 10_000;
/** A database that does not answer within more than its own statement timeout will not answer any more. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Connections for owners. Everything runs as one autocommit statement, so a stopped process holds no locks.
 * Plans are made once and always use indexes, however small the tables were at that time.
 */
export class GroupConnections {
  readonly #writes: pg.Pool;
  readonly #reads: pg.Pool;

  constructor(server: string | Primary, options: GroupConnectionsOptions) {
    const primary = typeof server === 'string' ? new Primary(server) : server;
    this.#writes = open(primary, options.name, options.writes, WRITE_LOCK_TIMEOUT_MS);
    this.#reads = open(primary, options.name, options.reads, READ_LOCK_TIMEOUT_MS);
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

function open(primary: Primary, name: string, max: number, lock: number): pg.Pool {
  const planner = {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    enable_sort: 'off',
    jit: 'off',
  };
  const pool = new pg.Pool({
    connectionString: primary.url,
    Client: primary.Client,
    application_name: name,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // Renewed now and then, which also frees prepared statements that are not used any more.
    maxLifetimeSeconds: 3_600,
    lock_timeout: lock,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    options: Object.entries(planner)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
  });
  // A connection that breaks while idle is replaced at its next use.
  pool.on('error', () => undefined);
  // A connection that breaks in use rejects the query and emits this event too; without a listener, it would end the
  // process.
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
    const { rows } = await send(client, { name, text }, values);
    client.release();
    return rows as R[];
  } catch (error) {
    // After a rejected statement, the connection is still usable.
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
