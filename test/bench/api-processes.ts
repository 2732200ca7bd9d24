import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../db/root.ts';
import { ensureBuild } from '../../scripts/bootstrap/bootstrap.mjs';
import { freePort } from '../../scripts/embedded/ports.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { SERVER_ENVIRONMENT, SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';

export interface BenchApi {
  url: string;
  pid: number;
  end(): Promise<void>;
}

const READY_LIMIT = 60_000;
/** A fresh Redis lets nobody own actors for a while; then every process tries. */
const OWNERS_AFTER = 4_000;

/** API processes as npm start runs them: built, with the same options; up, and owners in each. */
export async function startApis(environment: Record<string, string>, count: number): Promise<BenchApi[]> {
  const apis: BenchApi[] = [];
  await ensureBuild();
  try {
    while (apis.length < count) apis.push(await startApi(environment));
    await pause(OWNERS_AFTER);
    return apis;
  } catch (error) {
    await Promise.all(apis.map((api) => api.end()));
    throw error;
  }
}

async function startApi(environment: Record<string, string>): Promise<BenchApi> {
  const port = await freePort();
  const child = spawn(process.execPath, [...SERVER_NODE_OPTIONS.small, 'dist/server/main.js', 'api'], {
    cwd: projectRoot,
    env: { ...process.env, ...SERVER_ENVIRONMENT, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + READY_LIMIT;
  const ready = () => fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) }).then(({ ok }) => ok);
  while (!(await ready().catch(() => false))) {
    const over = child.exitCode !== null || performance.now() > until;
    if (over) {
      await end(child);
      throw new Error('an API process did not come up');
    }
    await pause(50);
  }
  return { url, pid: child.pid ?? -1, end: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
