import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { send, whenExited } from '../embedded/processes.ts';
import { quietly } from '../embedded/run.ts';

export interface MochaSettings {
  readonly projectRoot: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly countsFile: string;
  readonly signal: AbortSignal;
  /** Streamed (the default), or printed as a whole at the end, for a run beside another one: always, or if it failed. */
  readonly output?: 'live' | 'at-end' | 'on-failure';
  /** Milliseconds after which it is killed, half an hour unless given. */
  readonly limitMs?: number;
  /** Niceness, 0 (the default) to 19. */
  readonly niceness?: number;
}

/** Mocha's own counts. */
export interface MochaOutcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The first failures: the test's full title, and below it the beginning of its message. */
  readonly failures: readonly string[];
  /** Why the run as a whole failed; undefined if it did not. */
  readonly fault?: string;
}

const NOTHING_RUN = { passed: 0, failed: 0, skipped: 0, failures: [] };

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  running: string | null;
  ended: boolean;
  failures: string[];
}

/** Three times the longest run on two idle cores, since machines differ; only runs that hang reach it. */
const LIMIT_MS = 30 * 60_000;
/** Milliseconds for the process to exit on its own after the last test: nothing may be left open. */
const AFTER_END_MS = 30_000;

/** Runs mocha. Never throws; a run that hangs is killed and reported as such. */
export async function runMocha(settings: MochaSettings): Promise<MochaOutcome> {
  const { projectRoot, countsFile, output = 'live', niceness = 0, limitMs = LIMIT_MS } = settings;
  rmSync(countsFile, { force: true });
  const program = join(projectRoot, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = join(projectRoot, 'scripts', 'checks', 'mocha-reporter.cjs');
  const child = spawn(process.execPath, [program, '--reporter', reporter, ...settings.args], {
    cwd: projectRoot,
    env: { ...settings.env, WASL_TEST_COUNTS: countsFile },
    stdio: output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that everything the tests started can be ended with it.
    detached: true,
  });
  const pid = child.pid;
  if (pid === undefined) return { ...NOTHING_RUN, fault: 'mocha could not be started' };
  // It may have exited already.
  if (niceness > 0) yieldProcessor(pid, niceness);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  const exited = whenExited(child);
  let fault: string | undefined;
  const end = (why: string) => {
    fault ??= why;
    send(-pid, 'SIGKILL');
  };
  const stopped = () => end('stopped');
  settings.signal.addEventListener('abort', stopped, { once: true });
  const watch = watchForHang(countsFile, limitMs, end);
  const { code } = await exited;
  clearInterval(watch);
  if (output !== 'on-failure' || code !== 0) process.stdout.write(Buffer.concat(printed));
  settings.signal.removeEventListener('abort', stopped);
  const counts = readCounts(countsFile);
  if (counts?.ended !== true) fault ??= `mocha ended before its last test (exit code ${code})`;
  if (code !== 0 && counts?.failed === 0) fault ??= `mocha ended with exit code ${code}`;
  const { passed, failed, skipped, failures } = counts ?? NOTHING_RUN;
  return { passed, failed, skipped, failures, ...(fault === undefined ? {} : { fault }) };
}

/** With autogrouping, Linux schedules a session as one group: then only the group's niceness counts. */
function yieldProcessor(pid: number, niceness: number): void {
  quietly(() => setPriority(pid, niceness));
  quietly(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)));
}

function watchForHang(countsFile: string, limitMs: number, end: (why: string) => void): NodeJS.Timeout {
  const began = Date.now();
  let endedAt: number | undefined;
  return setInterval(() => {
    const counts = readCounts(countsFile);
    if (counts?.ended === true) endedAt ??= Date.now();
    if (endedAt !== undefined && Date.now() - endedAt > AFTER_END_MS) {
      end(
        `the tests ended, but the process did not within ${AFTER_END_MS / 1000} s: a test left something open (a connection, a timer, a server, a child)`,
      );
    } else if (Date.now() - began > limitMs) {
      end(`mocha did not end within ${limitMs / 60_000} minutes; it was at: ${counts?.running ?? 'no test'}`);
    }
  }, 500);
}

function readCounts(file: string): Counts | undefined {
  return quietly(() => JSON.parse(readFileSync(file, 'utf8')) as Counts);
}
