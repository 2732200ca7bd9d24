// Waits until an API process answers, so that `systemctl restart` returns when it serves.
import { CommandError } from '../shared/command-error.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../shared/command-line.ts';
import { until } from '../shared/waiting.ts';
import { askReadiness } from '../supervisor/readiness.ts';

const USAGE = `Usage: await-ready --port N [--within SECONDS] [--pid N]

Waits until the API process on this port of 127.0.0.1 is ready, 60 s at most unless given; the exit code is 1 if it
is not. With --pid it gives up as soon as that process is gone: systemd starts the next one only then.`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { port: { type: 'string' }, within: { type: 'string' }, pid: { type: 'string' } },
  });
  const port = readWholeNumber('port', values.port ?? '', { min: 1, max: 65_535 });
  const seconds = readWholeNumber('within', values.within ?? '60', { min: 1, max: 600 });
  const pid = values.pid === undefined ? null : readWholeNumber('pid', values.pid, { min: 1 });
  await until(async () => isGone(pid) || (await askReadiness(`http://127.0.0.1:${port}`)).api, {
    limitMs: seconds * 1_000,
    everyMs: 100,
  }).catch(() => {
    throw new CommandError(`The API process on port ${port} is not ready.`);
  });
  if (isGone(pid)) throw new CommandError(`The API process on port ${port} has ended.`);
  return 0;
});

function isGone(pid: number | null): boolean {
  if (pid === null) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
