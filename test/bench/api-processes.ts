import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../db/root.ts';
import { ensureBuild } from '../../scripts/bootstrap/bootstrap.mjs';
import { freePort } from '../../scripts/embedded/ports.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { askReadiness } from '../../scripts/supervisor/readiness.ts';
import { SERVER_ENVIRONMENT, SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';

export interface BenchProcess {
  pid: number;
  end(): Promise<void>;
}

export interface BenchApi extends BenchProcess {
  url: string;
}

const READY_TIMEOUT_MS = 60_000;
/** A new Redis lets no process own actors for a while; then every process tries. */
const OWNERS_AFTER_MS = 4_000;

/**
 * API processes as npm start runs them: built, with the same options; ready, and owning actors. @param namesItself
 * Whether pages contain the service's own full addresses, as in production.
 */
export async function startApis(
  environment: Record<string, string>,
  count: number,
  { namesItself = false } = {},
): Promise<BenchApi[]> {
  const apis: BenchApi[] = [];
  await ensureBuild();
  try {
    while (apis.length < count) apis.push(await startApi(environment, namesItself));
    await pause(OWNERS_AFTER_MS);
    return apis;
  } catch (error) {
    await Promise.all(apis.map((api) => api.end()));
    throw error;
  }
}

/** A worker as npm start runs it, once the API sees it. */
export async function startWorker(environment: Record<string, string>, api: BenchApi): Promise<BenchProcess> {
  const worker = spawnServer('worker', environment);
  await upOrEnd(worker, async () => (await askReadiness(api.url)).worker);
  return { pid: worker.pid ?? -1, end: () => end(worker) };
}

async function startApi(environment: Record<string, string>, namesItself: boolean): Promise<BenchApi> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const origin: Record<string, string> = namesItself ? { PUBLIC_ORIGIN: url } : {};
  const api = spawnServer('api', { ...environment, ...origin, PORT: String(port) });
  await upOrEnd(api, async () => (await askReadiness(url)).api);
  return { url, pid: api.pid ?? -1, end: () => end(api) };
}

function spawnServer(kind: 'api' | 'worker', environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...SERVER_NODE_OPTIONS, 'dist/server/main.js', kind], {
    cwd: projectRoot,
    env: { ...process.env, ...SERVER_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function upOrEnd(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  const failure = 'a process of the service did not start';
  try {
    await until(async () => child.exitCode !== null || (await isUp()), {
      ...{ limitMs: READY_TIMEOUT_MS, everyMs: 50, failure },
    });
    if (child.exitCode !== null) throw new Error(failure);
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
