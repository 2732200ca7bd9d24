import { createLogger } from '../../server/kernel/process/logger.ts';
import { runUntilSignal } from '../../server/kernel/process/run-until-signal.ts';

/**
 * A process that logs 300 lines and then ends in the way its argument names. `test/unit/server/log-lines.test.ts`
 * starts it.
 */
const end = process.argv[2];
const log = createLogger('info', 'test');

function logMany(): void {
  for (let line = 0; line < 300; line += 1) log.info({ line }, 'a line');
}

await runUntilSignal(log, async () => {
  logMany();
  if (end === 'while-starting') {
    process.send?.('ready');
    await new Promise((resolve) => setTimeout(resolve, 10_000));
  }
  if (end === 'failed-start') throw new Error('cannot start');
  const work = setInterval(() => undefined, 1_000);
  return {
    close: async () => {
      logMany();
      clearInterval(work);
    },
  };
});
const ends: Record<string, () => void> = {
  exit: () => process.exit(3),
  thrown: () =>
    setImmediate(() => {
      throw new Error('nobody catches this');
    }),
  rejected: () => void Promise.reject(new Error('nobody hears this')),
  frozen: () => {
    log.error('something is wrong');
    process.send?.('ready');
    for (;;);
  },
};
if (end !== undefined && ends[end] !== undefined) ends[end]();
else process.send?.('ready');
