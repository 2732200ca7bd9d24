import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { processToken } from '../embedded/processes.ts';
import { quietly } from '../embedded/run.ts';
import { CommandError } from '../shared/command-error.ts';

export interface LockHolder {
  readonly pid: number;
  /** Distinguishes this process from a later one with the same id. */
  readonly token?: string;
  /** The message shown to a second start, without the full stop. */
  readonly says: string;
}

export interface InstanceLock {
  release(): void;
}

const ATTEMPTS = 5;

/**
 * Makes this process the only one that works on a data folder. Throws a CommandError that names the holder when one
 * runs; takes over a lock whose holder is gone.
 */
export function acquireLock(file: string, says: string, pid = process.pid): InstanceLock {
  mkdirSync(dirname(file), { recursive: true });
  const token = processToken(pid);
  const own: LockHolder = { pid, says, ...(token === undefined ? {} : { token }) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (place(file, own)) return { release: () => release(file, own) };
    const holder = readHolder(file);
    if (holder !== undefined && isRunning(holder)) {
      throw new CommandError(
        `${holder.says} (process ${holder.pid}). Stop it with Ctrl-C in its terminal or with: kill ${holder.pid}`,
      );
    }
    removeStale(file, holder);
  }
  throw new CommandError(`The lock ${file} could not be taken: several starts at once? Try again.`);
}

export function readHolder(file: string): LockHolder | undefined {
  return quietly(() => JSON.parse(readFileSync(file, 'utf8')) as LockHolder);
}

export function isRunning(holder: LockHolder): boolean {
  const token = processToken(holder.pid);
  return token !== undefined && token === holder.token;
}

/** Creating a hard link is atomic, so a half-written lock is never read. */
function place(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${holder.pid}`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves the stale lock aside; if another start has replaced it meanwhile, puts that one back. */
function removeStale(file: string, judged: LockHolder | undefined): void {
  const aside = `${file}.stale.${process.pid}`;
  quietly(() => renameSync(file, aside));
  const moved = readHolder(aside);
  if (moved !== undefined && moved.token !== judged?.token) quietly(() => linkSync(aside, file));
  rmSync(aside, { force: true });
}

function release(file: string, own: LockHolder): void {
  const holder = readHolder(file);
  if (holder?.pid === own.pid && holder.token === own.token) rmSync(file, { force: true });
}
