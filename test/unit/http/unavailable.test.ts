import { expect } from 'chai';
import { Overtaken } from '../../../db/unit-of-work.ts';
import { toWaslError } from '../../../server/kernel/http/problem.ts';

describe('a database that cannot be reached', () => {
  for (const message of [
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
  ]) {
    it(`is UNAVAILABLE, not a fault of ours: ${message}`, () => {
      const { code, retryAfter } = toWaslError(new Error(message));
      expect([code, retryAfter]).to.deep.equal(['common.UNAVAILABLE', 2]);
    });
  }

  it('is also the answer to a request that was overtaken by others again and again', () => {
    expect(toWaslError(new Overtaken('changed meanwhile')).code).to.equal('common.UNAVAILABLE');
  });

  it('is not seen in whatever else mentions a timeout', () => {
    expect(toWaslError(new Error('the timeout expired twice')).code).to.equal('common.INTERNAL');
  });
});
