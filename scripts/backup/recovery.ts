import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../db/root.ts';
import { locatePostgres } from '../embedded/postgres-binaries.ts';
import { type Exit, spawnDetached, stopProcess, whenExited } from '../embedded/processes.ts';
import { lastLines, quietly, runQuietly } from '../embedded/run.ts';
import { type RunAs, unprivilegedUser } from '../embedded/system-user.ts';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import type { Backup } from './backups.ts';
import { verifyBaseBackup } from './base-backup.ts';
import { WAL_FOLDER } from './wal-archive.ts';

export interface Recovery {
  backup: Backup;
  /** The target of backups. */
  target: string;
  /** New; the server's data. */
  dataDir: string;
  /** Null: as far as the archive goes. */
  at: Date | null;
  timeline: string;
  /** False for a scratch instance that is thrown away. */
  durable: boolean;
  signal: AbortSignal;
}

/** A restored server, reachable only through a socket that nobody else may use. */
export interface RestoredServer {
  /** Of the superuser. */
  url(database: string): string;
  /** Commit time of the last transaction that was restored; null if the log had none after the backup. */
  lastCommit: Date | null;
  /** The last file of the log that it got from the archive; null if it needed none. */
  lastSegment: string | null;
  stop(): Promise<void>;
}

const LIMIT_MS = 12 * 3_600_000;
const STOP_MS = 10 * 60_000;
const PORT = 5432;

/** Unpacks a base backup, comparing each file with the manifest, and gives everything to the server's user. */
export async function unpack(backup: Backup, dataDir: string): Promise<RunAs> {
  await mkdir(dataDir, { mode: 0o700 });
  const user = unprivilegedUser(path.dirname(dataDir));
  const give = async (file: string) => {
    if (user.uid !== undefined && user.gid !== undefined) await chown(file, user.uid, user.gid);
  };
  await give(dataDir);
  await verifyBaseBackup(backup.folder, async (entry, content) => {
    const file = path.resolve(dataDir, entry.path);
    if (!file.startsWith(`${dataDir}${path.sep}`) || entry.kind === 'link')
      throw new CommandError(`The base backup has ${entry.path}, which leads out of its folder.`);
    if (entry.kind === 'folder') {
      await mkdir(file, { recursive: true, mode: 0o700 });
      for await (const _ of content);
    } else {
      const handle = await open(file, 'wx', 0o600);
      try {
        for await (const chunk of content) await handle.write(chunk);
      } finally {
        await handle.close();
      }
    }
    await chmod(file, entry.mode);
    await give(file);
  });
  const marker = path.join(dataDir, 'recovery.signal');
  await writeFile(marker, '');
  await give(marker);
  return user;
}

/** Starts the server on unpacked data and resolves once it has replayed the log up to the wanted time. */
export async function recover(recovery: Recovery, user: RunAs): Promise<RestoredServer> {
  const { backup, dataDir, signal } = recovery;
  const binary = postgresOf(backup.serverVersion, user);
  const work = mkdtempSync(path.join(tmpdir(), 'wasl-restore-'));
  const logFile = `${dataDir}.log`;
  rmSync(logFile, { force: true });
  for (const [name, content] of [
    ['hba.conf', 'local all all trust\n'],
    ['ident.conf', ''],
    ['postgresql.conf', ''],
  ] as const)
    await writeFile(path.join(work, name), content);
  for (const file of [work, ...readdirSync(work).map((name) => path.join(work, name))])
    if (user.uid !== undefined && user.gid !== undefined) chownSync(file, user.uid, user.gid);
  chmodSync(work, 0o700);
  const child = spawnDetached(binary, argumentsOf(recovery, work), {
    ...{ cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, logFile },
    ...user,
  });
  const exited = whenExited(child);
  const { pid } = child;
  if (pid === undefined) throw new CommandError(`PostgreSQL could not be started from ${binary}.`);
  const stop = async () => {
    await stopProcess(pid, exited, { signal: 'SIGINT', graceMs: STOP_MS, last: 'SIGQUIT' });
    rmSync(work, { recursive: true, force: true });
  };
  const url = (database: string) =>
    `postgresql:///${database}?host=${encodeURIComponent(work)}&port=${PORT}&user=postgres`;
  try {
    await waitUntilRecovered(url('postgres'), exited, logFile, signal);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, lastCommit: lastCommitIn(logFile), lastSegment: lastSegmentIn(logFile), stop };
}

