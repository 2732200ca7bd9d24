import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { doneWithin } from '../../db/deadline.ts';
import { pause } from '../shared/waiting.ts';
import { quietly, runQuietly } from './run.ts';

/** How a process ended: its exit code, or the signal that ended it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program of this installation that runs beside the supervisor. */
export interface Service {
  readonly exited: Promise<Exit>;
  /** Resolves when the process is gone. `force` does not wait for it to finish its work. */
  stop(force: boolean): Promise<void>;
}

export interface DetachedOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly uid?: number;
  readonly gid?: number;
}

const LOG_KEPT_BYTES = 10 * 1024 * 1024;

/**
 * Starts a program in a session of its own, so that Ctrl-C in the terminal reaches only the supervisor, which then
 * stops everything in sequence. Its output goes to a file that outlives the supervisor.
 */
export function spawnDetached(
  command: string,
  args: readonly string[],
  options: DetachedOptions,
): ChildProcess {
  const log = openLog(options.logFile);
  return spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  });
}

function openLog(file: string): number {
  rotate(file, LOG_KEPT_BYTES);
  return openSync(file, 'a', 0o600);
}

/** Moves a log that has grown above `limit` bytes to `<file>.1`, replacing the one kept there. */
export function rotate(file: string, limit: number): void {
  quietly(() => {
    if (statSync(file).size > limit) renameSync(file, `${file}.1`);
  });
}

export function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
}

/** Sends `signal`, waits up to `graceMs`, then sends `last`. */
export async function stopProcess(
  pid: number,
  exited: Promise<unknown>,
  how: { signal: NodeJS.Signals; graceMs: number; last: NodeJS.Signals },
): Promise<void> {
  if (!send(pid, how.signal)) return;
  if (await doneWithin(exited, how.graceMs)) return;
  send(pid, how.last);
  await doneWithin(exited, 5_000);
}

/** False when the process does not exist. */
export function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Identifies a process beyond its number, which the system reuses: boot and start time. Undefined if the process is not
 * running (a zombie counts as gone).
 */
export function processToken(pid: number): string | undefined {
  if (process.platform !== 'linux') {
    return runQuietly('ps', ['-o', 'lstart=', '-p', String(pid)], { limitMs: 5_000 })?.trim() || undefined;
  }
  return quietly(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${fields[19]}`;
  });
}

/** Records a started process in `<folder>/<name>.pid`, so that the next start can find it after a crash. */
export function recordProcess(folder: string, name: string, pid: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.pid`), JSON.stringify({ pid, token: processToken(pid) }), {
    mode: 0o600,
  });
}

/** @param pid Only if the record is of this process: another one may have taken its name over. */
export function forgetProcess(folder: string, name: string, pid?: number): void {
  const file = join(folder, `${name}.pid`);
  if (pid !== undefined && quietly(() => readRecord(file).pid) !== pid) return;
  rmSync(file, { force: true });
}

function readRecord(file: string): ProcessRecord {
  return JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord;
}

/** The processes recorded in `folder` that are still running. */
export function recordedProcesses(folder: string): { name: string; pid: number }[] {
  const names = quietly(() => readdirSync(folder)) ?? [];
  return names
    .filter((file) => file.endsWith('.pid'))
    .flatMap((file) => {
      const record = quietly(() => readRecord(join(folder, file)));
      const same = record?.token !== undefined && processToken(record.pid) === record.token;
      return same && record !== undefined ? [{ name: file.slice(0, -4), pid: record.pid }] : [];
    });
}

interface ProcessRecord {
  readonly pid: number;
  readonly token?: string;
}

/** Resolves when the process is gone, or with false after `ms`. For processes that are not child processes. */
export async function waitGone(pid: number, ms: number): Promise<boolean> {
  const token = processToken(pid);
  const deadline = Date.now() + ms;
  while (processToken(pid) === token && token !== undefined) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}
