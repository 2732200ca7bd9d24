import { accepted, refused, unchanged } from '../machines/decision.ts';
import { command, notify } from '../machines/effect.ts';
import { ZERO } from '../money/money.ts';
import { hasPassed, plusMinutes } from '../planning/instants.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import type {
  Events,
  Given,
  GroupHappened,
  Happened,
  OfTask,
  OnTask,
  Reaction,
  TaskCommands,
  TaskTurn,
} from './behaviour.ts';
import { aboutGroup, taskOf } from './reaction.ts';
import {
  driverOf,
  type HandOver,
  holderOf,
  type LocatedTask,
  type TaskState,
  type TaskStatus,
} from './state.ts';
import { inTask, quietEvent, statusOnly } from './turn.ts';

/**
 * Goods on board go from one driver to another. A dispatcher opens the hand-over, the receiving driver actor reserves
 * capacity and cash, and both drivers confirm. The second confirmation reassigns the task; until then the goods belong
 * to the giving driver.
 */
export type HandOverCommand =
  | OpenHandOver
  | Given<'cancel-hand-over', OnTask>
  /** By the giving or the receiving driver. */
  | ConfirmHandOver
  | HandOverReserved
  | HandOverRefused
  /** From the timer `hand-over:<taskId>`. */
  | HandOverExpired;

/** `handOverId`: a new UUIDv7. */
type OpenHandOver = Given<'open-hand-over', OnTask & { toDriverId: string; handOverId: string }>;
type ConfirmHandOver = Given<'hand-over', OnTask>;
type HandOverReserved = Given<'hand-over-reserved', OnTask & { handOverId: string; driverId: string }>;
type HandOverRefused = Given<
  'hand-over-refused',
  OnTask & { handOverId: string; code: string; detail?: string }
>;
type HandOverExpired = Given<'hand-over-expired', OnTask & { handOverId: string }>;

export type HandOverEvent =
  | HandOverOpened
  | ReceiverReserved
  /** The order's answer to a reservation that came too late. Changes nothing in the order. */
  | Happened<'HAND_OVER_DENIED', OfTask & { handOverId: string; driverId: string }>
  | HandOverConfirmed
  | TaskHandedOver
  | HandOverEnded;

type HandOverOpened = Happened<
  'HAND_OVER_OPENED',
  OfTask & {
    round: number;
    handOverId: string;
    fromDriverId: string;
    toDriverId: string;
    expiresAt: string;
    by: string | null;
  }
>;
type ReceiverReserved = Happened<'HAND_OVER_RESERVED', OfTask & { handOverId: string; toDriverId: string }>;
type HandOverConfirmed = Happened<
  'HAND_OVER_CONFIRMED',
  OfTask & { handOverId: string; driverId: string; side: 'GIVER' | 'RECEIVER' }
>;
type TaskHandedOver = Happened<
  'TASK_HANDED_OVER',
  OfTask & { handOverId: string; fromDriverId: string; fromOfferId: string; toDriverId: string }
>;
type HandOverEnded = Happened<
  'HAND_OVER_ENDED',
  OfTask & {
    handOverId: string;
    toDriverId: string;
    end: HandOverEnd;
    code: string | null;
    detail: string | null;
  }
>;
/** Why a hand-over did not happen. OVERTAKEN: the delivery went on without it. */
type HandOverEnd = 'REFUSED' | 'CANCELLED' | 'EXPIRED' | 'OVERTAKEN';

/** Time limit for both confirmations. */
const HAND_OVER_MINUTES = 15;

export const handOverCommands: TaskCommands<HandOverCommand, HandOverEvent> = {
  'open-hand-over': { decide: open },
  'cancel-hand-over': {
    decide: (at) => {
      const { handOver } = at.task;
      return handOver === undefined ? unchanged() : accepted([ended(at, handOver, 'CANCELLED')]);
    },
  },
  'hand-over': {
    decide: confirm,
    alsoBy: receives,
    // A driver who has handed the goods over repeats the confirmation because its answer was lost.
    answerFormerDriver: (located, driverId) =>
      hasGiven(located, driverId) ? unchanged({ taskId: located.task.taskId }) : null,
  },
  'hand-over-reserved': { decide: reserved, fromService: true },
  'hand-over-refused': { decide: refusedByReceiver, fromService: true },
  'hand-over-expired': { decide: expired, fromService: true },
};

