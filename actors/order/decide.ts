import { forbidden, notFound, refused, unchanged } from '../machines/decision.ts';
import { occurring } from '../machines/occurred-at.ts';
import { invalidState, rolesFor, transitionOf } from '../machines/table.ts';
import type { Decision, Principal } from '../runtime/machine.ts';
import {
  type AnyOrderFacts,
  type GroupCommand,
  groupRules,
  namesGroup,
  type OrderCommand,
  type OrderEvent,
  type TaskCommand,
  taskRules,
} from './behaviours.ts';
import { hasGiven, overtaking, receives } from './hand-over.ts';
import {
  driverOf,
  findTask,
  type GroupState,
  type GroupStatus,
  type LocatedTask,
  type OrderState,
  type TaskStatus,
} from './state.ts';
import { groupTable, taskTable } from './transitions.ts';

type OrderDecision = Decision<OrderEvent>;

/** Checks who may give the command in the present status; its behaviour then decides it. */
export function decide(state: OrderState, command: OrderCommand, facts: AnyOrderFacts): OrderDecision {
  return namesGroup(command) ? decideGroup(state, command, facts) : decideTask(state, command, facts);
}

function decideGroup(state: OrderState, command: GroupCommand, facts: AnyOrderFacts): OrderDecision {
  const { groupId, type, by } = command;
  const group = Object.hasOwn(state.groups, groupId) ? state.groups[groupId] : undefined;
  if (group === undefined || !mayKnowGroup(state, group, by)) return notFound('order group');
  if (!rolesFor<GroupStatus>(groupTable, type).includes(by.role)) return forbidden(type);

  const cell = transitionOf<GroupStatus>(groupTable, group.status, type);
  const { decide, repeats, instead } = groupRules(type);
  if (cell?.roles.includes(by.role)) {
    return decide({ groupId, group, command, facts, to: cell.to });
  }
  if (repeats?.(group.status) === true) return unchanged({ groupId });
  const refusal = invalidState<GroupStatus>('order.INVALID_STATE', groupTable, group.status, by.role);
  const hint = instead?.(group.status) ?? null;
  if (hint === null) return { outcome: 'refused', refusal };
  return refused(refusal.code, `${refusal.detail} ${hint}`, { ...refusal.extension, instead: hint });
}

function mayKnowGroup(state: OrderState, group: GroupState, by: Principal): boolean {
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

function decideTask(state: OrderState, command: TaskCommand, facts: AnyOrderFacts): OrderDecision {
  const { type, by } = command;
  const located = findTask(state, command.taskId);
  if (located === undefined || !mayKnowTask(located, by)) return notFound('delivery task');
  const rules = taskRules(type);
  const turn = { ...located, command, facts };
  if (rules.fromService === true) return by.role === 'SYSTEM' ? rules.decide(turn) : forbidden(type);
  if (!rolesFor<TaskStatus>(taskTable, type).includes(by.role)) return forbidden(type);

  const { task } = located;
  if (by.role === 'DRIVER' && driverOf(task) !== by.driverId) {
    if (rules.alsoBy?.(located, by.driverId) !== true) {
      return rules.answerFormerDriver?.(located, by.driverId) ?? notFound('delivery task');
    }
  }
  if (rules.repeats?.(located, command) === true) {
    return unchanged(task.offer === undefined ? {} : { offerId: task.offer.offerId });
  }
  const cell = transitionOf<TaskStatus>(taskTable, task.status, type);
  if (cell === undefined || !cell.roles.includes(by.role)) {
    return {
      outcome: 'refused',
      refusal: invalidState<TaskStatus>('delivery.INVALID_STATE', taskTable, task.status, by.role),
    };
  }
  const decision = rules.decide(turn);
  const whole = rules.endsHandOver === true ? overtaking(turn, decision) : decision;
  if (by.role !== 'DRIVER') return whole;
  const { now, shiftStartedAt: since = null } = facts;
  return occurring(whole, command, { now, since });
}

function mayKnowTask(located: LocatedTask, by: Principal): boolean {
  switch (by.role) {
    case 'DRIVER':
      return by.driverId !== undefined && hasOrHad(located, by.driverId);
    case 'DISPATCHER':
    case 'ADMIN':
    case 'SYSTEM':
      return true;
    default:
      return false;
  }
}

function hasOrHad(located: LocatedTask, driverId: string): boolean {
  const { task } = located;
  if (driverOf(task) === driverId) return true;
  const wasOffered = task.excluded.some((exclusion) => exclusion.driverId === driverId);
  return wasOffered || receives(located, driverId) || hasGiven(located, driverId);
}
