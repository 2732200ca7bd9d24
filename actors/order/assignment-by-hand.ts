import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command } from '../machines/effect.ts';
import type { Decision, Effect, EventContext, RowOp } from '../runtime/machine.ts';
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
import { taskOf } from './reaction.ts';
import {
  endOffer,
  enqueue,
  excludedBut,
  exclusionEnd,
  type FormerOffer,
  type HomeZoneFacts,
  inRound,
  newRound,
  type OpensRound,
  overtaken,
  withdraw,
} from './round.ts';
import { type Exclusion, heldOffer, type LocatedTask, type TaskState } from './state.ts';
import { inTask } from './turn.ts';

/**
 * A dispatcher chooses the driver. This opens a new round in which that driver is asked to reserve; if the driver actor
 * refuses, the task waits again.
 */
export type AssignmentByHandCommand = AssignByHand | HandAssignmentFailed;

/**
 * `offerId`: a new UUIDv7. `round`: the one the dispatcher saw; if it is outdated, another dispatcher was quicker.
 * `held`: only if a driver has the task or is about to. `unaccepted`: only if no driver has accepted it.
 */
type AssignByHand = Given<
  'assign-by-hand',
  OnTask & { driverId: string; offerId: string; round?: number; held?: boolean; unaccepted?: true }
>;
type HandAssignmentFailed = Given<
  'hand-assignment-failed',
  OnTask & { offerId: string; code: string; detail?: string }
>;

export type AssignmentByHandFacts = {
  'assign-by-hand': HomeZoneFacts;
  'hand-assignment-failed': HomeZoneFacts;
};

export type AssignmentByHandEvent =
  | OpenedByHand
  | Happened<
      'HAND_ASSIGNMENT_FAILED',
      OfTask & OpensRound & { offerId: string; driverId: string; code: string; detail: string }
    >;

/** `excludedUntil`: how long the driver of `endedOffer`, from whom the task was taken, is not offered it again. */
type OpenedByHand = Happened<
  'ASSIGN_BY_HAND_OPENED',
  OfTask &
    OpensRound & {
      offerId: string;
      driverId: string;
      by: string | null;
      endedOffer: FormerOffer | null;
      excludedUntil: string | null;
    }
>;

export const assignmentByHandCommands: TaskCommands<
  AssignmentByHandCommand,
  AssignmentByHandEvent,
  AssignmentByHandFacts
> = {
  'assign-by-hand': { decide: assignByHand, repeats: isAssignedByHand },
  'hand-assignment-failed': { decide: handAssignmentFailed, fromService: true },
};

export const assignmentByHandEvents: Events<AssignmentByHandEvent> = {
  ASSIGN_BY_HAND_OPENED: {
    evolve: inTask((task, event) => {
      const { offerId, driverId } = event;
      const opened = { ...inRound(task, event), manual: { offerId, driverId }, lastManualRefusal: undefined };
      return { ...opened, excluded: excludedByHand(task, event) };
    }),
    react: (reaction) => [
      ...endOffer(reaction, reaction.event.endedOffer, 'REASSIGNED'),
      ...withdraw(reaction),
      reserve(reaction),
    ],
    history: ({ driverId, round }) => ({ driverId, round }),
    rows: choiceRow,
  },
  HAND_ASSIGNMENT_FAILED: {
    evolve: inTask((task, event) => {
      const { offerId, code, detail } = event;
      return { ...inRound(task, event), lastManualRefusal: { offerId, code, detail } };
    }),
    react: enqueue,
    history: ({ driverId, round, code }) => ({ driverId, round, code }),
  },
};

function assignByHand(at: TaskTurn<AssignByHand, HomeZoneFacts>): Decision<AssignmentByHandEvent> {
  const { command, task } = at;
  const { offerId, driverId, by } = command;
  const late = overtaken(at);
  if (late !== null) return late;
  if (command.unaccepted === true && task.status === 'ACCEPTED') {
    return refused('common.CONFLICT', 'A driver has accepted this task meanwhile.', {
      currentRound: task.round,
    });
  }
  if (command.held === true && heldOffer(task) === null) {
    const detail = 'No driver has this task, so it cannot be reassigned. Assign it instead.';
    return refused('delivery.INVALID_STATE', detail, { currentState: task.status });
  }
  // If the new driver's side refuses, the queue must not offer the task to the former driver at once.
  const taken = task.offer !== undefined && task.offer.driverId !== driverId;
  const event: OpenedByHand = {
    ...newRound(at),
    type: 'ASSIGN_BY_HAND_OPENED',
    offerId,
    driverId,
    by: by.accountId,
    endedOffer: heldOffer(task),
    excludedUntil: taken ? exclusionEnd(at) : null,
  };
  return accepted([event], { offerId, round: event.round });
}

/** An open automatic offer to that driver does not count, since an assignment by hand does not time out. */
function isAssignedByHand({ task }: LocatedTask, { driverId }: AssignByHand): boolean {
  if (task.manual !== undefined) return task.manual.driverId === driverId;
  if (task.offer?.driverId !== driverId || task.status === 'CANCELLED') return false;
  return task.offer.manual || task.status !== 'ASSIGNED';
}

function handAssignmentFailed(
  at: TaskTurn<HandAssignmentFailed, HomeZoneFacts>,
): Decision<AssignmentByHandEvent> {
  const { command, task } = at;
  const { offerId, code, detail = code } = command;
  if (task.manual?.offerId !== offerId) return unchanged();
  const { driverId } = task.manual;
  return accepted([{ ...newRound(at), type: 'HAND_ASSIGNMENT_FAILED', offerId, driverId, code, detail }]);
}

/** Lifts the exclusion of the chosen driver, and excludes the driver the task was taken from. */
function excludedByHand(
  task: TaskState,
  { driverId, endedOffer, excludedUntil, at }: OpenedByHand,
): Exclusion[] {
  const others = excludedBut(task, driverId, at);
  if (endedOffer === null || excludedUntil === null) return others;
  const former = { driverId: endedOffer.driverId, until: excludedUntil };
  return [...others.filter((other) => other.driverId !== former.driverId), former];
}

function reserve(reaction: Reaction<OpenedByHand>): Effect {
  const { order, group, event } = reaction;
  const { offerId, driverId, taskId, groupId, round } = event;
  return command('driver', driverId, 'reserve', {
    offerId,
    taskId,
    orderId: order.orderId,
    groupId,
    round,
    cod: group.cashDue,
    items: group.items,
    pickup: group.pickup,
    dropoff: order.dropoff,
    dueBy: taskOf(reaction).dueBy,
    manual: true,
    zoneId: null,
  });
}

/** Records that the choice was made by a person. */
function choiceRow({ taskId, round, driverId }: OpenedByHand, context: EventContext): RowOp[] {
  const row = {
    id: context.id('choice'),
    task_id: taskId,
    round,
    attempt: 1,
    zone_id: null,
    policy: 'BY_HAND',
    chosen_driver_id: driverId,
    manual: true,
    candidates: [],
    excluded_by: {},
    at: context.at,
    actor_version: context.version,
  };
  return [{ table: 'assignment_choices', op: 'insert', row }];
}
