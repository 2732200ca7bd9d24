import { expect } from 'chai';
import {
  isGivenUp,
  MAX_ATTEMPTS,
  PAUSES_MS,
  pauseAfter,
  restAfter,
} from '../../../server/integrations/webhooks/retry-schedule.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

describe('the pauses between attempts of a webhook', () => {
  it('are ten attempts in 75 hours, 35 minutes and 5 seconds, varied by a tenth', () => {
    expect(MAX_ATTEMPTS).to.equal(10);
    expect(PAUSES_MS.reduce((sum, each) => sum + each, 0)).to.equal(
      75 * HOUR + 35 * 60 * SECOND + 5 * SECOND,
    );
    PAUSES_MS.forEach((pause, index) => {
      expect(pauseAfter(index + 1, 0, 0)).to.equal(Math.round(pause * 0.9));
      expect(pauseAfter(index + 1, 0, 0.999_999)).to.be.within(pause, pause * 1.1);
    });
    expect(pauseAfter(10, 0, 0.5)).to.equal(null);
  });

  it('last as long as Retry-After asks, but no longer than a day', () => {
    expect(pauseAfter(1, 600 * SECOND, 0.5)).to.equal(600 * SECOND);
    expect(pauseAfter(5, 600 * SECOND, 0.5)).to.equal(5 * HOUR);
    expect(pauseAfter(1, 400 * HOUR, 0.5)).to.equal(24 * HOUR);
  });

  it('let an endpoint rest after three failures in a row, five minutes at most, or an hour if it asks', () => {
    expect([1, 2].map((failures) => restAfter(failures, 0, 0.5))).to.deep.equal([0, 0]);
    expect([3, 4, 5].map((failures) => restAfter(failures, 0, 0.5) / SECOND)).to.deep.equal([5, 10, 20]);
    expect(restAfter(500, 0, 0.5)).to.equal(300 * SECOND);
    expect(restAfter(1, 30 * SECOND, 0.5)).to.equal(30 * SECOND);
    expect(restAfter(1, 99 * HOUR, 0.5)).to.equal(HOUR);
  });

  it('end for good after two and a half days without a success', () => {
    const since = new Date('2026-11-01T00:00:00Z');
    const hoursLater = (hours: number) => new Date(since.getTime() + hours * HOUR);
    expect(isGivenUp(since, hoursLater(59.9))).to.equal(false);
    expect(isGivenUp(since, hoursLater(60))).to.equal(true);
  });
});
