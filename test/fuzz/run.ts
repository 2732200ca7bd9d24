// `npm run test:fuzz`: requests drawn from the contract, valid, nearly valid and wild, from every role.
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { startTestServices } from '../../scripts/embedded/test-services.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';

const USAGE = `Usage: npm run test:fuzz [-- --requests N] [--seed N]

Requests drawn from openapi.yaml and messages drawn from asyncapi.yaml: valid, with boundary values at every place, and
wild, from callers of every role. No answer may be a 500, differ from the contract or show a stack trace; no request may
block the event loop for over 100 ms; a refused one may change nothing. The exit code is 1 when one does.
  --requests N  (200000)
  --seed N      of the requests; the same seed draws the same (from the clock)`;

const folder = join(projectRoot, '.data', 'fuzz');

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      requests: { type: 'string', default: '200000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const requests = readWholeNumber('requests', values.requests, { min: 1 });
  const seed = readWholeNumber('seed', values.seed);
  process.env.NODE_ENV = 'test';
  // Imported only now: it loads the whole service, and a wrong option should be reported before that.
  const { runFuzz } = await import('./fuzz.ts');
  const stop = new StopRequest(
    () => console.log('Stopping …'),
    () => process.exit(1),
  );
  const lock = acquireLock(join(folder, 'run', 'fuzz.lock'), 'A fuzz run is under way already');
  const services = await startTestServices({
    dataDir: folder,
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    say: (line) => console.log(line),
    signal: stop.signal,
  });
  try {
    process.env.TEST_DATABASE_URL = services.databaseUrl;
    process.env.TEST_REDIS_URL = services.redisUrl;
    console.log(`seed ${seed}, ${services.description}`);
    const onProgress = (line: string) => console.log(line);
    const { findings, ...figures } = await runFuzz({ seed, requests, signal: stop.signal, onProgress });
    console.log(JSON.stringify(figures, null, 2));
    for (const { what, times } of findings) console.log(`${what} (${times} times)`);
    console.log(
      findings.length === 0 ? 'Nothing found.' : `${findings.length} KINDS OF FINDINGS (seed ${seed})`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await services.stop();
    lock.release();
  }
});
