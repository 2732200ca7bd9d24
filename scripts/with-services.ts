// tsx scripts/with-services.ts SCRIPT [ARGS…]: runs one of the other commands on the data of this installation.
// --data-dir among the ARGS names the installation. It uses DATABASE_URL when set, else the services of the running `npm start`, else starts the embedded
// PostgreSQL for as long as the command runs.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '../db/migrate.ts';
import { projectRoot } from '../db/root.ts';
import { stopLeftovers } from './embedded/leftovers.ts';
import { startPostgres } from './embedded/postgres.ts';
import { ensureDatabase } from './embedded/postgres-cluster.ts';
import { whenExited } from './embedded/processes.ts';
import { loadSecrets } from './embedded/secrets.ts';
import { explain, Fault } from './shared/fault.ts';
import { readDataDir, takeDataDir } from './supervisor/data-dir.ts';
import { acquireLock } from './supervisor/instance-lock.ts';
import { findRunning } from './supervisor/running.ts';

let dataDir = '';

try {
  const { flag, rest } = takeDataDir(process.argv.slice(2));
  dataDir = readDataDir(process.env, projectRoot, flag);
  process.exitCode = await main(rest);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

async function main([script, ...args]: string[]): Promise<number> {
  if (script === undefined) throw new Fault('Usage: with-services SCRIPT [ARGS…]');
  if (process.env.DATABASE_URL) return runScript(script, args, {});
  const running = findRunning(dataDir);
  if (running !== undefined) {
    return runScript(script, args, { DATABASE_URL: running.databaseUrl, REDIS_URL: running.redisUrl });
  }
  return withOwnDatabase((databaseUrl) => runScript(script, args, { DATABASE_URL: databaseUrl }));
}

/** Holds the installation's lock meanwhile, so that `npm start` cannot open the same data. */
async function withOwnDatabase(work: (databaseUrl: string) => Promise<number>): Promise<number> {
  const runDir = join(dataDir, 'run');
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  const lock = acquireLock(join(runDir, 'supervisor.lock'), 'Another command is at work on this data');
  try {
    await stopLeftovers(runDir);
    const secrets = loadSecrets(dataDir);
    const postgres = await startPostgres({
      clusterDir: join(dataDir, 'postgres'),
      runDir,
      logFile: join(logDir, 'postgres.log'),
      projectRoot,
      password: secrets.postgresPassword,
      maxConnections: 50,
      durable: true,
    });
    try {
      const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'wasl', secrets.databasePassword);
      await migrateToLatest(databaseUrl);
      return await work(databaseUrl);
    } finally {
      await postgres.stop(false);
    }
  } finally {
    lock.release();
  }
}

/** The command gets the terminal; Ctrl-C reaches it too, so we only wait for its end. */
async function runScript(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const secrets = process.env.NODE_ENV === 'production' ? undefined : loadSecrets(dataDir);
  const made = secrets === undefined ? {} : { JWT_SECRET: secrets.jwtSecret, APP_SECRET: secrets.appSecret };
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    stdio: 'inherit',
    env: { ...made, ...process.env, ...env },
  });
  const ignore = () => undefined;
  process.on('SIGINT', ignore).on('SIGTERM', () => child.kill('SIGTERM'));
  const { code } = await whenExited(child);
  return code ?? 1;
}
