import { forbidden, notFound, refused, unchanged } from '../machines/decision.ts';
import { occurring } from '../machines/occurred-at.ts';
import { invalidState, rolesFor, transitionOf } from '../machines/table.ts';
import type { Principal } from '../runtime/machine.ts';
import type { AnyOrderFacts, AnyTaskCommand } from './commands.ts';
import {
  accept,
  assign,
  assignByHand,
  clearExclusions,
  decline,
  expireOffer,
  handAssignmentFailed,
  requeue,
  unassign,
} from './decide-assignment.ts';
import {
  arrive,
  complete,
  inTransit,
  paymentSettled,
  pickUp,
  recordCash,
  requestCode,
  verifyCode,
} from './decide-delivery.ts';
import { etaChanged } from './decide-eta.ts';
import { completeReturn, fail, overrideCode, retry, startReturn, writeOff } from './decide-failure.ts';
import {
  cancelHandOver,
  handOver,
  handOverExpired,
  handOverRefused,
  handOverReserved,
  hasGiven,
  openHandOver,
  overtaking,
  receives,
} from './decide-hand-over.ts';
import { resumeReversal, reversalRefused, reverse, reversed } from './decide-reversal.ts';
import { repeats } from './repetition.ts';
import { driverOf, findTask, type LocatedTask, type OrderState, type TaskStatus } from './state.ts';
import type { OnTask, OrderDecision, TaskType } from './task-turn.ts';
import { taskTable } from './transitions.ts';

const handlers: { [K in TaskType]: (at: OnTask<K>) => OrderDecision } = {
  accept,
  decline,
  unassign,
  assign,
  'assign-by-hand': assignByHand,
  'clear-exclusions': clearExclusions,
  'expire-offer': expireOffer,
  'hand-assignment-failed': handAssignmentFailed,
  'pick-up': pickUp,
  'in-transit': inTransit,
  arrive,
  'request-code': requestCode,
  'verify-code': verifyCode,
  'record-cash': recordCash,
  complete,
  'eta-changed': etaChanged,
  'payment-settled': paymentSettled,
  requeue,
  fail,
  retry,
  'start-return': startReturn,
  'complete-return': completeReturn,
  'write-off': writeOff,
  'override-code': overrideCode,
  reverse,
  reversed,
  'reversal-refused': reversalRefused,
  'resume-reversal': resumeReversal,
  'open-hand-over': openHandOver,
  'cancel-hand-over': cancelHandOver,
  'hand-over': handOver,
  'hand-over-reserved': handOverReserved,
  'hand-over-refused': handOverRefused,
  'hand-over-expired': handOverExpired,
};

/**
 * Words of the service itself come at any time, late and more than once: their handlers judge them whole,
 * and the tables only draw where they lead.
 */
const AT_ANY_TIME: readonly TaskType[] = [
  'assign',
  'expire-offer',
  'hand-assignment-failed',
  'eta-changed',
  'payment-settled',
  'requeue',
  'reversed',
  'reversal-refused',
  'resume-reversal',
  'hand-over-reserved',
  'hand-over-refused',
  'hand-over-expired',
];

/** After these nothing is left to hand over to somebody else, or it goes another way than was asked for. */
const OVERTAKES: readonly TaskType[] = [
  'verify-code',
  'override-code',
  'start-return',
  'complete-return',
  'write-off',
];

export function decideTask(state: OrderState, command: AnyTaskCommand, facts: AnyOrderFacts): OrderDecision {
  const { type, by } = command;
  const located = findTask(state, command.taskId);
  if (located === undefined || !mayKnow(located, by)) return notFound('delivery task');
  // The map of handlers is keyed by the command's type, so command and facts fit the handler.
  const handle = handlers[type] as (at: OnTask<TaskType>) => OrderDecision;
  const turn: OnTask<TaskType> = { ...located, command, facts };
  if (AT_ANY_TIME.includes(type)) return by.role === 'SYSTEM' ? handle(turn) : forbidden(type);
  if (!rolesFor<TaskStatus>(taskTable, type).includes(by.role)) return forbidden(type);

  const { task } = located;
  if (by.role === 'DRIVER' && driverOf(task) !== by.driverId) {
    if (type !== 'hand-over' || !receives(located, by.driverId)) return toFormerDriver(located, type, by);
  }
  if (repeats(located, command)) {
    return unchanged(task.offer === undefined ? {} : { offerId: task.offer.offerId });
  }
  const cell = transitionOf<TaskStatus>(taskTable, task.status, type);
  if (cell === undefined || !cell.roles.includes(by.role)) {
    return {
      outcome: 'refused',
      refusal: invalidState<TaskStatus>('delivery.INVALID_STATE', taskTable, task.status, by.role),
    };
  }
  const decision = OVERTAKES.includes(type) ? overtaking(turn, handle(turn)) : handle(turn);
  if (by.role !== 'DRIVER') return decision;
  const { now, shiftStartedAt: since = null } = facts;
  return occurring(decision, command, { now, since });
}

function mayKnow(located: LocatedTask, by: Principal): boolean {
  const { task } = located;
  switch (by.role) {
    case 'DRIVER':
      if (by.driverId === undefined) return false;
      return driverOf(task) === by.driverId || hadIt(task, by.driverId) || handsOver(located, by.driverId);
    case 'DISPATCHER':
    case 'ADMIN':
    case 'SYSTEM':
      return true;
    default:
      return false;
  }
}

function hadIt(task: LocatedTask['task'], driverId: string): boolean {
  return task.excluded.some((exclusion) => exclusion.driverId === driverId);
}

function handsOver(located: LocatedTask, driverId: string): boolean {
  return receives(located, driverId) || hasGiven(located, driverId);
}

/** A driver who declined or let the offer lapse learns that it is over; for all else the task isn't theirs. */
function toFormerDriver(located: LocatedTask, type: TaskType, by: Principal): OrderDecision {
  const { taskId } = located.task;
  if (type === 'decline') return unchanged({ taskId });
  // Has handed the goods over: the word comes once more, its answer was lost.
  if (type === 'hand-over' && hasGiven(located, by.driverId)) return unchanged({ taskId });
  if (type === 'accept') return refused('delivery.OFFER_EXPIRED', 'This offer is no longer open to you.');
  return notFound('delivery task');
}