export const handOverEvents: Events<HandOverEvent> = {
  HAND_OVER_OPENED: {
    evolve: inTask((task, { round, handOverId, toDriverId, expiresAt }) => ({
      ...task,
      round,
      handOver: { handOverId, toDriverId, expiresAt },
    })),
    react: askReceiver,
    exception: ({ toDriverId }) => ({ kind: 'HAND_OVER_OPENED', data: { toDriverId } }),
  },
  HAND_OVER_RESERVED: {
    evolve: inTask((task) => withHandOver(task, { reserved: true })),
    react: notifyDrivers,
  },
  HAND_OVER_DENIED: {
    evolve: statusOnly,
    react: ({ event: { driverId, handOverId: offerId } }) => [
      command('driver', driverId, 'release', { offerId, reason: 'DENIED' }),
    ],
    quiet: true,
  },
  HAND_OVER_CONFIRMED: {
    evolve: inTask((task, { side }) =>
      withHandOver(task, side === 'GIVER' ? { gave: true } : { took: true }),
    ),
    exception: ({ side, driverId: by }) => ({ kind: 'HAND_OVER_CONFIRMED', data: { side, by } }),
  },
  TASK_HANDED_OVER: {
    evolve: inTask((task, { handOverId: offerId, toDriverId: driverId, fromDriverId: handedOverBy }) => ({
      ...task,
      offer: { offerId, driverId, manual: true },
      handOver: undefined,
      handedOverBy,
    })),
    react: handedOver,
    exception: ({ fromDriverId }) => ({ kind: 'HANDED_OVER', data: { fromDriverId } }),
  },
  HAND_OVER_ENDED: {
    evolve: inTask((task) => ({ ...task, handOver: undefined })),
    react: ({ event: { taskId, toDriverId, handOverId: offerId, end } }) => [
      { do: 'cancel-timer', name: timerName(taskId) },
      command('driver', toDriverId, 'release', {
        offerId,
        reason: end === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED',
      }),
    ],
    exception: ({ toDriverId, end, code, detail }) => ({
      kind: 'HAND_OVER_ENDED',
      note: detail ?? end,
      data: { toDriverId, end, code },
    }),
  },
};

function open(at: TaskTurn<OpenHandOver>): Decision<HandOverEvent> {
  const { command, facts, task } = at;
  const { handOverId, toDriverId, by } = command;
  const { handOver } = task;
  if (handOver !== undefined) {
    if (handOver.toDriverId === toDriverId) return unchanged({ handOverId: handOver.handOverId });
    const detail = 'Another hand-over of this task is under way: cancel it first.';
    return refused('delivery.HAND_OVER_OPEN', detail, { toDriverId: handOver.toDriverId });
  }
  const fromDriverId = holderOf(task);
  if (fromDriverId === toDriverId) {
    return refused('delivery.DRIVER_UNAVAILABLE', 'This driver has the goods already.');
  }
  const event: HandOverOpened = {
    ...quietEvent(at),
    type: 'HAND_OVER_OPENED',
    round: task.round + 1,
    handOverId,
    fromDriverId,
    toDriverId,
    expiresAt: plusMinutes(facts.now, HAND_OVER_MINUTES),
    by: by.accountId,
  };
  return accepted([event], { handOverId });
}

/** Asks the receiving driver actor to reserve capacity and cash. */
function askReceiver(reaction: Reaction<HandOverOpened>): Effect[] {
  const { group, order, event } = reaction;
  const { taskId, groupId, round, handOverId, toDriverId, expiresAt } = event;
  const { dueBy, status } = taskOf(reaction);
  const returns = status === 'RETURNING';
  return [
    command('driver', toDriverId, 'reserve-hand-over', {
      ...{ offerId: handOverId, taskId, orderId: order.orderId, groupId, round, dueBy },
      ...{ cod: returns ? ZERO : group.cashDue, items: group.items },
      ...{ pickup: group.pickup, dropoff: order.dropoff, to: returns ? 'RETURN' : 'DROPOFF' },
    }),
    {
      do: 'set-timer',
      name: timerName(taskId),
      dueAt: expiresAt,
      type: 'hand-over-expired',
      payload: { taskId, handOverId },
    },
  ];
}

/** The receiving driver has reserved. If that comes too late, the reservation is denied. */
function reserved(at: TaskTurn<HandOverReserved>): Decision<HandOverEvent> {
  const { command, task } = at;
  const { handOverId, driverId } = command;
  // This hand-over is done already; the driver's report is a duplicate.
  if (task.offer?.offerId === handOverId) return unchanged();
  if (task.handOver?.handOverId !== handOverId) {
    return accepted([{ ...quietEvent(at), type: 'HAND_OVER_DENIED', handOverId, driverId }]);
  }
  if (task.handOver.reserved === true) return unchanged();
  return accepted([{ ...quietEvent(at), type: 'HAND_OVER_RESERVED', handOverId, toDriverId: driverId }]);
}

function notifyDrivers(reaction: Reaction<ReceiverReserved>): Effect[] {
  const { taskId, toDriverId } = reaction.event;
  const about = { ...aboutGroup(reaction), taskId };
  const fromDriverId = taskOf(reaction).offer?.driverId ?? toDriverId;
  return [fromDriverId, toDriverId].map((driverId) => notify('HAND_OVER', { driverId, ...about }));
}

