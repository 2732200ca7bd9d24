import { expect } from 'chai';
import { outcomeOf } from '../../../../consoles/driver/queue/outcome.ts';

const problem = (code: string) => ({ code, title: 'T', detail: 'D' });

describe('what a response means for a queued action', () => {
  it('2xx, also of a replay: accepted', () => {
    expect(outcomeOf({ status: 204, body: undefined, retryAfter: null }).kind).to.equal('accepted');
  });

  it('a refusal by the service: refused, with its title and detail', () => {
    const outcome = outcomeOf({ status: 409, body: problem('delivery.INVALID_STATE'), retryAfter: null });
    expect(outcome).to.deep.equal({
      kind: 'refused',
      refusal: { status: 409, code: 'delivery.INVALID_STATE', title: 'T', detail: 'D' },
    });
    expect(outcomeOf({ status: 403, body: problem('auth.FORBIDDEN'), retryAfter: null }).kind).to.equal(
      'refused',
    );
    expect(outcomeOf({ status: 404, body: 'gone', retryAfter: null })).to.deep.include({
      kind: 'refused',
      refusal: { status: 404, code: 'http.404', title: '', detail: '' },
    });
  });

  it('a temporary error: retry later with the same key', () => {
    for (const status of [429, 500, 502, 503, 504]) {
      expect(outcomeOf({ status, body: problem('common.X'), retryAfter: 7 })).to.deep.equal({
        kind: 'later',
        obstacle: 'BUSY',
        retryAfter: 7,
      });
    }
    const running = outcomeOf({ status: 409, body: problem('idempotency.IN_PROGRESS'), retryAfter: 1 });
    expect(running).to.deep.include({ kind: 'later', obstacle: 'BUSY' });
  });

  it('an ended session: retry after the next sign-in', () => {
    expect(
      outcomeOf({ status: 401, body: problem('auth.UNAUTHENTICATED'), retryAfter: null }),
    ).to.deep.include({
      obstacle: 'SIGNED_OUT',
    });
  });
});
