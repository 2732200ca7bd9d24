import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { TokenRenewal } from '../../../consoles/shared/live/token-renewal.ts';

const MINUTE = 60_000;
const SERVICE_TIME = Date.parse('2026-03-01T08:00:00Z');
const instant = (afterMs: number) => new Date(SERVICE_TIME + afterMs).toISOString();

describe('the renewal of a connection’s token', () => {
  let clock: SinonFakeTimers;
  let renewedAt: number[];
  let answer: string | null;
  let renewal: TokenRenewal;
  let began: number;

  const begin = (phoneAheadBy: number) => {
    clock = useFakeTimers({ now: SERVICE_TIME + phoneAheadBy });
    began = Date.now();
    renewal.begin(instant(0), instant(15 * MINUTE));
  };

  beforeEach(() => {
    renewedAt = [];
    renewal = new TokenRenewal(async () => {
      renewedAt.push(Date.now() - began);
      return answer;
    });
  });
  afterEach(() => {
    renewal.stop();
    clock.restore();
  });

  for (const [what, ahead] of [
    ['right', 0],
    ['an hour ahead', 60 * MINUTE],
    ['an hour behind', -60 * MINUTE],
  ] as const) {
    it(`comes after four fifths of its life, repeatedly, on a phone whose clock is ${what}`, async () => {
      answer = instant(27 * MINUTE);
      begin(ahead);
      await clock.tickAsync(25 * MINUTE);
      expect(renewedAt).to.deep.equal([12 * MINUTE, 24 * MINUTE]);
    });
  }

  it('is tried again when it failed, but not after the end', async () => {
    answer = null;
    begin(0);
    await clock.tickAsync(12 * MINUTE + 31_000);
    expect(renewedAt).to.have.length(3);
    renewal.stop();
    await clock.tickAsync(15 * MINUTE);
    expect(renewedAt).to.have.length(3);
  });

  it('stops when the response belongs to a connection that is gone', async () => {
    let give: (expiresAt: string | null) => void = () => undefined;
    let requests = 0;
    renewal = new TokenRenewal(() => {
      requests += 1;
      return new Promise((resolve) => {
        give = resolve;
      });
    });
    begin(0);
    await clock.tickAsync(12 * MINUTE);
    renewal.stop();
    give(null);
    await clock.tickAsync(15 * MINUTE);
    expect(requests).to.equal(1);
  });
});