function refusedByReceiver(at: TaskTurn<HandOverRefused>): Decision<HandOverEvent> {
  const { handOverId, code, detail } = at.command;
  const { handOver } = at.task;
  // A driver who has reserved cannot refuse any more: this refusal is older, or comes from the worker after no answer
  // arrived.
  if (handOver?.handOverId !== handOverId || handOver.reserved === true) return unchanged();
  return accepted([ended(at, handOver, 'REFUSED', code, detail ?? code)]);
}

function expired(at: TaskTurn<HandOverExpired>): Decision<HandOverEvent> {
  const { handOver } = at.task;
  if (handOver?.handOverId !== at.command.handOverId) return unchanged();
  return accepted([ended(at, handOver, 'EXPIRED')]);
}

/** One of the two drivers confirms; the goods change hands in the commit of the second confirmation. */
function confirm(at: TaskTurn<ConfirmHandOver>): Decision<HandOverEvent> {
  const { command, facts, task } = at;
  const { driverId } = command.by;
  const { handOver } = task;
  if (handOver === undefined || handOver.reserved !== true || hasPassed(handOver.expiresAt, facts.now)) {
    if (task.offer?.driverId === driverId && task.handedOverBy !== undefined) return unchanged();
    return refused('delivery.NO_HAND_OVER', 'This task has no hand-over that waits for you.');
  }
  const { handOverId, toDriverId, gave, took } = handOver;
  const byReceiver = toDriverId === driverId;
  if (byReceiver ? took : gave) return unchanged({ handOverId });
  const fromDriverId = holderOf(task);
  const confirmed: HandOverConfirmed = {
    ...quietEvent(at),
    type: 'HAND_OVER_CONFIRMED',
    handOverId,
    driverId: byReceiver ? toDriverId : fromDriverId,
    side: byReceiver ? 'RECEIVER' : 'GIVER',
  };
  if (!(byReceiver ? gave : took)) return accepted([confirmed], { handOverId });
  const switched: TaskHandedOver = {
    ...quietEvent(at),
    type: 'TASK_HANDED_OVER',
    handOverId,
    fromDriverId,
    fromOfferId: task.offer?.offerId ?? '',
    toDriverId,
  };
  return accepted([confirmed, switched], { handOverId });
}

/** Moves the goods from one driver to the other, with one command to each. */
function handedOver(reaction: Reaction<TaskHandedOver>): Effect[] {
  const { taskId, handOverId, fromDriverId, fromOfferId, toDriverId, at } = reaction.event;
  const { dueBy, status, window } = taskOf(reaction);
  const to = destinationOf(status);
  // The slot was promised to the buyer, so it does not apply to a return.
  const slot = to === 'DROPOFF' && window !== undefined ? { notBefore: window.from } : {};
  const seen = reaction.context.version;
  return [
    { do: 'cancel-timer', name: timerName(taskId) },
    command('driver', fromDriverId, 'work-handed-over', { taskId, offerId: fromOfferId, at, seen }),
    command('driver', toDriverId, 'work-taken-over', {
      ...{ taskId, offerId: handOverId, at, seen, dueBy, to },
      ...slot,
    }),
  ];
}

/** Where goods on board go; null while a failure is undecided. */
function destinationOf(status: TaskStatus): 'DROPOFF' | 'RETURN' | null {
  if (status === 'FAILED') return null;
  return status === 'RETURNING' ? 'RETURN' : 'DROPOFF';
}

/** Ends an open hand-over with the command that overtook it: the goods were delivered, go back, or are written off. */
export function overtaking<E extends GroupHappened>(
  at: TaskTurn,
  decision: Decision<E>,
): Decision<E | HandOverEnded> {
  const { handOver } = at.task;
  if (decision.outcome !== 'accepted' || handOver === undefined) return decision;
  return { ...decision, events: [...decision.events, ended(at, handOver, 'OVERTAKEN')] };
}

/** Whether this driver is to receive the goods. */
export function receives({ task }: LocatedTask, driverId: string | undefined): boolean {
  return task.handOver?.reserved === true && task.handOver.toDriverId === driverId;
}

/** Whether this driver gave the goods in the last hand-over. */
export function hasGiven({ task }: LocatedTask, driverId: string | undefined): boolean {
  return task.handedOverBy === driverId && driverOf(task) !== driverId;
}

function ended(
  at: TaskTurn,
  { handOverId, toDriverId }: HandOver,
  end: HandOverEnd,
  code: string | null = null,
  detail: string | null = null,
): HandOverEnded {
  return { ...quietEvent(at), type: 'HAND_OVER_ENDED', handOverId, toDriverId, end, code, detail };
}

function withHandOver(task: TaskState, change: Partial<HandOver>): TaskState {
  return task.handOver === undefined ? task : { ...task, handOver: { ...task.handOver, ...change } };
}

function timerName(taskId: string): string {
  return `hand-over:${taskId}`;
}
