import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Returns the result of `read`, or undefined if it throws: for files that may not exist. */
export function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The end of a log file, shown when something did not start. */
export function lastLines(file: string, count = 12): string {
  const text = quietly(() => readFileSync(file, 'utf8')) ?? '';
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

export interface RunOptions {
  readonly limitMs: number;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs a short program and returns its output, or undefined if it failed or does not exist. */
export function runQuietly(
  command: string,
  args: readonly string[],
  options: RunOptions,
): string | undefined {
  const { limitMs, ...rest } = options;
  const settings: SpawnSyncOptions = { ...rest, timeout: limitMs, stdio: ['ignore', 'pipe', 'pipe'] };
  const done = spawnSync(command, args, settings);
  return done.status === 0 ? String(done.stdout) : undefined;
}

export interface Finished {
  readonly ok: boolean;
  /** Both streams, in the order in which they came. */
  readonly output: string;
}

/** Runs a program without blocking; ends it after `limitMs` or when `signal` aborts. Never throws. */
export function run(
  command: string,
  args: readonly string[],
  options: RunOptions & { readonly signal?: AbortSignal },
): Promise<Finished> {
  const { limitMs, signal, ...rest } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(() => {
      output += `\n${command} did not end within ${limitMs / 1000} s`;
      end();
    }, limitMs);
    signal?.addEventListener('abort', end, { once: true });
    const finish = (ok: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve({ ok, output });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
