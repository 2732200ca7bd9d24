import { expect } from 'chai';
import { doneWithin, settledWithin } from '../../../db/deadline.ts';

const never = new Promise<string>(() => undefined);

describe('a deadline', () => {
  it('returns the result of work that is in time, or its error', async () => {
    expect(await settledWithin(Promise.resolve('done'), 60_000, 'late')).to.equal('done');
    const failed = await settledWithin(Promise.reject(new Error('broken')), 60_000, 'late').catch(
      (error: Error) => error.message,
    );
    expect(failed).to.equal('broken');
  });

  it('returns the given value for late work', async () => {
    expect(await settledWithin(never, 1, 'late')).to.equal('late');
    expect(await doneWithin(never, 1)).to.equal(false);
    expect(await doneWithin(Promise.resolve(), 60_000)).to.equal(true);
  });

  it('reads what arrived during a pause of the process before it counts the work as late', async () => {
    const arriving = new Promise<string>((resolve) => setImmediate(resolve, 'in time'));
    const outcome = settledWithin(arriving, 1, 'late');
    const until = performance.now() + 20;
    while (performance.now() < until);
    expect(await outcome).to.equal('in time');
  });
});
