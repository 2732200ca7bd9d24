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

describe('suggested reasons', () => {
  it('exist for every action that needs one', () => {
    const needed = TASK_ACTIONS.filter((action) => ACTION_NEEDS[action].reason === 'needed');
    for (const action of needed) expect(PRESETS_OF[action], action).not.to.equal(undefined);
  });

  it('include the usual one', () => {
    for (const purpose of PURPOSES)
      for (const about of SITUATIONS) {
        const usual = usualReason(purpose, about);
        if (usual !== null) expect(PRESETS_OF[purpose], purpose).to.include(usual);
      }
  });

  it('are preselected by the state of the task', () => {
    expect(usualReason('reassign')).to.equal('nearer');
    expect(usualReason('reassign', { late: true })).to.equal('late');
    expect(usualReason('unassign', { silent: true })).to.equal('unreachable');
    expect(usualReason('write-off', { failure: 'LOST' })).to.equal('lost');
  });

  it('are not preselected where nothing can be undone and nothing suggests one', () => {
    const grave = TASK_ACTIONS.filter((action) => ACTION_NEEDS[action].grave === true);
    for (const action of [...grave, 'reject-driver', 'suspend-driver', 'cancel-shift'] as const)
      expect(usualReason(action, { late: true, silent: true }), action).to.equal(null);
  });
});
