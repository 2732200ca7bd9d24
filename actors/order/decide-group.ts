import { accepted, forbidden, notFound, refused, unchanged } from '../machines/decision.ts';
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
  command: Extract<GroupCommand, { type: K }>;
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
  'confirm-return': confirmReturn,
  'return-overdue': (at) =>
    at.group.returnConfirmedAt === undefined
      ? accepted([{ ...happened(at, 'RETURN_OVERDUE'), moves: [] }])
      : unchanged(),
};

export function decideGroup(state: OrderState, command: GroupCommand, facts: AnyOrderFacts): OrderDecision {
  const { groupId, type, by } = command;
  const group = Object.hasOwn(state.groups, groupId) ? state.groups[groupId] : undefined;
  if (group === undefined || !mayKnow(state, group, by)) return notFound('order group');
  if (!rolesFor<GroupStatus>(groupTable, type).includes(by.role)) return forbidden(type);

  const cell = transitionOf<GroupStatus>(groupTable, group.status, type);
  if (cell === undefined || !cell.roles.includes(by.role)) {
    if (hasTakenEffect(type, group.status)) return unchanged({ groupId });
    return notAllowed(group.status, command);
  }
  // The table and the map of handlers are keyed alike, so the facts fit the handler.
  const handler = handlers[type] as (at: InGroup<GroupType>) => OrderDecision;
  return handler({ groupId, group, command, facts, to: cell.to });
}

/** Once the goods are with a driver, cancelling begins with bringing them back. */
function notAllowed(status: GroupStatus, { type, by }: GroupCommand): OrderDecision {
  const refusal = invalidState<GroupStatus>('order.INVALID_STATE', groupTable, status, by.role);
  if (type !== 'cancel-group' || !CARRIED.includes(status)) return { outcome: 'refused', refusal };
  return refused(refusal.code, `${refusal.detail} ${FAIL_INSTEAD}`, {
    ...refusal.extension,
    instead: FAIL_INSTEAD,
  });
}

const CARRIED: readonly GroupStatus[] = ['PICKED_UP', 'IN_TRANSIT'];
const FAIL_INSTEAD =
  'The goods are with the driver: fail the delivery as CANCELLED, then have them returned.';

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
  if (type === 'deadline-passed' || type === 'return-overdue') return true;
  if (type === 'reject') return status === 'REJECTED';
  if (type === 'cancel-group') return status === 'CANCELLED';
  const target = REACHES[type];
  return target !== undefined && PATH.indexOf(status) >= PATH.indexOf(target);
}

function moveGroup({ groupId, group, to }: GroupNow): OrderMove {
  return { subject: 'GROUP', id: groupId, from: group.status, to };
}

type Plain =
  | 'GROUP_ACCEPTED'
  | 'GROUP_REJECTED'
  | 'GROUP_PACKED'
  | 'ACCEPTANCE_DEADLINE_MISSED'
  | 'RETURN_OVERDUE';

function happened(at: GroupNow, type: Plain): OrderEvent {
  return { type, v: 1, at: at.facts.now, groupId: at.groupId, moves: [moveGroup(at)] };
}

/** Said once: a repetition adds nothing, whatever it names. */
function confirmReturn(at: InGroup<'confirm-return'>): OrderDecision {
  const { command, facts, group, groupId } = at;
  if (group.returnConfirmedAt !== undefined) return unchanged({ groupId });
  const event: OrderEvent = {
    type: 'RETURN_CONFIRMED',
    v: 1,
    at: facts.now,
    groupId,
    damaged: command.damaged,
    moves: [moveGroup(at)],
  };
  return accepted([event], { groupId });
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
