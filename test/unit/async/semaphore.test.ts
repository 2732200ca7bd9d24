import { expect } from 'chai';
import { Semaphore } from '../../../server/kernel/async/semaphore.ts';

describe('a semaphore', () => {
  const limits = { permits: 2, maxWaiting: 1, timeoutMs: 30 };
  const busy = () => new Error('busy');
  const held = () => {
    let end: () => void = () => undefined;
    const work = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { work: () => work, end };
  };

  it('admits as many callers as it has permits, and waiting callers in their order', async () => {
    const semaphore = new Semaphore({ ...limits, maxWaiting: 2, timeoutMs: 5_000 });
    const [first, second] = [held(), held()];
    const order: string[] = [];
    const work = [
      semaphore.run(first.work, busy),
      semaphore.run(second.work, busy),
      semaphore.run(async () => order.push('third'), busy),
      semaphore.run(async () => order.push('fourth'), busy),
    ];
    await new Promise(setImmediate);
    expect(order).to.deep.equal([]);
    first.end();
    second.end();
    await Promise.all(work);
    expect(order).to.deep.equal(['third', 'fourth']);
  });

  it('refuses a caller at once when too many wait, and a waiting caller after its time', async () => {
    const semaphore = new Semaphore(limits);
    const [first, second] = [held(), held()];
    const running = [semaphore.run(first.work, busy), semaphore.run(second.work, busy)];
    const began = performance.now();
    const refusals: [string, number][] = [];
    const refused = (name: string) =>
      semaphore
        .run(async () => undefined, busy)
        .catch((error: Error) => refusals.push([`${name} ${error.message}`, performance.now() - began]));
    await Promise.all([refused('third'), refused('fourth')]);
    expect(refusals.map(([what]) => what)).to.deep.equal(['fourth busy', 'third busy']);
    expect(refusals[1]?.[1]).to.be.greaterThan(limits.timeoutMs - 5);
    first.end();
    second.end();
    await Promise.all(running);
    expect(await semaphore.run(async () => 'free again', busy)).to.equal('free again');
  });

  it('returns the permit when the work fails', async () => {
    const semaphore = new Semaphore({ ...limits, permits: 1 });
    const fails = () => Promise.reject(new Error('no'));
    for (let round = 0; round < 3; round += 1) {
      const message = await semaphore.run(fails, busy).catch((error: Error) => error.message);
      expect(message).to.equal('no');
    }
  });
});
