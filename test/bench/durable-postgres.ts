import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../../scripts/embedded/leftovers.ts';
import { startPostgres } from '../../scripts/embedded/postgres.ts';
import { recordedProcesses } from '../../scripts/embedded/processes.ts';
import { endWithThis } from './end-with-this.ts';

/** As many as the installer gives to four API processes. */
const CONNECTIONS = 380;

export interface BenchDatabase {
  url: string;
  /** "18.4, fsync on" */
  description: string;
  logFile: string;
  pid: number;
  stop(): Promise<void>;
}

/** A migrated database of a PostgreSQL that preserves every commit, as in production. It ends with this process. */
export async function startDurablePostgres(
  dataDir = join(projectRoot, '.data', 'bench'),
): Promise<BenchDatabase> {
  const [runDir, logs] = [join(dataDir, 'run'), join(dataDir, 'logs')];
  for (const folder of [runDir, logs]) mkdirSync(folder, { recursive: true });
  const logFile = join(logs, 'postgres.log');
  await stopLeftovers(runDir);
  const postgres = await startPostgres({
    clusterDir: join(dataDir, 'postgres'),
    runDir,
    logFile,
    projectRoot,
    password: 'postgres',
    maxConnections: CONNECTIONS,
    durable: true,
  });
  const { pid } = recordedProcesses(runDir).find(({ name }) => name === 'postgres') ?? {};
  if (pid === undefined) throw new Error('PostgreSQL is not recorded.');
  const stopped = endWithThis(pid, 'SIGQUIT');
  const stop = async () => {
    await postgres.stop(true);
    stopped();
  };
  try {
    const url = await migrated(postgres.url('postgres'), postgres.url('bench'));
    return {
      url,
      description: `PostgreSQL ${postgres.version}, fsync ${await fsyncOf(url)}`,
      logFile,
      pid,
      stop: async () => {
        await stop();
        rmSync(postgres.clusterDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function migrated(maintenance: string, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query('DROP DATABASE IF EXISTS bench WITH (FORCE)');
    await client.query(`CREATE DATABASE bench TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  } finally {
    await client.end();
  }
  await migrateToLatest(url);
  return url;
}

async function fsyncOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ fsync: string }>('SHOW fsync');
    return rows[0]?.fsync ?? 'unknown';
  } finally {
    await client.end();
  }
}
