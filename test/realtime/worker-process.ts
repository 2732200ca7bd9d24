import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectRoot } from '../../db/root.ts';

/** A worker as npm start runs it, but from its sources. Returns how to end it at once, as a crash does. */
export function spawnWorker(environment: Record<string, string>): () => Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', 'worker'], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  return async () => {
    child.kill('SIGKILL');
    await exited;
  };
}
