import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { until } from './ownership-world.ts';

/** An API process as npm start runs it, but from its sources. */
export interface ApiProcess {
  url: string;
  child: ChildProcess;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

export async function spawnApi(environment: Record<string, string>): Promise<ApiProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', 'api'], {
    cwd: projectRoot,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  try {
    await until(() => {
      if (child.exitCode !== null) throw new Error('the API ended while starting');
      return fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 60_000);
  } catch (error) {
    await kill();
    throw error;
  }
  return { url, child, kill };
}
