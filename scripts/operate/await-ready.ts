// Waits until an API process answers, so that `systemctl restart` returns when it serves.
import { readCommandLine, readWholeNumber, runCommand } from '../shared/command-line.ts';
import { until } from '../shared/waiting.ts';
import { askReadiness } from '../supervisor/readiness.ts';

const USAGE = `Usage: await-ready --port N

Waits up to 60 s until the API process on this port of 127.0.0.1 is ready; the exit code is 1 if it is not.`;
const LIMIT_MS = 60_000;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { port: { type: 'string' } } });
  const port = readWholeNumber('port', values.port ?? '', { min: 1, max: 65_535 });
  await until(async () => (await askReadiness(`http://127.0.0.1:${port}`)).api, {
    limitMs: LIMIT_MS,
    everyMs: 100,
  });
  return 0;
});
