import { expect } from 'chai';
import { TASK_STATUSES } from '../../../../actors/order/state.ts';
import { allowedTaskActions } from '../../../../actors/order/transitions.ts';
import { TASK_ACTIONS } from '../../../../consoles/dispatch/data/task-actions.ts';
import { actionsOf } from '../../../../server/dispatch/tasks/api-names.ts';

describe("a dispatcher's actions on a task", () => {
  it('are all known to the console, which leaves out unknown ones', () => {
    const allowed = TASK_STATUSES.flatMap((status) => actionsOf(allowedTaskActions(status, 'DISPATCHER')));
    expect(TASK_ACTIONS).to.include.members(allowed);
  });
});
