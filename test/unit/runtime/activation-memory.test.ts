import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { HeldProcess } from './held-store.ts';

const ACTORS = 1_000;
const MAX_BYTES = 20 * 1_024;

describe('what an owner keeps in memory', () => {
  it('is at most 20 kB per idle actor, with a state of 8 kB and all the ids it remembers', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const process = new HeldProcess();
    process.store.held = false;
    const stop = {
      at: '2026-03-01T08:00:00.000Z',
      task: '01900000-0000-7000-8000-000000000000',
      done: false,
    };
    const text = JSON.stringify({ count: 0, complaints: 0, stops: Array.from({ length: 90 }, () => stop) });
    expect(text.length).to.be.greaterThan(8_192);
    process.store.activate = async () => ({
      ...{ version: 1, epoch: 1, schema: 1, state: JSON.parse(text) },
      recent: Array.from({ length: 64 }, () => ({
        id: randomBytes(32).toString('hex'),
        ...{ version: 1, requestHash: Buffer.alloc(32), outcome: { ok: true, reply: {} } as const },
      })),
    });
    await process.person('warm-up');
    process.store.batches.length = 0;
    collect();
    const before = memory();
    for (let actor = 0; actor < ACTORS; actor += 1) {
      await process.person(`${actor}`);
      process.store.batches.length = 0;
    }
    process.timers.pass(6_000);
    await process.settle();
    collect();
    expect(process.runtime.gauges().actors).to.equal(ACTORS + 1);
    expect((memory() - before) / ACTORS).to.be.lessThan(MAX_BYTES);
    expect((await process.person('7')).reply).to.deep.equal({ count: 2 });
  });
});

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
