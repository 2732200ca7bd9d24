import { CommandError } from '../shared/command-error.ts';
import { forgetProcess, recordedProcesses, send, waitGone } from './processes.ts';

/** On SIGTERM, PostgreSQL waits for its clients, which may never disconnect; SIGINT ends their sessions. */
function politeSignal(name: string): NodeJS.Signals {
  return name === 'postgres' ? 'SIGINT' : 'SIGTERM';
}

/**
 * Ends processes that a killed run left behind. Only processes recorded in `runDir` whose start time still matches are
 * touched, never one that merely reuses the number. Returns their names.
 */
export async function stopLeftovers(runDir: string): Promise<string[]> {
  const left = recordedProcesses(runDir);
  await Promise.all(
    left.map(async ({ name, pid }) => {
      send(pid, politeSignal(name));
      if (!(await waitGone(pid, 30_000))) send(pid, 'SIGKILL');
      if (!(await waitGone(pid, 5_000))) {
        throw new CommandError(`${name} (process ${pid}) of an earlier run does not end: stop it by hand.`);
      }
      forgetProcess(runDir, name);
    }),
  );
  return left.map(({ name }) => name);
}

/** Ends all recorded processes at once, without waiting for their work: on the second Ctrl-C. */
export function killRecorded(runDir: string): void {
  for (const { name, pid } of recordedProcesses(runDir)) {
    // PostgreSQL must end its own children: SIGQUIT does so at once and loses nothing committed.
    send(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
}
