import { accepted, refused } from '../machines/decision.ts';
import { type Alert, closeAlert, notify, raiseAlert } from '../machines/effect.ts';
import { hasPassed } from '../planning/instants.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
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
import { FAILURE_CONSEQUENCES, type FailureReason } from './failure.ts';
import { aboutSeller, commandHolder, taskOf, toBuyer } from './reaction.ts';
import { holderOf, type TaskStatus, type TimeWindow } from './state.ts';
import { groupMirror } from './transitions.ts';
import { inTask, mirroredEvent } from './turn.ts';

/** An attempt fails, and the delivery is attempted again. */
export type AttemptCommand = Fail | Retry;

type Fail = Given<'fail', OnTask & { failure: FailureReason; note?: string }>;
type Retry = Given<'retry', OnTask & { window?: TimeWindow }>;

export type AttemptEvent = TaskFailed | TaskRetried;

/** `attempt`: the one that failed. */
type TaskFailed = Happened<
  'TASK_FAILED',
  OfTask & { driverId: string; failure: FailureReason; note: string | null; attempt: number }
>;
/** `attempt`: the one that begins. */
type TaskRetried = Happened<
  'TASK_RETRIED',
  OfTask & { driverId: string; attempt: number; dueBy: string; window: TimeWindow | null }
>;

/** Maximum number of attempts per delivery, including the first. */
export const MAX_ATTEMPTS = 3;

const WAY_TO_DOOR: readonly TaskStatus[] = ['IN_TRANSIT', 'ARRIVED'];

export const attemptCommands: TaskCommands<AttemptCommand, AttemptEvent> = {
  fail: { decide: fail, repeats: ({ task }) => task.status === 'FAILED' },
  retry: {
    decide: retry,
    repeats: ({ task }) => task.attempt > 1 && WAY_TO_DOOR.includes(task.status),
  },
};

export const attemptEvents: Events<AttemptEvent> = {
  TASK_FAILED: {
    evolve: inTask((task, { failure: reason, at }) => ({
      ...task,
      failure: { reason, at },
      // The arrival at the door was this attempt's: a next one has its own, once the driver's route has the stop again.
      offer: task.offer && { ...task.offer, dropoffEta: null },
      // The delivery code ends with the attempt.
      code: undefined,
      codeVerifiedAt: undefined,
    })),
    react: failed,
    history: ({ driverId, failure, attempt }) => ({ driverId, failure, attempt }),
    // The command's reason is the failure's code; the person's words are in `note`.
    exception: ({ failure, note }) => ({ kind: 'FAILED', failure, note: note ?? null }),
  },
  TASK_RETRIED: {
    evolve: inTask((task, { attempt, dueBy, window }) => ({
      ...task,
      attempt,
      dueBy,
      window: window ?? undefined,
      offer: task.offer && { ...task.offer, attempt },
    })),
    react: retried,
    history: ({ driverId, attempt, dueBy }) => ({ driverId, attempt, dueBy }),
    exception: ({ dueBy, window }) => ({ kind: 'RETRIED', data: { dueBy, window } }),
  },
};

/** The goods stay with the driver until a dispatcher, or the failure's reason itself, decides where they go. */
function fail(at: TaskTurn<Fail>): Decision<AttemptEvent> {
  const { command, task } = at;
  const { failure, note } = command;
  if (failure === 'OTHER' && (note ?? '').trim() === '') {
    return refused('common.VALIDATION_FAILED', 'The reason OTHER needs a note.');
  }
  return accepted([
    {
      ...mirroredEvent(at, 'FAILED', groupMirror.FAILED),
      type: 'TASK_FAILED',
      driverId: holderOf(task),
      failure,
      note: note ?? null,
      attempt: task.attempt,
    },
  ]);
}

function failed(reaction: Reaction<TaskFailed>): Effect[] {
  const { driverId, failure, attempt, taskId } = reaction.event;
  const next = FAILURE_CONSEQUENCES[failure];
  return [
    commandHolder(reaction, 'work-failed', {}),
    notify('DELIVERY_FAILED', { ...toBuyer(reaction), failure }),
    raiseAlert({
      ...undecidedAlert(taskId, attempt),
      data: { ...aboutSeller(reaction), driverId, failure, attempt, next },
    }),
  ];
}

/** Another attempt by the same driver; with a new slot, lateness counts from the slot's end. */
function retry(at: TaskTurn<Retry>): Decision<AttemptEvent> {
  const { command, facts, task } = at;
  if (task.attempt >= MAX_ATTEMPTS) {
    return refused('delivery.NO_ATTEMPT_LEFT', `A delivery is attempted ${MAX_ATTEMPTS} times at most.`, {
      attempts: task.attempt,
    });
  }
  const { window = null } = command;
  if (window !== null && (hasPassed(window.to, facts.now) || hasPassed(window.to, window.from))) {
    return refused('common.VALIDATION_FAILED', 'The slot must end after it begins, and in the future.');
  }
  return accepted([
    {
      ...mirroredEvent(at, 'IN_TRANSIT', groupMirror.IN_TRANSIT),
      type: 'TASK_RETRIED',
      driverId: holderOf(task),
      attempt: task.attempt + 1,
      dueBy: window?.to ?? task.dueBy,
      window,
    },
  ]);
}

function retried(reaction: Reaction<TaskRetried>): Effect[] {
  const { attempt, dueBy, window } = reaction.event;
  const { dropoff } = reaction.order;
  const slot = window === null ? {} : { notBefore: window.from };
  return [
    commandHolder(reaction, 'work-retried', { attempt, dueBy, dropoff, ...slot }),
    notify('DELIVERY_RETRY', { ...toBuyer(reaction), window }),
    ...failureDecided(reaction),
  ];
}

/** Closes the alert once it is decided what happens to the goods of a failed attempt. */
export function failureDecided(reaction: Reaction): Effect[] {
  const { taskId } = taskOf(reaction);
  const { task } = reaction.was;
  return task?.status === 'FAILED' ? [closeAlert(undecidedAlert(taskId, task.attempt))] : [];
}

function undecidedAlert(taskId: string, attempt: number): Alert {
  return {
    kind: 'TASK_FAILED',
    dedupeKey: `task-failed:${taskId}:${attempt}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}
