import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command, notify } from '../machines/effect.ts';
import { negate } from '../money/money.ts';
import { hasPassed, plusMinutes } from '../planning/instants.ts';
import type { Decision, Effect, Journal } from '../runtime/machine.ts';
import type {
  Events,
  Given,
  Happened,
  OfTask,
  OnTask,
  Reaction,
  TaskCommands,
  TaskTurn,
} from './behaviour.ts';
import { completionJournal } from './delivery.ts';
import { taskOf, toBuyer } from './reaction.ts';
import { type GroupState, holderOf, type TaskState, type TaskStatus } from './state.ts';
import { groupMirror } from './transitions.ts';
import { inTask, mirroredEvent, quietEvent, statusOnly } from './turn.ts';

/**
 * Reverses a completion: the goods are on board again, and the cash is off the driver's account. The driver actor has
 * the cash and decides; the order asks it and receives the answer.
 */
export type ReversalCommand =
  | Reverse
  | Given<'reversed', OnReversal>
  | ReversalRefused
  /** From a scheduled job, if no answer has come. */
  | Given<'resume-reversal', OnReversal>;

/** `reversalId`: a new UUIDv7. */
type OnReversal = OnTask & { reversalId: string };
type Reverse = Given<'reverse', OnReversal>;
type ReversalRefused = Given<'reversal-refused', OnReversal & { code: string; detail: string }>;

export type ReversalEvent = ReversalOpened | ReversalResumed | TaskReversed | RefusedReversal;

type ReversalOpened = Happened<'REVERSAL_OPENED', OfTask & { driverId: string; reversalId: string }>;
type ReversalResumed = Happened<'REVERSAL_RESUMED', OfTask & { driverId: string; reversalId: string }>;
type RefusedReversal = Happened<
  'REVERSAL_REFUSED',
  OfTask & { reversalId: string; code: string; detail: string }
>;
/** The driver has the goods again, under an offer with the reversal's id. `number` counts from 1. */
type TaskReversed = Happened<
  'TASK_REVERSED',
  OfTask & { driverId: string; reversalId: string; round: number; number: number }
>;

/** Time limit for reversing a completion. */
export const REVERSIBLE_MINUTES = 10;

const WAY_TO_DOOR: readonly TaskStatus[] = ['IN_TRANSIT', 'ARRIVED'];

export const reversalCommands: TaskCommands<ReversalCommand, ReversalEvent> = {
  reverse: {
    decide: reverse,
    repeats: ({ task }) => (task.reversals ?? 0) > 0 && WAY_TO_DOOR.includes(task.status),
  },
  reversed: { decide: reversed, fromService: true },
  'reversal-refused': { decide: reversalRefused, fromService: true },
  'resume-reversal': { decide: resume, fromService: true },
};

const undeliveredTask = inTask(undelivered);

export const reversalEvents: Events<ReversalEvent> = {
  REVERSAL_OPENED: {
    evolve: inTask((task, { reversalId }) => ({ ...task, reversal: { reversalId } })),
    react: (reaction) => [uncollect(reaction)],
    exception: () => ({ kind: 'REVERSAL_ASKED' }),
  },
  REVERSAL_RESUMED: { evolve: statusOnly, react: (reaction) => [uncollect(reaction)], quiet: true },
  REVERSAL_REFUSED: {
    evolve: inTask((task) => ({ ...task, reversal: undefined })),
    exception: ({ code, detail }) => ({ kind: 'REVERSAL_REFUSED', note: detail, data: { code } }),
  },
  TASK_REVERSED: {
    evolve: ({ endedAt: _ended, ...group }, event) =>
      undeliveredTask({ ...group, payment: 'PENDING' }, event),
    react: (reaction) => [
      { do: 'post', journal: reversalJournal(reaction.was, reaction.event) },
      notify('DELIVERY_RETRY', toBuyer(reaction)),
    ],
    history: ({ driverId, round }) => ({ driverId, round }),
    exception: () => ({ kind: 'REVERSED' }),
  },
};

