import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';

/** Starts a process that sends, configured like a worker. `kill` ends it at once, as a crash does. */
export function startSender(environment: Record<string, string>): { kill(): Promise<void> } {
  const isBuilt = process.env.WASL_BUILT === '1';
  const program = join(projectRoot, 'test/sending/sender-process.mjs');
  const args = [...(isBuilt ? [] : ['--import', 'tsx']), program, isBuilt ? 'dist' : '.'];
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
