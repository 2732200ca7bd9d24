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
    it(`is UNAVAILABLE, not an error of the service: ${message}`, () => {
      const { code, retryAfter } = toWaslError(new Error(message));
      expect([code, retryAfter]).to.deep.equal(['common.UNAVAILABLE', 2]);
    });
  }

  it('is also the response to a request that was overtaken by others repeatedly', () => {
    expect(toWaslError(new Overtaken('changed meanwhile')).code).to.equal('common.UNAVAILABLE');
  });

  it('is not inferred from any other text that mentions a timeout', () => {
    expect(toWaslError(new Error('the timeout expired twice')).code).to.equal('common.INTERNAL');
  });
});