/** Checks only what the order knows. */
function reverse(at: TaskTurn<Reverse>): Decision<ReversalEvent> {
  const { command, facts, group, task } = at;
  if (task.reversal !== undefined) return unchanged({ reversalId: task.reversal.reversalId });
  const completedAt = task.completedAt ?? facts.now;
  if (hasPassed(plusMinutes(completedAt, REVERSIBLE_MINUTES), facts.now)) {
    const detail = `A completion can be reversed for ${REVERSIBLE_MINUTES} minutes.`;
    return refused('delivery.REVERSAL_TOO_LATE', detail, { completedAt });
  }
  if (group.payment === 'SETTLED') {
    return refused('delivery.CASH_SETTLED', 'The cash of this delivery has been handed in.');
  }
  const { reversalId } = command;
  const driverId = holderOf(task);
  return accepted([{ ...quietEvent(at), type: 'REVERSAL_OPENED', driverId, reversalId }], { reversalId });
}

/** The driver's side is done: the task becomes undelivered. */
function reversed(at: TaskTurn<OnReversal>): Decision<ReversalEvent> {
  const { command, task } = at;
  const { reversalId } = command;
  if (!isOpen(task, reversalId)) return unchanged();
  return accepted([
    {
      ...mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT),
      type: 'TASK_REVERSED',
      driverId: holderOf(task),
      reversalId,
      round: task.round + 1,
      number: (task.reversals ?? 0) + 1,
    },
  ]);
}

function reversalRefused(at: TaskTurn<ReversalRefused>): Decision<ReversalEvent> {
  const { reversalId, code, detail } = at.command;
  if (!isOpen(at.task, reversalId)) return unchanged();
  return accepted([{ ...quietEvent(at), type: 'REVERSAL_REFUSED', reversalId, code, detail }]);
}

/** Asks the driver actor again; it gives the same answer to the same reversal. */
function resume(at: TaskTurn<OnReversal>): Decision<ReversalEvent> {
  const { command, task } = at;
  const { reversalId } = command;
  if (!isOpen(task, reversalId)) return unchanged();
  return accepted([{ ...quietEvent(at), type: 'REVERSAL_RESUMED', driverId: holderOf(task), reversalId }]);
}

function isOpen({ reversal }: TaskState, reversalId: string): boolean {
  return reversal?.reversalId === reversalId;
}

/** The task as it was on the way to the door. */
function undelivered(task: TaskState, { reversalId, driverId, round, number }: TaskReversed): TaskState {
  const { codeVerifiedAt: _verified, cashRecorded: _cash, completedAt: _completed, ...rest } = task;
  const offer = { offerId: reversalId, driverId, manual: true };
  return { ...rest, offer, round, reversals: number, reversal: undefined };
}

/** The work returns under a new offer, so that late commands about the former one are ignored. */
function uncollect(reaction: Reaction<ReversalOpened | ReversalResumed>): Effect {
  const { context, event, group, order } = reaction;
  const { taskId, groupId, driverId, reversalId, at } = event;
  const { round, dueBy, reversals = 0 } = taskOf(reaction);
  return command('driver', driverId, 'uncollect', {
    ...{ taskId, offerId: reversalId, orderId: order.orderId, groupId, at, seen: context.version },
    ...{ round: round + 1, cod: group.cashDue, items: group.items, dueBy, dropoff: order.dropoff },
    number: reversals + 1,
  });
}

/** Reverses what the completion posted. */
function reversalJournal(was: GroupState, { taskId }: TaskReversed): Journal {
  const { cause, lines } = completionJournal(was, taskId);
  return {
    cause: cause.replace('completion:', 'completion-reversal:'),
    kind: 'REVERSAL',
    lines: lines.map((line) => ({ ...line, amount: negate(line.amount) })),
  };
}
