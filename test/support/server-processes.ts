import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { ownProgram } from './own-program.ts';

interface ServerProcess {
  child: ChildProcess;
  /** Kills the process, as a crash does. */
  kill(): Promise<void>;
}

export interface ApiProcess extends ServerProcess {
  url: string;
}

export interface SpawnOptions {
  /** Node's own options, besides those that the server is always given. */
  nodeOptions?: readonly string[];
  /** Milliseconds that it may take to get ready. */
  readyLimitMs?: number;
}

const READY_LIMIT_MS = 60_000;

/** Starts an API process as npm start does; resolves once it is ready. */
export async function spawnApi(
  environment: Record<string, string>,
  { nodeOptions = [], readyLimitMs = READY_LIMIT_MS }: SpawnOptions = {},
): Promise<ApiProcess> {
  const port = await freePort();
  const { child, kill } = spawnServer('api', { ...environment, PORT: String(port) }, nodeOptions);
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(
      () => {
        if (child.exitCode !== null) throw new Error('the API ended while starting');
        return fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      { limitMs: readyLimitMs },
    );
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, child, kill };
}

/** Starts a worker as npm start does. Returns the function that kills it, as a crash would. */
export function spawnWorker(environment: Record<string, string>): () => Promise<void> {
  return spawnServer('worker', environment).kill;
}

function spawnServer(
  kind: 'api' | 'worker',
  environment: Record<string, string>,
  added: readonly string[] = [],
): ServerProcess {
  const { program, nodeOptions } = ownProgram('server/main.ts');
  const child = spawn(process.execPath, [...nodeOptions, ...added, program, kind], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { child, kill };
}