/** On the command line, because a restored postgresql.auto.conf overrides any other file. */
function argumentsOf({ dataDir, target, at, timeline, durable }: Recovery, work: string): string[] {
  const from = path.join(target, WAL_FOLDER).replaceAll("'", String.raw`'\''`);
  const options: Record<string, string> = {
    config_file: path.join(work, 'postgresql.conf'),
    hba_file: path.join(work, 'hba.conf'),
    ident_file: path.join(work, 'ident.conf'),
    listen_addresses: '',
    unix_socket_directories: work,
    unix_socket_permissions: '0700',
    port: String(PORT),
    max_connections: '20',
    shared_buffers: '128MB',
    shared_preload_libraries: '',
    ssl: 'off',
    logging_collector: 'off',
    log_destination: 'stderr',
    lc_messages: 'C',
    log_timezone: 'UTC',
    // Nobody connects before everything is replayed, and no setting has to be as large as the lost server's.
    hot_standby: 'off',
    // A restored server that archives would write into the history of the real one.
    archive_mode: 'off',
    max_wal_senders: '0',
    // No standby follows it that its commits could wait for.
    synchronous_standby_names: '',
    restore_command: `test -f '${from}'/%f.gz && gzip -dc '${from}'/%f.gz > "%p"`,
    recovery_target_timeline: timeline,
    recovery_target_action: 'promote',
    ...(at === null ? {} : { recovery_target_time: written(at) }),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off' }),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDir, ...flags];
}

/** In a form that needs no list of time zones, which the server has not read yet. */
function written(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00');
}

async function waitUntilRecovered(
  url: string,
  exited: Promise<Exit>,
  logFile: string,
  signal: AbortSignal,
): Promise<void> {
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  const end = performance.now() + LIMIT_MS;
  while (!(await answers(url))) {
    if (signal.aborted) throw new CommandError('Stopped.');
    if (hasEnded) throw new CommandError(`PostgreSQL could not replay the log: ${reasonIn(logFile)}`);
    if (performance.now() > end) throw new CommandError(`Not restored within 12 hours: see ${logFile}.`);
    await pause(200, signal);
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function reasonIn(logFile: string): string {
  const lines = lastLines(logFile, 200).split('\n');
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line))?.replace(/^.*(?:FATAL|PANIC):\s*/, '');
  if (fatal?.includes('before configured recovery target was reached') === true)
    return 'it ends before that time. Restore to an earlier one, or to the end: --at latest';
  return `${fatal ?? 'it ended without a reason'} (see ${logFile})`;
}

function lastCommitIn(logFile: string): Date | null {
  const text = quietly(() => readFileSync(logFile, 'utf8')) ?? '';
  const found = [...text.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1)?.[1];
  return found === undefined ? null : new Date(found.replace(' ', 'T').replace(/\+00$/, 'Z'));
}

function lastSegmentIn(logFile: string): string | null {
  const text = quietly(() => readFileSync(logFile, 'utf8')) ?? '';
  return [...text.matchAll(/restored log file "([0-9A-F]{24})" from archive/g)].at(-1)?.[1] ?? null;
}

/** The server of the same major version: its data is no other's. */
function postgresOf(serverVersion: number, user: RunAs): string {
  const major = Math.floor(serverVersion / 10_000);
  const places = [process.env.BACKUP_PG_BIN, `/usr/lib/postgresql/${major}/bin`];
  for (const folder of places.filter((each) => each !== undefined && each !== '')) {
    const binary = path.join(folder as string, 'postgres');
    const printed = existsSync(binary) ? runQuietly(binary, ['--version'], { limitMs: 15_000 }) : undefined;
    if (printed?.includes(`(PostgreSQL) ${major}`) === true) return binary;
  }
  const embedded = quietly(() => locatePostgres(user, projectRoot));
  if (embedded?.version.startsWith(`${major}.`) === true) return embedded.postgres;
  throw new CommandError(
    `The backup is of PostgreSQL ${major}, which was not found. Install it (Debian: apt-get install postgresql-${major}), or name its folder in BACKUP_PG_BIN.`,
  );
}
