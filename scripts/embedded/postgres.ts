import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import { freePort } from './ports.ts';
import { locatePostgres, type PostgresBinaries, reachableDataDir } from './postgres-binaries.ts';
import { createCluster } from './postgres-cluster.ts';
import {
  type Exit,
  forgetProcess,
  processToken,
  recordProcess,
  type Service,
  spawnDetached,
  stopProcess,
  waitGone,
  whenExited,
} from './processes.ts';
import { lastLines, quietly, runQuietly } from './run.ts';
import { unprivilegedUser } from './system-user.ts';

export interface PostgresSettings {
  /** The cluster's folder; created at the first start. */
  readonly clusterDir: string;
  readonly runDir: string;
  readonly logFile: string;
  readonly projectRoot: string;
  /** Password of the superuser `postgres`. */
  readonly password: string;
  /** Left out: a free port. */
  readonly port?: number;
  readonly maxConnections: number;
  /** False: starts with an empty cluster and trades durability for speed; for tests only. */
  readonly durable: boolean;
  readonly signal?: AbortSignal;
}

export interface Postgres extends Service {
  readonly version: string;
  readonly port: number;
  /** Where the cluster actually is: root may have to keep it outside a closed home folder. */
  readonly clusterDir: string;
  /** The superuser's connection string. */
  url(database: string): string;
}

const READY_LIMIT_MS = 120_000;

/** Starts the embedded PostgreSQL and resolves once it answers. Listens on 127.0.0.1 only. */
export async function startPostgres(settings: PostgresSettings): Promise<Postgres> {
  const user = unprivilegedUser(settings.clusterDir);
  const clusterDir = reachableDataDir(settings.clusterDir, user, settings.projectRoot, settings.password);
  const binaries = locatePostgres(user, settings.projectRoot);
  await clearStalePid(clusterDir);
  if (settings.durable && existsSync(clusterDir)) refuseForeignCluster(clusterDir, binaries);
  else await createCluster(clusterDir, binaries, user, settings);

  const port = settings.port ?? (await freePort());
  const child = spawnDetached(binaries.postgres, serverArguments(clusterDir, port, settings), {
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C', PGDATA: clusterDir },
    logFile: settings.logFile,
    ...user,
  });
  const exited = whenExited(child);
  const pid = child.pid;
  if (pid === undefined) throw new CommandError(`PostgreSQL could not be started from ${binaries.postgres}.`);
  recordProcess(settings.runDir, 'postgres', pid);
  const url = (database: string) =>
    `postgresql://postgres:${encodeURIComponent(settings.password)}@127.0.0.1:${port}/${database}`;
  const stop = (force: boolean) => stopPostgres(pid, exited, force, settings.runDir);
  try {
    await waitUntilReady(url('postgres'), exited, settings);
  } catch (error) {
    await stop(true);
    throw error;
  }
  return { version: binaries.version, port, clusterDir, url, exited, stop };
}

/** A fast shutdown ends sessions and writes a checkpoint; an immediate one leaves recovery to the next start. */
async function stopPostgres(
  pid: number,
  exited: Promise<Exit>,
  force: boolean,
  runDir: string,
): Promise<void> {
  const how = force
    ? ({ signal: 'SIGQUIT', graceMs: 5_000, last: 'SIGKILL' } as const)
    : ({ signal: 'SIGINT', graceMs: 60_000, last: 'SIGQUIT' } as const);
  await stopProcess(pid, exited, how);
  forgetProcess(runDir, 'postgres');
}

/** Nothing outlives the run, and no table is so large that compiling a query would pay. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', jit: 'off' };

function serverArguments(clusterDir: string, port: number, settings: PostgresSettings): string[] {
  const options: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(settings.maxConnections),
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of a refused row contain its values, for example an e-mail that is taken.
    log_error_verbosity: 'terse',
    ...(settings.durable ? {} : FOR_TESTS),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterDir, '-p', String(port), ...flags];
}

function refuseForeignCluster(clusterDir: string, binaries: PostgresBinaries): void {
  const made = quietly(() => readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim());
  if (made === undefined) {
    throw new CommandError(
      `${clusterDir} is not a PostgreSQL data folder that this user can read. Start as the user who created it, or give another folder with --data-dir.`,
    );
  }
  const ours = binaries.version.split('.')[0];
  if (made === ours) return;
  throw new CommandError(
    `The data in ${clusterDir} was created by PostgreSQL ${made}, but this release brings PostgreSQL ${ours}. ` +
      'Export it with the older release (pg_dump) and import it again, or give another folder with --data-dir.',
  );
}

/**
 * After a crash, postmaster.pid names a process that is gone, or whose number another program now has; PostgreSQL would
 * refuse to start in the second case. A server still running on this cluster is stopped.
 */
async function clearStalePid(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid');
  const pid = Number(quietly(() => readFileSync(file, 'utf8'))?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (processToken(pid) !== undefined && commandOf(pid).includes(clusterDir)) {
    quietly(() => process.kill(pid, 'SIGINT'));
    if (!(await waitGone(pid, 60_000))) {
      throw new CommandError(
        `Another PostgreSQL (process ${pid}) uses ${clusterDir} and does not end. Stop it first.`,
      );
    }
  }
  rmSync(file, { force: true });
}

function commandOf(pid: number): string {
  const fromProc = quietly(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
  return fromProc ?? runQuietly('ps', ['-o', 'command=', '-p', String(pid)], { limitMs: 5_000 }) ?? '';
}

async function waitUntilReady(url: string, exited: Promise<Exit>, settings: PostgresSettings): Promise<void> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const deadline = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const problem = await tryConnect(url);
    if (problem === undefined) return;
    if (settings.signal?.aborted === true) throw new CommandError('Stopped while PostgreSQL was starting.');
    if (problem.code === '28P01') {
      throw new CommandError(
        `PostgreSQL in ${settings.clusterDir} has another password than secrets.json: was that file replaced? Restore it, or give another folder with --data-dir.`,
      );
    }
    if (gone) throw new CommandError(`PostgreSQL ended while starting:\n${lastLines(settings.logFile)}`);
    if (Date.now() > deadline) {
      throw new CommandError(
        `PostgreSQL did not answer within ${READY_LIMIT_MS / 1000} s: see ${settings.logFile}.`,
      );
    }
    await pause(50);
  }
}

async function tryConnect(url: string): Promise<{ code?: string } | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return error as { code?: string };
  } finally {
    await client.end().catch(() => undefined);
  }
}
