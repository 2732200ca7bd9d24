import { accepted, forbidden, notFound, unchanged } from '../machines/decision.ts';
import { invalidState, rolesFor, transitionOf } from '../machines/table.ts';
import { earlierOf, plusMinutes } from '../planning/instants.ts';
import type { Decision, Principal } from '../runtime/machine.ts';
import type { AnyOrderFacts, GroupCommand, NowFacts, OrderFacts } from './commands.ts';
import type { OrderEvent, OrderMove } from './events.ts';
import { GROUP_PATH, type GroupState, type GroupStatus, heldOffer, type OrderState } from './state.ts';
import { groupTable } from './transitions.ts';

type GroupType = GroupCommand['type'];
type OrderDecision = Decision<OrderEvent>;

interface GroupNow {
  groupId: string;
  group: GroupState;
  facts: NowFacts;
  /** The status the table leads to. */
  to: GroupStatus;
}

interface InGroup<K extends GroupType> extends GroupNow {
  facts: OrderFacts[K];
}

const handlers: { [K in GroupType]: (at: InGroup<K>) => OrderDecision } = {
  accept: (at) => accepted([happened(at, 'GROUP_ACCEPTED')]),
  reject: (at) => accepted([happened(at, 'GROUP_REJECTED')]),
  pack: (at) => accepted([happened(at, 'GROUP_PACKED')]),
  ready,
  'cancel-group': cancel,
  'deadline-passed': (at) =>
    at.group.deadlineMissed ? unchanged() : accepted([happened(at, 'ACCEPTANCE_DEADLINE_MISSED')]),
};

export function decideGroup(state: OrderState, command: GroupCommand, facts: AnyOrderFacts): OrderDecision {
  const { groupId, type, by } = command;
  const group = Object.hasOwn(state.groups, groupId) ? state.groups[groupId] : undefined;
  if (group === undefined || !mayKnow(state, group, by)) return notFound('order group');
  if (!rolesFor<GroupStatus>(groupTable, type).includes(by.role)) return forbidden(type);

  const cell = transitionOf<GroupStatus>(groupTable, group.status, type);
  if (cell === undefined || !cell.roles.includes(by.role)) {
    if (hasTakenEffect(type, group.status)) return unchanged({ groupId });
    return {
      outcome: 'refused',
      refusal: invalidState('order.INVALID_STATE', groupTable, group.status, by.role),
    };
  }
  // The table and the map of handlers are keyed alike, so the facts fit the handler.
  const handler = handlers[type] as (at: InGroup<GroupType>) => OrderDecision;
  return handler({ groupId, group, facts, to: cell.to });
}

function mayKnow(state: OrderState, group: GroupState, by: Principal): boolean {
  switch (by.role) {
    case 'BUYER':
      return by.accountId === state.buyerAccountId;
    case 'SELLER_OWNER':
    case 'SELLER_STAFF':
      return by.sellerId === group.sellerId;
    case 'DRIVER':
      return false;
    default:
      return true;
  }
}

const PATH: readonly GroupStatus[] = GROUP_PATH;
const REACHES: { readonly [type in GroupType]?: GroupStatus } = {
  accept: 'ACCEPTED',
  pack: 'PACKED',
  ready: 'READY_FOR_PICKUP',
};

/** A repetition, e.g. from a browser that never saw the answer. */
function hasTakenEffect(type: GroupType, status: GroupStatus): boolean {
  if (type === 'deadline-passed') return true;
  if (type === 'reject') return status === 'REJECTED';
  if (type === 'cancel-group') return status === 'CANCELLED';
  const target = REACHES[type];
  return target !== undefined && PATH.indexOf(status) >= PATH.indexOf(target);
}

function moveGroup({ groupId, group, to }: GroupNow): OrderMove {
  return { subject: 'GROUP', id: groupId, from: group.status, to };
}

type Plain = 'GROUP_ACCEPTED' | 'GROUP_REJECTED' | 'GROUP_PACKED' | 'ACCEPTANCE_DEADLINE_MISSED';

function happened(at: GroupNow, type: Plain): OrderEvent {
  return { type, v: 1, at: at.facts.now, groupId: at.groupId, moves: [moveGroup(at)] };
}

function ready(at: InGroup<'ready'>): OrderDecision {
  const { group, groupId, facts } = at;
  const minutes = group.method === 'EXPRESS' ? facts.dueIn.EXPRESS : facts.dueIn.STANDARD;
  const event: OrderEvent = {
    type: 'TASK_CREATED',
    v: 1,
    at: facts.now,
    groupId,
    taskId: facts.taskId,
    dueBy: earlierOf(plusMinutes(facts.now, minutes), group.promisedUntil),
    homeZoneId: facts.homeZoneId,
    moves: [moveGroup(at), { subject: 'TASK', id: facts.taskId, from: null, to: 'UNASSIGNED' }],
  };
  return accepted([event], { groupId, taskId: facts.taskId });
}

function cancel(at: InGroup<'cancel-group'>): OrderDecision {
  const { task } = at.group;
  const moves = [moveGroup(at)];
  if (task !== undefined)
    moves.push({ subject: 'TASK', id: task.taskId, from: task.status, to: 'CANCELLED' });
  const event: OrderEvent = {
    type: 'GROUP_CANCELLED',
    v: 1,
    at: at.facts.now,
    groupId: at.groupId,
    taskId: task?.taskId ?? null,
    endedOffer: task === undefined ? null : heldOffer(task),
    moves,
  };
  return accepted([event], { groupId: at.groupId });
}
