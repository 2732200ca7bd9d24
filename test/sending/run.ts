// `npm run test:sending`: workers killed while they send, a full queue drained, and codes that overtake it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { startTestServices } from '../../scripts/embedded/test-services.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';

const USAGE = `Usage: npm run test:sending [-- --kills N] [--messages N] [--codes N] [--seed N]

Kills workers with SIGKILL while they send: none of the messages may be lost, and each death may double one e-mail, one
SMS and the eight push messages that are under way at most. Then drains a full queue, and measures how long a code takes behind it and alone. The exit code is 1
when something is wrong. Workers are run as built (npm run build) or, without WASL_BUILT=1, from their sources.
  --kills N     of workers (1000)
  --messages N  that wait before the first is sent (10000); 0 leaves this part out
  --codes N     that are asked for behind them, and again alone (200)
  --seed N      of the kills (from the clock)`;

const folder = join(projectRoot, '.data', 'sending');

await runCommand(async () => {
  const option = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      ...{ kills: option(1_000), messages: option(10_000), codes: option(200) },
      seed: option(Date.now() % 1_000_000),
    },
  });
  const [kills, messages, codes] = [
    readWholeNumber('kills', values.kills),
    readWholeNumber('messages', values.messages),
    readWholeNumber('codes', values.codes, { min: 1 }),
  ];
  const seed = readWholeNumber('seed', values.seed);
  // Imported only now: it loads the whole service, and a wrong option should be reported before that.
  const { percentile, runDrain } = await import('./drain.ts');
  const { runKills } = await import('./kills.ts');
  const stop = new StopRequest(
    () => console.log('Stopping …'),
    () => process.exit(1),
  );
  mkdirSync(folder, { recursive: true });
  const lock = acquireLock(join(folder, 'run', 'sending.lock'), 'A run is already in progress');
  const services = await startTestServices({
    dataDir: folder,
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    say: (line) => console.log(line),
    signal: stop.signal,
  });
  try {
    process.env.NODE_ENV = 'test';
    process.env.TEST_DATABASE_URL = services.databaseUrl;
    process.env.TEST_REDIS_URL = services.redisUrl;
    console.log(`seed ${seed}, ${services.description}`);
    const say = (line: string) => console.log(line);
    const faults: string[] = [];
    if (messages > 0) {
      const drained = await runDrain({ messages, codes, say });
      faults.push(...drained.faults);
      const { behind, empty } = drained.codes;
      const describeWaits = (waits: readonly number[]) =>
        `p50 ${Math.round(percentile(waits, 0.5))} ms, p95 ${Math.round(percentile(waits, 0.95))} ms, slowest ${Math.round(percentile(waits, 1))} ms`;
      console.log(
        `${drained.messages} messages drained in ${drained.seconds.toFixed(1)} s: ${JSON.stringify(drained.states)}\n` +
          `a code behind the full queue: ${describeWaits(behind)}\na code alone: ${describeWaits(empty)}`,
      );
      for (const [where, waits] of Object.entries(drained.codes)) {
        if (percentile(waits, 0.95) > 1_000) faults.push(`${where}: 95 of 100 codes take more than a second`);
      }
    }
    if (kills > 0) {
      const killed = await runKills({ kills, seed, victim: 'worker', signal: stop.signal, say });
      faults.push(...killed.faults);
      console.log(
        `kills ${JSON.stringify(killed.kills)}, ${killed.messages} messages sent, ${killed.recovered} attempts repeated, ` +
          `doubled ${JSON.stringify(killed.doubled)}`,
      );
    }
    console.log(faults.length === 0 ? 'Nothing lost.' : `WRONG (seed ${seed})\n${faults.join('\n')}`);
    writeFileSync(join(folder, 'faults.json'), JSON.stringify({ seed, faults }, null, 2));
    return faults.length === 0 ? 0 : 1;
  } finally {
    await services.stop();
    lock.release();
  }
});
