import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { stopLeftovers } from '../embedded/leftovers.ts';
import { type Postgres, startPostgres } from '../embedded/postgres.ts';
import { ensureDatabase } from '../embedded/postgres-cluster.ts';
import { loadSecrets } from '../embedded/secrets.ts';
import { readDataDir } from './data-dir.ts';
import { acquireLock } from './instance-lock.ts';
import { migrateData } from './migrate-data.ts';
import { findRunning } from './running.ts';

/**
 * Runs a command's `work` on the database of an installation: that of DATABASE_URL when it is set; otherwise that of
 * the `npm start` that runs on the data folder (`flag`, see `readDataDir`); otherwise the embedded PostgreSQL, which is
 * started for as long as the work takes.
 */
export async function withDatabase<T>(
  flag: string | undefined,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (process.env.DATABASE_URL) return work(process.env.DATABASE_URL);
  const dataDir = readDataDir(process.env, projectRoot, flag);
  const running = findRunning(dataDir);
  return running === undefined ? withOwnPostgres(dataDir, work) : work(running.databaseUrl);
}

/** Holds the installation's lock meanwhile, so that `npm start` cannot open the same data. */
async function withOwnPostgres<T>(dataDir: string, work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const runDir = join(dataDir, 'run');
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const lock = acquireLock(join(runDir, 'supervisor.lock'), 'Another command is at work on this data');
  const stopping = new AbortController();
  let postgres: Postgres | undefined;
  const stopOnSignal = () => {
    stopping.abort();
    // While it is still starting, the start itself gives up.
    void postgres?.stop(true).finally(() => {
      lock.release();
      process.exit(130);
    });
  };
  process.once('SIGINT', stopOnSignal).once('SIGTERM', stopOnSignal);
  try {
    await stopLeftovers(runDir);
    const secrets = loadSecrets(dataDir);
    postgres = await startPostgres({
      clusterDir: join(dataDir, 'postgres'),
      runDir,
      logFile: join(logDir, 'postgres.log'),
      projectRoot,
      password: secrets.postgresPassword,
      maxConnections: 50,
      durable: true,
      signal: stopping.signal,
    });
    const { ownerUrl, url } = await ensureDatabase(
      postgres.url('postgres'),
      'wasl',
      secrets.databasePassword,
    );
    await migrateData(ownerUrl, dataDir, url);
    return await work(url);
  } finally {
    process.off('SIGINT', stopOnSignal).off('SIGTERM', stopOnSignal);
    await postgres?.stop(false);
    lock.release();
  }
}
