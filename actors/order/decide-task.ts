import { forbidden, notFound, refused, unchanged } from '../machines/decision.ts';
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
  if (by.role === 'DRIVER' && driverOf(task) !== by.driverId) return toFormerDriver(task.taskId, type);
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
  return handle(turn);
}

function mayKnow({ task }: LocatedTask, by: Principal): boolean {
  switch (by.role) {
    case 'DRIVER':
      return by.driverId !== undefined && (driverOf(task) === by.driverId || hadIt(task, by.driverId));
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

/** A driver who declined or let the offer lapse learns that it is over; for all else the task isn't theirs. */
function toFormerDriver(taskId: string, type: TaskType): OrderDecision {
  if (type === 'decline') return unchanged({ taskId });
  if (type === 'accept') return refused('delivery.OFFER_EXPIRED', 'This offer is no longer open to you.');
  return notFound('delivery task');
}
