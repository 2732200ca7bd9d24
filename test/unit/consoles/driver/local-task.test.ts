import { expect } from 'chai';
import type { Action, QueuedKind } from '../../../../consoles/driver/queue/action.ts';
import { type DriverTask, localTask } from '../../../../consoles/driver/tasks/local-task.ts';
import { primaryStep } from '../../../../consoles/driver/tasks/primary-step.ts';

const NOW = Date.parse('2026-02-12T09:00:00.000Z');

function task(
  status: DriverTask['status'],
  allowedActions: string[],
  more: Partial<DriverTask> = {},
): DriverTask {
  return {
    id: 'task-1',
    orderNumber: 'W-1',
    status,
    allowedActions,
    handOver: null,
    codeExpiresAt: null,
    ...more,
  } as DriverTask;
}

function waiting(...kinds: (QueuedKind | [QueuedKind, Action['body']])[]): Action[] {
  return kinds.map((each, index) => {
    const [kind, body] = Array.isArray(each) ? each : [each, null];
    return { sequence: index + 1, kind, body, taskId: 'task-1', state: 'QUEUED' } as Action;
  });
}

describe('a task on the phone', () => {
  it('is as the service shows it when nothing waits', () => {
    const local = localTask(task('ACCEPTED', ['pick-up']), []);
    expect(local).to.deep.include({ status: 'ACCEPTED', allowed: ['pick-up'], waiting: [] });
  });

  it('is ahead of the service by harmless steps', () => {
    const local = localTask(task('ACCEPTED', ['pick-up']), waiting('pick-up', 'in-transit', 'arrive'));
    expect(local).to.deep.include({ status: 'ARRIVED', allowed: ['delivery-code', 'verify-code', 'fail'] });
    expect(local && primaryStep(local, NOW)).to.equal('delivery-code');
  });

  it('is never ahead by cash or a completion, and lets the driver continue all the same', () => {
    const cash = localTask(task('CODE_VERIFIED', ['record-cash', 'fail']), waiting('record-cash'));
    expect(cash).to.deep.include({
      status: 'CODE_VERIFIED',
      allowed: ['complete'],
      waiting: ['record-cash'],
    });
    const done = localTask(task('CODE_VERIFIED', ['record-cash']), waiting('record-cash', 'complete'));
    expect(done).to.deep.include({ status: 'CODE_VERIFIED', allowed: [] });
    expect(done && primaryStep(done, NOW)).to.equal(null);
  });

  it('takes a step once when the service already has it and the response was lost', () => {
    const local = localTask(task('IN_TRANSIT', ['arrive', 'fail']), waiting('pick-up', 'in-transit'));
    expect(local).to.deep.include({ status: 'IN_TRANSIT', allowed: ['arrive', 'fail'] });
  });

  it('ignores what was refused, or concerns another task', () => {
    const refused = waiting('pick-up').map((each) => ({ ...each, state: 'REFUSED' as const }));
    const others = waiting('pick-up').map((each) => ({ ...each, taskId: 'task-2' }));
    expect(localTask(task('ACCEPTED', ['pick-up']), [...refused, ...others])?.status).to.equal('ACCEPTED');
  });

  it('fails with its reason, and returns where the reason requires it', () => {
    const refused = localTask(task('ARRIVED', ['fail']), waiting(['fail', { reason: 'REFUSED' }]));
    expect(refused).to.deep.include({ status: 'FAILED', failure: 'REFUSED', allowed: ['return'] });
    expect(refused && primaryStep(refused, NOW)).to.equal('return-start');
    const absent = localTask(task('ARRIVED', ['fail']), waiting(['fail', { reason: 'NOBODY_HOME' }]));
    expect(absent && primaryStep(absent, NOW)).to.equal(null);
    const back = localTask(
      task('ARRIVED', ['fail']),
      waiting(['fail', { reason: 'REFUSED' }], 'return-start'),
    );
    expect(back).to.deep.include({ status: 'RETURNING' });
    expect(back && primaryStep(back, NOW)).to.equal('return-complete');
  });

  it('disappears when it was declined', () => {
    expect(localTask(task('ASSIGNED', ['accept', 'decline']), waiting('decline'))).to.equal(null);
  });

  it('lets the code be entered while one is valid, or requested', () => {
    const actions = ['delivery-code', 'verify-code', 'fail'];
    const at = (codeExpiresAt: string | null) => {
      const local = localTask(task('ARRIVED', actions, { codeExpiresAt }), []);
      return local && primaryStep(local, NOW);
    };
    expect(at(null)).to.equal('delivery-code');
    expect(at('2026-02-12T09:20:00.000Z')).to.equal('verify-code');
    expect(at('2026-02-12T08:59:00.000Z')).to.equal('delivery-code');
    const codeRequested = localTask(task('ARRIVED', actions), waiting('delivery-code'));
    expect(codeRequested && primaryStep(codeRequested, NOW)).to.equal('verify-code');
  });
});
