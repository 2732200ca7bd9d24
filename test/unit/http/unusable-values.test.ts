import { expect } from 'chai';
import { FENCED_GUARD, MISSING_GUARD } from '../../../db/stores/group-store-sql.ts';
import { toWaslError } from '../../../server/kernel/http/problem.ts';

describe('a value that passed validation and cannot be processed', () => {
  const refusedBy = (code: string, message = 'invalid input syntax') =>
    toWaslError(Object.assign(new Error(message), { code }));

  for (const state of ['22P02', '22007', '22008', '22003']) {
    it(`is the request's error when PostgreSQL refuses it with ${state}`, () => {
      const error = refusedBy(state);
      expect([error.status, error.code]).to.deep.equal([422, 'common.VALIDATION_FAILED']);
      expect(error.cause, 'kept for the log').to.be.an('error');
    });
  }

  it('is the request’s error when JavaScript exceeds its stack because of it or finds no such moment', () => {
    for (const work of [() => new Date('2026-12-31T23:59:60Z').toISOString(), () => endless()]) {
      const error = thrownBy(work);
      expect(error).to.be.instanceOf(RangeError);
      expect([toWaslError(error).status, toWaslError(error).code]).to.deep.equal([400, 'common.MALFORMED']);
    }
  });

  it('is not inferred from other refusals of PostgreSQL, nor from the guards of a group commit', () => {
    for (const state of ['22012', '23505', '42703'])
      expect(refusedBy(state).code).to.equal('common.INTERNAL');
    for (const guard of [FENCED_GUARD, MISSING_GUARD]) {
      const error = refusedBy('22P02', `invalid input syntax for type integer: "${guard}:1"`);
      expect(error.code, guard).to.equal('common.INTERNAL');
    }
  });

  function endless(): number {
    return 1 + endless();
  }

  function thrownBy(work: () => unknown): unknown {
    try {
      return work();
    } catch (error) {
      return error;
    }
  }
});
