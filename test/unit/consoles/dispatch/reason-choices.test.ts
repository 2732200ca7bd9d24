import { expect } from 'chai';
import { ACTION_NEEDS, TASK_ACTIONS } from '../../../../consoles/dispatch/data/task-actions.ts';
import {
  PRESETS_OF,
  type ReasonPurpose,
  usualReason,
} from '../../../../consoles/dispatch/parts/reason-choices.ts';

const PURPOSES = Object.keys(PRESETS_OF) as ReasonPurpose[];
const SITUATIONS = [
  {},
  { late: true },
  { silent: true },
  { failure: 'LOST' },
  { failure: 'DAMAGED' },
] as const;

describe('reasons that are offered', () => {
  it('are there for every action that asks for one', () => {
    const asked = TASK_ACTIONS.filter((action) => ACTION_NEEDS[action].reason === 'needed');
    for (const action of asked) expect(PRESETS_OF[action], action).not.to.equal(undefined);
  });

  it('have the usual one among them', () => {
    for (const purpose of PURPOSES)
      for (const about of SITUATIONS) {
        const usual = usualReason(purpose, about);
        if (usual !== null) expect(PRESETS_OF[purpose], purpose).to.include(usual);
      }
  });

  it('are chosen beforehand by how the task stands', () => {
    expect(usualReason('reassign')).to.equal('nearer');
    expect(usualReason('reassign', { late: true })).to.equal('late');
    expect(usualReason('unassign', { silent: true })).to.equal('unreachable');
    expect(usualReason('write-off', { failure: 'LOST' })).to.equal('lost');
  });

  it('are left to people where nothing can be taken back and nothing says which it is', () => {
    const grave = TASK_ACTIONS.filter((action) => ACTION_NEEDS[action].grave === true);
    for (const action of [...grave, 'reject-driver', 'suspend-driver', 'cancel-shift'] as const)
      expect(usualReason(action, { late: true, silent: true }), action).to.equal(null);
  });
});
