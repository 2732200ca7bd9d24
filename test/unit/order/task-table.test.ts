import { expect } from 'chai';
import { rolesFor, transitionOf } from '../../../actors/machines/table.ts';
import { TASK_STATUSES, type TaskStatus } from '../../../actors/order/state.ts';
import { allowedTaskActions, taskTable } from '../../../actors/order/transitions.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import {
  admin,
  buyer,
  dispatcher,
  driverCalled,
  idOf,
  sellerOf,
  system,
} from '../../worlds/pure/fixtures.ts';
import { assignTo, decide, evolveAll, onTask, step, taskIn, theTask } from './order-walk.ts';

const COMMANDS = [
  'accept',
  'decline',
  'pick-up',
  'in-transit',
  'arrive',
  'request-code',
  'verify-code',
  'record-cash',
  'complete',
  'unassign',
  'assign-by-hand',
  'clear-exclusions',
] as const;
const owner = driverCalled('driver');
const PRINCIPALS: readonly Principal[] = [owner, dispatcher, admin];
const more = { amount: '125.00', driverId: idOf('other'), offerId: idOf('offer-by-hand') };

const PATH: readonly TaskStatus[] = [
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'COMPLETED',
];
const from = (status: TaskStatus) => PATH.slice(PATH.indexOf(status));
/** Commands that have already taken effect in these states and may be repeated by the same driver. */
const REPEATS: { readonly [command: string]: readonly TaskStatus[] } = {
  accept: from('ACCEPTED'),
  'pick-up': from('PICKED_UP'),
  'in-transit': from('IN_TRANSIT'),
  arrive: from('ARRIVED'),
  'verify-code': from('CODE_VERIFIED'),
  'record-cash': from('CASH_RECORDED'),
  complete: from('COMPLETED'),
};
/** Refused for want of a code: none was requested on the way to these states. */
const WITHOUT_CODE: readonly TaskStatus[] = ['IN_TRANSIT', 'ARRIVED'];

describe('delivery tasks: every state, command and role', () => {
  for (const status of TASK_STATUSES) {
    for (const command of COMMANDS) {
      it(`${command} in ${status}`, () => {
        expect(theTask(taskIn(status)).status).to.equal(status);
        for (const by of PRINCIPALS)
          expect(outcome(status, command, by)).to.equal(expected(status, command, by));
      });
    }
  }

  function outcome(status: TaskStatus, command: string, by: Principal): string {
    const state = taskIn(status);
    const decision = decide(state, onTask(command, by, more));
    if (decision.outcome === 'accepted') return `to ${theTask(evolveAll(state, decision.events)).status}`;
    if (decision.outcome === 'unchanged') return 'unchanged';
    if (decision.refusal.code === 'delivery.INVALID_STATE') {
      expect(decision.refusal.extension).to.deep.equal({
        currentState: status,
        allowedCommands: allowedTaskActions(status, by.role),
      });
    }
    return decision.refusal.code;
  }

  function expected(status: TaskStatus, command: string, { role }: Principal): string {
    // No driver was ever offered the task, so drivers get "not found".
    if (role === 'DRIVER' && status === 'UNASSIGNED') return 'common.NOT_FOUND';
    if (!rolesFor<TaskStatus>(taskTable, command).includes(role)) return 'auth.FORBIDDEN';
    const cell = transitionOf<TaskStatus>(taskTable, status, command);
    if (cell?.roles.includes(role) === true) {
      // No driver declined on the way to these states.
      if (command === 'clear-exclusions') return 'unchanged';
      const noCode = command === 'verify-code' && WITHOUT_CODE.includes(status);
      return noCode ? 'delivery.CODE_NOT_REQUESTED' : `to ${cell.to}`;
    }
    return REPEATS[command]?.includes(status) === true ? 'unchanged' : 'delivery.INVALID_STATE';
  }

  for (const status of TASK_STATUSES) {
    it(`commands of the service itself in ${status}`, () => {
      const state = taskIn(status);
      const said = {
        assign: assignTo('driver', 1),
        'expire-offer': onTask('expire-offer', system, { offerId: idOf('offer-1') }),
        'hand-assignment-failed': onTask('hand-assignment-failed', system, {
          offerId: idOf('offer-1'),
          code: 'delivery.CAPACITY_EXCEEDED',
        }),
        'payment-settled': onTask('payment-settled', system, { settlementId: idOf('settlement') }),
        requeue: onTask('requeue', system, { round: 1 }),
      };
      const answers = Object.values(said).map((command) => {
        const decision = decide(state, command);
        if (decision.outcome === 'accepted') return decision.events.map(({ type }) => type).join();
        return decision.outcome === 'unchanged' ? 'unchanged' : decision.refusal.code;
      });
      const collected = status === 'CASH_RECORDED' || status === 'COMPLETED';
      expect(answers).to.deep.equal([
        status === 'UNASSIGNED' ? 'TASK_ASSIGNED' : 'unchanged',
        status === 'ASSIGNED' ? 'OFFER_EXPIRED' : 'unchanged',
        'unchanged',
        collected ? 'PAYMENT_SETTLED' : 'cash.INVALID_STATE',
        status === 'UNASSIGNED' ? 'TASK_REQUEUED' : 'unchanged',
      ]);
      for (const command of Object.values(said)) {
        expect(decide(state, { ...command, by: dispatcher })).to.have.nested.property(
          'refusal.code',
          'auth.FORBIDDEN',
        );
      }
    });
  }

  it('hide a task from other drivers, buyers, sellers and unknown ids alike', () => {
    const state = taskIn('ACCEPTED');
    const answers = [
      decide(state, onTask('pick-up', driverCalled('other'))),
      decide(state, onTask('pick-up', { accountId: idOf('x'), role: 'DRIVER' })),
      decide(state, onTask('pick-up', buyer)),
      decide(state, onTask('unassign', sellerOf(0))),
      decide(state, { type: 'pick-up', by: owner, taskId: idOf('no-task') }),
    ];
    const refusal = { code: 'common.NOT_FOUND', detail: 'There is no such delivery task.' };
    for (const answer of answers) expect(answer).to.deep.equal({ outcome: 'refused', refusal });
  });

  it('take a repeated unassign for done, and the first on a new task for a mistake', () => {
    const fresh = decide(taskIn('UNASSIGNED'), onTask('unassign', dispatcher));
    expect(fresh).to.have.nested.property('refusal.code', 'delivery.INVALID_STATE');
    const taken = step(taskIn('ACCEPTED'), onTask('unassign', dispatcher));
    expect(decide(taken, onTask('unassign', dispatcher)).outcome).to.equal('unchanged');
  });

  it('show drivers and dispatchers the actions that the table allows', () => {
    expect(allowedTaskActions('ASSIGNED', 'DRIVER')).to.deep.equal(['accept', 'decline']);
    expect(allowedTaskActions('ASSIGNED', 'DISPATCHER')).to.deep.equal([
      'unassign',
      'assign-by-hand',
      'clear-exclusions',
    ]);
    expect(allowedTaskActions('IN_TRANSIT', 'DRIVER')).to.deep.equal([
      'arrive',
      'request-code',
      'verify-code',
      'fail',
      'hand-over',
    ]);
    expect(allowedTaskActions('COMPLETED', 'DRIVER')).to.deep.equal([]);
  });
});
