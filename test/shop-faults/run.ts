// `npm run test:shop-faults`: shoppers buy while the installation is killed, for as long as one likes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { killRecorded } from '../../scripts/embedded/leftovers.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';

const USAGE = `Usage: npm run test:shop-faults [-- --minutes N] [--shoppers N] [--seed N]

Shoppers buy and repeat by key whatever is not answered, while API, worker, Redis and PostgreSQL are killed. Then no
acknowledged order may be lost, none doubled, nothing reserved, and all books must add up; else the exit code is 1.
  --minutes N   of shopping; faults that are not mended by then lengthen it (10)
  --shoppers N  (16)
  --seed N      of faults and purchases (from the clock)`;

const folder = join(projectRoot, '.data', 'shop-faults');

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      minutes: { type: 'string', default: '10' },
      shoppers: { type: 'string', default: '16' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const minutes = readWholeNumber('minutes', values.minutes, { min: 1 });
  const seed = readWholeNumber('seed', values.seed);
  // Imported only now: it loads the whole service, and a wrong option should be reported before that.
  const { runShopFaults } = await import('./shop-faults.ts');
  const stop = new StopRequest(
    () => console.log('Stopping …'),
    () => {
      killRecorded(join(folder, 'run'));
      process.exit(1);
    },
  );
  mkdirSync(folder, { recursive: true });
  const { orders, repeats, refusals, done, faults } = await runShopFaults({
    ...{ folder, seed, signal: stop.signal, seconds: minutes * 60 },
    shoppers: readWholeNumber('shoppers', values.shoppers, { min: 1, max: 200 }),
    counts: {
      ...{ 'kill-api': minutes * 4, 'restart-postgres': minutes * 2, 'cut-connections': minutes },
      ...{ 'kill-worker': minutes, 'kill-redis': minutes, 'empty-redis': 0 },
    },
    say: (line) => console.log(line),
  });
  const faultsDone = Object.entries(done).map(([name, count]) => `${name} ${count} times`);
  console.log(`seed ${seed}: ${faultsDone.join(', ')}`);
  console.log(`${orders} orders, ${repeats} requests repeated, ${refusals} purchases refused`);
  console.log(
    faults.length === 0 ? 'Nothing lost, doubled or left reserved.' : `FAILED\n${faults.join('\n')}`,
  );
  return faults.length === 0 ? 0 : 1;
});
