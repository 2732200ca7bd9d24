// `wasl roll`: restarts the processes one after the other, so that no request is lost. The installer calls it.
import { readCommandLine, readWholeNumber, runCommand } from '../shared/command-line.ts';
import { replaceInTurn } from './roll/replace-in-turn.ts';
import { apiUnit, workerUnit } from './roll/units.ts';

const USAGE = `Usage: wasl roll [--processes N]

Restarts the API processes one after the other, then the worker, each once the one before is ready. Ends with exit code 1
and names the process that did not come up; those after it go on as they were.
  --processes N    API processes (API_PROCESSES unless given)`;

const WORKER_SETTLE_MS = 5_000;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: { processes: { type: 'string' } } });
  const given = values.processes ?? process.env.API_PROCESSES ?? '1';
  const processes = readWholeNumber('processes', given, { min: 1, max: 64 });
  const apis = Array.from({ length: processes }, (_, at) => apiUnit(at + 1));
  const say = (line: string) => console.log(line);
  await replaceInTurn(apis, say);
  // What a process of the API sees of the former worker lasts for some seconds.
  await replaceInTurn([workerUnit()], say, { settleMs: WORKER_SETTLE_MS });
  return 0;
});
