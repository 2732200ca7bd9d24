import { expect } from 'chai';
import { NoAnswerError, ProblemError } from '../../../consoles/shared/api/problem.ts';
import { waitBeforeRepeat } from '../../../consoles/shared/api/retry-rule.ts';

function problem(status: number, code: string, retryAfter: number | null = null): ProblemError {
  const given = { type: 'about:blank', title: '', detail: '', instance: '', requestId: '', errors: [] };
  return new ProblemError({ ...given, status, code }, retryAfter);
}

describe('the rule by which a program repeats a call', () => {
  const limited = problem(429, 'common.RATE_LIMITED', 2);
  const unavailable = problem(503, 'common.UNAVAILABLE', 2);
  const lost = new NoAnswerError(new Error('connection reset'));
  const wait = (error: unknown, repeatable: boolean, repeats = 0) =>
    waitBeforeRepeat({ error, repeatable, repeats });

  it('waits for a rate limit, whatever the call: nothing was done', () => {
    for (const repeatable of [true, false]) expect(wait(limited, repeatable)).to.be.within(2_000, 2_060);
  });

  it('does not wait for a limit of more than a minute, or of unknown length', () => {
    expect(wait(problem(429, 'common.RATE_LIMITED', 61), true)).to.equal(null);
    expect(wait(problem(429, 'common.RATE_LIMITED'), true)).to.equal(null);
  });

  it('repeats what may have taken effect only if it cannot take effect twice', () => {
    expect(wait(unavailable, true)).to.be.within(2_000, 2_060);
    expect(wait(lost, true)).to.be.within(125, 250);
    expect(wait(unavailable, false)).to.equal(null);
    expect(wait(lost, false)).to.equal(null);
  });

  it('pauses longer each time, up to eight seconds', () => {
    expect(wait(lost, true, 3)).to.be.within(1_000, 2_000);
    expect(wait(lost, true, 20)).to.be.within(4_000, 8_000);
  });

  it('waits for its own first attempt, if that still runs', () => {
    const running = problem(409, 'idempotency.IN_PROGRESS', 1);
    expect(wait(running, true, 1)).to.be.a('number');
    expect(wait(running, true, 0), 'of another process: the caller decides').to.equal(null);
  });

  it('never repeats a refusal, or an abort', () => {
    for (const error of [
      problem(401, 'auth.UNAUTHENTICATED'),
      problem(409, 'order.INVALID_STATE'),
      problem(422, 'common.VALIDATION_FAILED'),
      problem(500, 'common.INTERNAL', 1),
      new DOMException('aborted', 'AbortError'),
    ])
      expect(wait(error, true, 1)).to.equal(null);
  });
});
