import { expect } from 'chai';
import { afterBreak, toMoment, toWork, workClock } from '../../../actors/planning/solver/work-clock.ts';

describe('working time', () => {
  const breaks = [
    { from: 10, to: 15 },
    { from: 15, to: 18 },
    { from: 30, to: 40 },
  ];
  const clock = workClock(breaks);

  it('stands still during breaks', () => {
    let worked = 0;
    for (let moment = 0; moment < 60; moment += 1) {
      expect(toWork(clock, moment), `at ${moment}`).to.equal(worked);
      if (!breaks.some(({ from, to }) => moment >= from && moment < to)) worked += 1;
    }
  });

  it('is converted back into the first moment at which so much has been worked', () => {
    for (let work = 0; work < 50; work += 1) {
      const moment = toMoment(clock, work);
      expect(toWork(clock, moment)).to.equal(work);
      if (moment > 0) expect(toWork(clock, moment - 1)).to.be.lessThan(work);
    }
  });

  it('continues after a break', () => {
    expect([9, 10, 14, 18, 39, 40].map((moment) => afterBreak(breaks.slice(1), moment))).to.deep.equal([
      9, 10, 14, 18, 40, 40,
    ]);
  });

  it('equals wall-clock time without breaks', () => {
    const always = workClock([]);
    expect([toWork(always, 77), toMoment(always, 77), afterBreak([], 77)]).to.deep.equal([77, 77, 77]);
  });
});
