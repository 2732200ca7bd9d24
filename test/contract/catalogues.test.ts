import { expect } from 'chai';
import { NOTIFICATION_KINDS } from '../../actors/kinds/notification-kinds.ts';
import { EXCEPTION_KINDS } from '../../actors/order/exceptions.ts';
import { FAILURE_CONSEQUENCES } from '../../actors/order/failure.ts';
import { readContract } from '../support/contract.ts';

interface Schema {
  enum?: string[];
  properties?: Record<string, Schema>;
}

describe('the catalogues of the actors', () => {
  const schemas = (readContract().document.components?.schemas ?? {}) as Record<string, Schema>;

  it('list the failure reasons that the contract knows', () => {
    expect(schemas.FailureReason?.enum).to.have.members(Object.keys(FAILURE_CONSEQUENCES));
  });

  it('give each failure reason a consequence of the contract', () => {
    const consequences = new Set(Object.values(FAILURE_CONSEQUENCES));
    expect(schemas.FailureConsequence?.enum).to.have.members([...consequences]);
  });

  it('list the exceptions of a task that the contract knows', () => {
    expect(schemas.TaskException?.properties?.kind?.enum).to.have.members([...EXCEPTION_KINDS]);
  });

  it('list the notifications that the contract knows', () => {
    expect(schemas.NotificationKind?.enum).to.have.members([...NOTIFICATION_KINDS]);
  });
});
