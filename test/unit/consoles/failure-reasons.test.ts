import { expect } from 'chai';
import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import {
  FAILURE_REASONS,
  FAILURES,
  isFailureReason,
} from '../../../consoles/shared/domain/failure-reasons.ts';

describe('failure reasons of the consoles', () => {
  it('equal the service’s own table: the same reasons with the same consequences', () => {
    const followed = FAILURE_REASONS.map((reason) => [reason, FAILURES[reason].next] as const);
    expect(Object.fromEntries(followed)).to.deep.equal(FAILURE_CONSEQUENCES);
  });

  it('are recognized among anything else that is stored or sent in their place', () => {
    expect(FAILURE_REASONS.every(isFailureReason)).to.equal(true);
    for (const other of ['NONE', '', 'toString', null, undefined, 1]) {
      expect(isFailureReason(other), String(other)).to.equal(false);
    }
  });
});
