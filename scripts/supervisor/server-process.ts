import { spawn } from 'node:child_process';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RUNNING } from '../../server/kernel/process/run-until-signal.ts';
import {
  type Exit,
  forgetProcess,
  recordProcess,
  type Service,
  stopProcess,
  whenExited,
} from '../embedded/processes.ts';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import { describe } from './keep-running.ts';
import { keepLog } from './log-file.ts';

export interface ServerSettings {
  readonly kind: 'api' | 'worker';
  /** Distinguishes processes of one kind in logs and records. Default: the kind. */
  readonly name?: string;
  /** server/main, compiled, or its source with the Node options to run it. */
  readonly program: string;
  /** Node's own options. */
  readonly nodeOptions?: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly runDir: string;
  readonly logFile: string;
  readonly verbose: boolean;
  readonly say: (line: string) => void;
  /** Whether the process is ready to serve. */
  readonly isReady: () => Promise<boolean>;
  readonly readyLimitMs: number;
  /** Whether a process that does not get ready in time is stopped, or may get ready later. */
  readonly mustBeReady: boolean;
  readonly signal: AbortSignal;
}

const STOP_GRACE_MS = 30_000;

/**
 * Node's memory settings: the heap may grow by about half before it is collected, so a process stays below 200 MB in a
 * busy shop, and the pings of thousands of drivers leave so little garbage that collecting it rarely delays them.
 * Figures: docs/performance.md. No source maps: they would cost 15 MB and a twentieth of the speed, and the build reads
 * like its source.
 */
export const SERVER_NODE_OPTIONS: readonly string[] = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=45',
];
/**
 * By default glibc keeps an arena for each thread and hardly ever returns its memory. Node's four worker threads serve
 * files, name look-ups, passwords and pictures alike: with sixteen, a few slow ones of a kind hold up none of another.
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '16' };

/** Starts the API or the worker. Throws a CommandError when it ends, or does not get ready, at the start. */
export async function startServer(settings: ServerSettings): Promise<Service> {
  const { kind, name = kind, nodeOptions = SERVER_NODE_OPTIONS } = settings;
  const args = [...nodeOptions, '--import', preloadOf(settings.program), settings.program, kind];
  const child = spawn(process.execPath, args, {
    cwd: settings.cwd,
    env: { ...SERVER_ENVIRONMENT, ...settings.env },
    // A process session of its own: Ctrl-C in the terminal must not end it before the supervisor does.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = whenExited(child);
  const pid = child.pid;
  if (pid === undefined) throw new CommandError(`The ${kind} could not be started.`);
  // Its number too: one that takes over runs beside the one it replaces for a while.
  const record = name === kind ? kind : `${name}.${pid}`;
  recordProcess(settings.runDir, record, pid);
  void exited.then(() => forgetProcess(settings.runDir, record, pid));
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  keepLog(streams, { name, file: settings.logFile, verbose: settings.verbose, say: settings.say });
  const stop = async (force: boolean) => {
    await stopProcess(pid, exited, {
      signal: 'SIGTERM',
      graceMs: force ? 0 : STOP_GRACE_MS,
      last: 'SIGKILL',
    });
    forgetProcess(settings.runDir, record, pid);
  };
  let runs = false;
  child.on('message', (message) => {
    runs ||= message === RUNNING;
  });
  // Its own word first: what answers on its port may be another program that took the port before it.
  const isReady = async () => (runs || !settings.mustBeReady) && (await settings.isReady());
  try {
    await waitUntilReady(exited, { ...settings, isReady });
  } catch (error) {
    await stop(!settings.signal.aborted);
    throw error;
  }
  return { exited, stop };
}

/** In the same folder tree as the program, and compiled if the program is. */
function preloadOf(program: string): string {
  const path = `../scripts/supervisor/exit-with-parent${extname(program)}`;
  return new URL(path, pathToFileURL(program)).href;
}

async function waitUntilReady(exited: Promise<Exit>, settings: ServerSettings): Promise<void> {
  const { kind, logFile, readyLimitMs } = settings;
  let exit: Exit | undefined;
  void exited.then((how) => {
    exit = how;
  });
  const deadline = Date.now() + readyLimitMs;
  while (!(await settings.isReady()) || exit !== undefined) {
    if (settings.signal.aborted) throw new CommandError(`Stopped while the ${kind} was starting.`);
    if (exit !== undefined) {
      throw new CommandError(`The ${kind} ended while starting (${describe(exit)}): see ${logFile}.`);
    }
    if (Date.now() > deadline) {
      if (!settings.mustBeReady) return;
      throw new CommandError(`The ${kind} was not ready within ${readyLimitMs / 1000} s: see ${logFile}.`);
    }
    await pause(100);
  }
}
