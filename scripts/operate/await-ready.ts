// Waits until an API process answers, so that `systemctl restart` returns when it serves.
import { readCommandLine, readWholeNumber, runCommand } from '../shared/command-line.ts';
import { until } from '../shared/waiting.ts';
import { askReadiness } from '../supervisor/readiness.ts';

const USAGE = `Usage: await-ready --port N [--within SECONDS]

Waits until the API process on this port of 127.0.0.1 is ready, 60 s at most unless given; the exit code is 1 if it is not.`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { port: { type: 'string' }, within: { type: 'string' } },
  });
  const port = readWholeNumber('port', values.port ?? '', { min: 1, max: 65_535 });
  const seconds = readWholeNumber('within', values.within ?? '60', { min: 1, max: 600 });
  await until(async () => (await askReadiness(`http://127.0.0.1:${port}`)).api, {
    limitMs: seconds * 1_000,
    everyMs: 100,
    failure: `The API process on port ${port} is not ready.`,
  });
  return 0;
});
