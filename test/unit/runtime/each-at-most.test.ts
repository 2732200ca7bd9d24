import { expect } from 'chai';
import { eachAtMost } from '../../../actors/runtime/each-at-most.ts';

describe('working on items with a concurrency limit', () => {
  it('works on all, and a slow one delays none of the others', async () => {
    const done: number[] = [];
    let underWay = 0;
    let most = 0;
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    await eachAtMost([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3, async (item) => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (item === 0) await slow;
      else await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      done.push(item);
      if (done.length === 9) release();
    });
    expect(done).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    expect(most).to.equal(3);
  });

  it('rejects with the first error', async () => {
    const error = await eachAtMost([1, 2], 2, async (item) => {
      throw new Error(`${item}`);
    }).then(
      () => null,
      (reason: Error) => reason.message,
    );
    expect(error).to.equal('1');
  });
});
