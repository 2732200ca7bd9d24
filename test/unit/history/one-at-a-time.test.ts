import { expect } from 'chai';
import { KeyedQueue } from '../../../server/kernel/async/keyed-queue.ts';
import { codeOf } from '../../support/code-of.ts';

describe('one read of the past at a time', () => {
  function held() {
    let finish: (value: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    return { work: () => work, finish };
  }

  it('makes the reads of one caller wait for each other, in sequence, and not for other callers’', async () => {
    const queue = new KeyedQueue();
    const [first, second] = [held(), held()];
    const order: string[] = [];
    const looks = [
      queue.run('noora', first.work).then((value) => order.push(value)),
      queue.run('noora', () => second.work()).then((value) => order.push(value)),
    ];
    order.push(await queue.run('yousef', async () => 'yousef'));
    second.finish('second');
    first.finish('first');
    await Promise.all(looks);
    expect(order).to.deep.equal(['yousef', 'first', 'second']);
  });

  it('refuses when too many wait, and continues after an error', async () => {
    const queue = new KeyedQueue();
    const first = held();
    const looks = [
      queue.run('noora', first.work),
      ...Array.from({ length: 4 }, () => queue.run('noora', async () => 'next')),
    ];
    expect(await codeOf(queue.run('noora', async () => 'one too many'))).to.equal('common.RATE_LIMITED');
    first.finish('first');
    expect(await Promise.all(looks)).to.deep.equal(['first', ...Array<string>(4).fill('next')]);
    const fault = queue.run('noora', async () => {
      throw new Error('no database');
    });
    expect(await fault.catch((error: Error) => error.message)).to.equal('no database');
    expect(await queue.run('noora', async () => 'again')).to.equal('again');
  });
});
