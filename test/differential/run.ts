// `npm run test:differential`: the same moves in batches and one by one, for as long as one likes.
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { startTestServices } from '../../scripts/embedded/test-services.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';

const USAGE = `Usage: npm run test:differential [-- --steps N] [--seed N]

Random carts, checkouts and confirmations, played in waves that the service gathers into batches, and again one by one
on a copy of the same shop: answers, rows and books must be the same. The exit code is 1 when they are not.
  --steps N  moves (20000)
  --seed N   of the moves; the same seed draws the same (from the clock)`;

const folder = join(projectRoot, '.data', 'differential');

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      steps: { type: 'string', default: '20000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const steps = readWholeNumber('steps', values.steps, { min: 1 });
  const seed = readWholeNumber('seed', values.seed);
  // Imported only now: it loads the whole service, and a wrong option should be reported before that.
  const { runDifferential } = await import('./differential.ts');
  const stop = new StopRequest(
    () => console.log('Stopping …'),
    () => process.exit(1),
  );
  const lock = acquireLock(
    join(folder, 'run', 'differential.lock'),
    'A differential run is already in progress',
  );
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
    const figures = await runDifferential({ seed, steps, signal: stop.signal, onProgress });
    const { differences, verdicts, rowsCompared, waves, widest, transactions } = figures;
    console.log(
      `${figures.steps} moves in ${waves} waves of at most ${widest}, ${rowsCompared} rows compared`,
    );
    const { single, grouped } = transactions;
    console.log(`${single} transactions of PostgreSQL one by one, ${grouped} in batches`);
    for (const [told, count] of Object.entries(verdicts).sort()) console.log(`  ${told}: ${count}`);
    console.log(
      differences.length === 0 ? 'No difference.' : `DIFFERENT (seed ${seed})\n${differences.join('\n')}`,
    );
    return differences.length === 0 ? 0 : 1;
  } finally {
    await services.stop();
    lock.release();
  }
});
