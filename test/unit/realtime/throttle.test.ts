import { expect } from 'chai';
import { Throttle } from '../../../realtime/throttle.ts';

describe('a throttle', () => {
  it('allows its burst at once and refills evenly', () => {
    const throttle = new Throttle(4, 1_000, 0);
    const take = (now: number) => throttle.take(now);
    expect([take(0), take(0), take(0), take(0), take(0)]).to.deep.equal([true, true, true, true, false]);
    expect(take(249)).to.equal(false);
    expect(take(251)).to.equal(true);
    expect(take(252)).to.equal(false);
  });

  it('never holds more than its burst', () => {
    const throttle = new Throttle(2, 1_000, 0);
    const taken = Array.from({ length: 5 }, () => throttle.take(3_600_000));
    expect(taken).to.deep.equal([true, true, false, false, false]);
  });

  it('returns how long to wait, in whole seconds', () => {
    const throttle = new Throttle(1, 30_000, 0);
    throttle.take(0);
    expect(throttle.take(0)).to.equal(false);
    expect(throttle.wait()).to.equal(30);
  });
});
