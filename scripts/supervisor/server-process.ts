import { spawn } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Exit,
  forgetProcess,
  recordProcess,
  type Service,
  stopProcess,
  whenExited,
} from '../embedded/processes.ts';
import { Fault } from '../embedded/run.ts';
import { describe } from './keep-running.ts';
import { keepLog } from './log-file.ts';

export interface ServerSettings {
  readonly kind: 'api' | 'worker';
  /** The compiled server/main.ts. */
  readonly program: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly runDir: string;
  readonly logFile: string;
  readonly verbose: boolean;
  readonly say: (line: string) => void;
  /** When given, the process counts as started once this address answers 200. */
  readonly readyUrl?: string;
  readonly signal: AbortSignal;
}

const READY_LIMIT_MS = 90_000;
const STOP_GRACE_MS = 30_000;
const PRELOAD = fileURLToPath(new URL('./exit-with-parent.js', import.meta.url));

/** Starts the API or the worker. Throws a Fault when it ends, or does not get ready, at the start. */
export async function startServer(settings: ServerSettings): Promise<Service> {
  const { kind } = settings;
  const args = ['--enable-source-maps', '--import', pathToFileURL(PRELOAD).href, settings.program, kind];
  const child = spawn(process.execPath, args, {
    cwd: settings.cwd,
    env: settings.env,
    // A session of its own: Ctrl-C in the terminal must not end it before the supervisor says so.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = whenExited(child);
  const pid = child.pid;
  if (pid === undefined) throw new Fault(`The ${kind} could not be started.`);
  recordProcess(settings.runDir, kind, pid);
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  keepLog(streams, { name: kind, file: settings.logFile, verbose: settings.verbose, say: settings.say });
  const stop = async (force: boolean) => {
    await stopProcess(pid, exited, {
      signal: 'SIGTERM',
      graceMs: force ? 0 : STOP_GRACE_MS,
      last: 'SIGKILL',
    });
    forgetProcess(settings.runDir, kind);
  };
  if (settings.readyUrl !== undefined) {
    try {
      await waitUntilReady(settings.readyUrl, exited, settings);
    } catch (error) {
      await stop(settings.signal.aborted === false);
      throw error;
    }
  }
  return { exited, stop };
}

async function waitUntilReady(url: string, exited: Promise<Exit>, settings: ServerSettings): Promise<void> {
  let exit: Exit | undefined;
  void exited.then((how) => {
    exit = how;
  });
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!(await answers(url))) {
    if (settings.signal.aborted) throw new Fault(`Stopped while the ${settings.kind} was starting.`);
    if (exit !== undefined) {
      throw new Fault(
        `The ${settings.kind} ended while starting (${describe(exit)}): see ${settings.logFile}.`,
      );
    }
    if (Date.now() > deadline) {
      throw new Fault(
        `${url} did not answer 200 within ${READY_LIMIT_MS / 1000} s: see ${settings.logFile}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
