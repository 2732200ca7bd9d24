import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../db/root.ts';
import { type Postgres, type PostgresSettings, startPostgres } from '../../scripts/embedded/postgres.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { PostgresPair } from '../support/postgres-pair.ts';
import type { Server } from '../support/postgres-server.ts';

/** A PostgreSQL that faults strike: one server, or a primary whose commits wait for a standby. */
export interface StruckPostgres {
  /** For processes; names all servers. */
  readonly url: string;
  /** Of the first server, on 127.0.0.1. */
  readonly port: number;
  readonly description: string;
  /** As `pg_ctl restart -m immediate`: no checkpoint, every session cut, recovery from the log. */
  restart(): Promise<void>;
  /** Ends the standby, and starts it again after this many milliseconds; no commit is acknowledged meanwhile. */
  restartStandby(down: number): Promise<void>;
  /** Every process of the primary ends at once, for good. */
  losePrimary(): Promise<void>;
  promote(): Promise<void>;
  /**
   * The lost primary comes back as a standby. @param rival Milliseconds for which it first runs as the primary it was; 0:
   * it does not.
   */
  rejoin(rival: number): Promise<void>;
  /** As a superuser, on the primary. */
  query<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface StruckPostgresOptions {
  folder: string;
  database: string;
  maxConnections: number;
  signal: AbortSignal;
  /** Fills the new database. */
  migrate(url: string): Promise<unknown>;
}

export function startStruckPostgres(
  standby: boolean,
  options: StruckPostgresOptions,
): Promise<StruckPostgres> {
  return standby ? startPair(options) : startSingle(options);
}

async function startPair(options: StruckPostgresOptions): Promise<StruckPostgres> {
  const { folder, database, signal, migrate } = options;
  const pair = await PostgresPair.start(folder, {
    ...{ database, signal },
    prepare: async (primary: Server) => {
      await makeDatabase(primary.url('postgres'), database);
      await migrate(primary.url());
    },
  });
  try {
    await pair.waitForStandby();
  } catch (error) {
    await pair.close();
    throw error;
  }
  return {
    url: pair.url,
    port: pair.primary.port,
    description: `PostgreSQL ${pair.version} with fsync, commits wait for its standby`,
    restart: async () => {
      await pair.primary.stop();
      await pair.primary.start();
    },
    restartStandby: async (down) => {
      await pair.standby.stop();
      await pause(down);
      await pair.standby.start();
      await pair.follows();
    },
    losePrimary: () => pair.losePrimary(),
    promote: async () => {
      const said = await pair.promote();
      if (said.includes('may be missing')) throw new Error(`the standby may lack commits: ${said}`);
    },
    rejoin: async (rival) => {
      pair.standby.bringBack();
      const written = rival > 0 ? await pair.rival(rival) : 0;
      if (written !== 0) throw new Error(`a former primary got ${written} rows or connections that write`);
      await pair.rejoin();
    },
    query: (work) => pair.primary.query(work),
    close: () => pair.close(),
  };
}

async function startSingle(options: StruckPostgresOptions): Promise<StruckPostgres> {
  const { folder, database, maxConnections, signal, migrate } = options;
  const settings: PostgresSettings = {
    clusterDir: join(folder, 'postgres'),
    runDir: join(folder, 'run'),
    logFile: join(folder, 'logs', 'postgres.log'),
    ...{ projectRoot, password: 'postgres', maxConnections, durable: true, signal },
  };
  let running: Postgres = await startPostgres(settings);
  const { port, version, clusterDir } = running;
  const url = running.url(database);
  const close = async () => {
    await running.stop(true);
    rmSync(clusterDir, { recursive: true, force: true });
  };
  try {
    await makeDatabase(running.url('postgres'), database);
    await migrate(url);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...{ url, port, close },
    description: `PostgreSQL ${version} with fsync`,
    restart: async () => {
      await running.stop(true);
      running = await startPostgres({ ...settings, port });
    },
    ...{ restartStandby: notHere, losePrimary: notHere, promote: notHere, rejoin: notHere },
    query: (work) => queryAt(url, work),
  };
}

export async function makeDatabase(url: string, database: string): Promise<void> {
  await queryAt(url, async (client) => {
    const name = pg.escapeIdentifier(database);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  });
}

async function queryAt<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function notHere(): Promise<void> {
  return Promise.reject(new Error('there is no standby'));
}
