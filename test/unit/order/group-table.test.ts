import { expect } from 'chai';
import { allowedActions, rolesFor, transitionOf } from '../../../actors/machines/table.ts';
import { GROUP_STATUSES, type GroupStatus } from '../../../actors/order/state.ts';
import { allowedGroupActions, groupTable } from '../../../actors/order/transitions.ts';
import type { Principal, Role } from '../../../actors/runtime/machine.ts';
import {
  admin,
  buyer,
  dispatcher,
  driverCalled,
  idOf,
  sellerOf,
  staffOf,
  system,
} from '../../worlds/pure/fixtures.ts';
import { decide, evolveAll, groupIn, onGroup, theGroup } from './order-walk.ts';

const COMMANDS = ['accept', 'reject', 'pack', 'ready', 'cancel-group', 'deadline-passed'] as const;
const PRINCIPALS: readonly Principal[] = [
  buyer,
  sellerOf(0),
  staffOf(0),
  driverCalled('driver'),
  dispatcher,
  admin,
  system,
];

/** Commands that have already taken effect in these states and may be repeated. */
const REPEATS: { readonly [command: string]: readonly GroupStatus[] } = {
  accept: ['ACCEPTED', 'PACKED', 'READY_FOR_PICKUP', 'PICKED_UP', 'IN_TRANSIT', 'DELIVERED'],
  pack: ['PACKED', 'READY_FOR_PICKUP', 'PICKED_UP', 'IN_TRANSIT', 'DELIVERED'],
  ready: ['READY_FOR_PICKUP', 'PICKED_UP', 'IN_TRANSIT', 'DELIVERED'],
  reject: ['REJECTED'],
  'cancel-group': ['CANCELLED'],
  'deadline-passed': GROUP_STATUSES.filter((status) => status !== 'PENDING_ACCEPTANCE'),
};

describe('order groups: every state, command and role', () => {
  for (const status of GROUP_STATUSES) {
    const state = groupIn(status);
    for (const command of COMMANDS) {
      it(`${command} in ${status}`, () => {
        expect(theGroup(state).status).to.equal(status);
        for (const by of PRINCIPALS)
          expect(outcome(status, command, by)).to.equal(expected(status, command, by));
      });
    }
  }

  function outcome(status: GroupStatus, command: string, by: Principal): string {
    const state = groupIn(status);
    const decision = decide(state, onGroup(command, by));
    if (decision.outcome === 'accepted') return `to ${theGroup(evolveAll(state, decision.events)).status}`;
    if (decision.outcome === 'unchanged') return 'unchanged';
    if (decision.refusal.code === 'order.INVALID_STATE') {
      expect(decision.refusal.extension).to.deep.include({
        currentState: status,
        allowedCommands: allowedGroupActions(status, by.role),
      });
      const carried = command === 'cancel-group' && ['PICKED_UP', 'IN_TRANSIT'].includes(status);
      expect('instead' in (decision.refusal.extension ?? {})).to.equal(carried);
    }
    return decision.refusal.code;
  }

  function expected(status: GroupStatus, command: string, { role }: Principal): string {
    if (role === 'DRIVER') return 'common.NOT_FOUND';
    if (!rolesFor<GroupStatus>(groupTable, command).includes(role)) return 'auth.FORBIDDEN';
    const cell = transitionOf<GroupStatus>(groupTable, status, command);
    if (cell?.roles.includes(role) === true) return `to ${cell.to}`;
    return REPEATS[command]?.includes(status) === true ? 'unchanged' : 'order.INVALID_STATE';
  }

  it('show a seller the actions that the table allows', () => {
    expect(allowedGroupActions('PENDING_ACCEPTANCE', 'SELLER_OWNER')).to.deep.equal(['accept', 'reject']);
    expect(allowedGroupActions('ACCEPTED', 'SELLER_STAFF')).to.deep.equal(['pack']);
    expect(allowedGroupActions('PENDING_ACCEPTANCE', 'BUYER')).to.deep.equal(['cancel-group']);
    expect(allowedGroupActions('DELIVERED', 'SELLER_OWNER')).to.deep.equal([]);
    expect(
      allowedActions<GroupStatus>(groupTable, 'READY_FOR_PICKUP', 'DISPATCHER' satisfies Role),
    ).to.deep.equal(['cancel-group']);
  });

  it('hide a group from other sellers, other buyers and unknown ids alike', () => {
    const state = groupIn('PENDING_ACCEPTANCE');
    const answers = [
      decide(state, onGroup('accept', sellerOf(1))),
      decide(state, onGroup('cancel-group', { accountId: idOf('somebody'), role: 'BUYER' })),
      decide(state, onGroup('accept', sellerOf(0), 7)),
      decide(state, { type: 'accept', by: sellerOf(0), groupId: '__proto__' }),
    ];
    const refusal = { code: 'common.NOT_FOUND', detail: 'There is no such order group.' };
    for (const answer of answers) expect(answer).to.deep.equal({ outcome: 'refused', refusal });
  });
});
