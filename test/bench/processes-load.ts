// A child of `npm run bench -- processes`: callers that each give a command and read the result, one after the other.
import { randomUUID } from 'node:crypto';
import { Caller } from './caller.ts';
import type { LoadOrder, LoadTally } from './processes.ts';

const caller = new Caller();

process.on('message', (order: LoadOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run({ urls, drivers, onBreak, seconds }: LoadOrder): Promise<LoadTally> {
  const tally: LoadTally = { commands: 0, requests: 0, failed: 0, latencies: [], onBreak: [] };
  const end = performance.now() + seconds * 1_000;
  let turn = 0;
  const next = () => {
    turn += 1;
    return `${urls[turn % urls.length]}/api/v1`;
  };
  const work = async (token: string, index: number) => {
    let resting = onBreak[index] ?? false;
    while (performance.now() < end) {
      const path = `/driver/shift/${resting ? 'resume' : 'break'}`;
      const began = performance.now();
      const { status } = await caller.call('POST', next() + path, token, randomUUID());
      tally.latencies.push(performance.now() - began);
      if (status === 200) resting = !resting;
      else tally.failed += 1;
      const shown = await caller.call('GET', `${next()}/driver`, token);
      if (shown.status !== 200) tally.failed += 1;
      tally.commands += 1;
      tally.requests += 2;
    }
    tally.onBreak[index] = resting;
  };
  await Promise.all(drivers.map(({ token }, index) => work(token, index)));
  return tally;
}
