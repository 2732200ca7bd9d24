import { accepted, refused, unchanged } from '../machines/decision.ts';
import { type Alert, closeAlert, notify, raiseAlert, returnStock } from '../machines/effect.ts';
import { plusMinutes } from '../planning/instants.ts';
import type { Decision, Effect } from '../runtime/machine.ts';
import { failureDecided } from './attempts.ts';
import type {
  Events,
  Given,
  GroupCommands,
  GroupTurn,
  Happened,
  OfGroup,
  OfTask,
  OnGroup,
  OnTask,
  Reaction,
  TaskCommands,
  TaskTurn,
} from './behaviour.ts';
import { FAILURE_CONSEQUENCES } from './failure.ts';
import { aboutSeller, commandHolder, toBuyer } from './reaction.ts';
import { holderOf, type TaskState } from './state.ts';
import { groupMirror } from './transitions.ts';
import { groupEvent, mirroredEvent, statusOnly } from './turn.ts';

/** After a failed attempt, the goods go back to the seller, who confirms it, or they are written off. */
export type ReturnTaskCommand = StartReturn | Given<'complete-return', OnTask> | Given<'write-off', OnTask>;
export type ReturnGroupCommand =
  | ConfirmReturn
  /** From the timer `return:<groupId>`. */
  | Given<'return-overdue', OnGroup>;

type StartReturn = Given<'start-return', OnTask>;
/** Units not listed came back undamaged. */
type ConfirmReturn = Given<'confirm-return', OnGroup & { damaged: DamagedUnits[] }>;

/** Units of an order line that came back and cannot be sold. */
export type DamagedUnits = { lineId: string; quantity: number };

export type ReturnTaskEvent =
  | Happened<'RETURN_STARTED', OfTask & { driverId: string }>
  | ReturnCompleted
  | TaskWrittenOff;
export type ReturnGroupEvent =
  | ReturnConfirmed
  /** Changes nothing except that dispatchers are alerted. */
  | Happened<'RETURN_OVERDUE', OfGroup>;

type ReturnCompleted = Happened<'RETURN_COMPLETED', OfTask & { driverId: string }>;
type TaskWrittenOff = Happened<'TASK_WRITTEN_OFF', OfTask & { driverId: string }>;
type ReturnConfirmed = Happened<'RETURN_CONFIRMED', OfGroup & { damaged: DamagedUnits[] }>;

/** Time limit for the seller to confirm a return. */
export const CONFIRM_RETURN_MINUTES = 24 * 60;

export const returnTaskCommands: TaskCommands<ReturnTaskCommand, ReturnTaskEvent> = {
  'start-return': {
    decide: startReturn,
    repeats: ({ task }) => task.status === 'RETURNING' || task.status === 'RETURNED',
    endsHandOver: true,
  },
  'complete-return': {
    decide: (at) => {
      const event = mirroredEvent(at, 'RETURNED', groupMirror.RETURNED);
      return accepted([{ ...event, type: 'RETURN_COMPLETED', driverId: holderOf(at.task) }]);
    },
    repeats: ({ task }) => task.status === 'RETURNED',
    endsHandOver: true,
  },
  'write-off': {
    decide: (at) => {
      const event = mirroredEvent(at, 'WRITTEN_OFF', groupMirror.WRITTEN_OFF);
      return accepted([{ ...event, type: 'TASK_WRITTEN_OFF', driverId: holderOf(at.task) }]);
    },
    repeats: ({ task }) => task.status === 'WRITTEN_OFF',
    endsHandOver: true,
  },
};

export const returnGroupCommands: GroupCommands<ReturnGroupCommand, ReturnGroupEvent> = {
  'confirm-return': { decide: confirmReturn },
  'return-overdue': {
    decide: (at) =>
      at.group.returnConfirmedAt === undefined
        ? accepted([{ ...groupEvent(at), type: 'RETURN_OVERDUE', moves: [] }])
        : unchanged(),
    repeats: () => true,
  },
};

export const returnEvents: Events<ReturnTaskEvent | ReturnGroupEvent> = {
  RETURN_STARTED: {
    evolve: statusOnly,
    react: (reaction) => [
      commandHolder(reaction, 'work-returning', { place: reaction.group.pickup }),
      notifyCancelled(reaction),
      ...failureDecided(reaction),
    ],
    history: ({ driverId }) => ({ driverId }),
    exception: () => ({ kind: 'RETURN_STARTED' }),
  },
  RETURN_COMPLETED: {
    evolve: (group, event) => ({ ...group, payment: 'VOID', endedAt: event.at }),
    react: (reaction) => [
      commandHolder(reaction, 'work-returned', { outcome: 'RETURNED' }),
      confirmationTimer(reaction.event),
    ],
    history: ({ driverId }) => ({ driverId }),
    exception: () => ({ kind: 'RETURNED' }),
  },
  TASK_WRITTEN_OFF: {
    evolve: (group, event) => ({ ...group, payment: 'VOID', endedAt: event.at }),
    react: writtenOff,
    history: ({ driverId }) => ({ driverId }),
    exception: () => ({ kind: 'WRITTEN_OFF' }),
  },
  RETURN_CONFIRMED: {
    evolve: (group, event) => ({ ...group, returnConfirmedAt: event.at }),
    react: ({ event: { groupId, damaged } }) => [
      { do: 'cancel-timer', name: timerName(groupId) },
      closeAlert(unconfirmedAlert(groupId)),
      // Undamaged units go back into stock; damaged ones are written off.
      returnStock(groupId, `return:${groupId}`, damaged),
    ],
    exception: ({ damaged }) => ({ kind: 'RETURN_CONFIRMED', data: { damaged } }),
  },
  RETURN_OVERDUE: {
    evolve: statusOnly,
    react: (reaction) => [
      raiseAlert({ ...unconfirmedAlert(reaction.event.groupId), data: aboutSeller(reaction) }),
    ],
  },
};

function startReturn(at: TaskTurn<StartReturn>): Decision<ReturnTaskEvent> {
  const { command, task } = at;
  if (command.by.role === 'DRIVER' && !goesBack(task)) {
    return refused('delivery.DISPATCHER_DECIDES', 'A dispatcher decides what happens to these goods.', {
      next: task.failure === undefined ? null : FAILURE_CONSEQUENCES[task.failure.reason],
    });
  }
  const event = mirroredEvent(at, 'RETURNING', groupMirror.RETURNING);
  return accepted([{ ...event, type: 'RETURN_STARTED', driverId: holderOf(task) }]);
}

function goesBack({ failure }: TaskState): boolean {
  return failure !== undefined && FAILURE_CONSEQUENCES[failure.reason] === 'RETURN';
}

function writtenOff(reaction: Reaction<TaskWrittenOff>): Effect[] {
  // The buyer was already notified when the goods began to go back.
  const notification = reaction.was.status === 'RETURNING' ? [] : [notifyCancelled(reaction)];
  return [
    commandHolder(reaction, 'work-returned', { outcome: 'WRITTEN_OFF' }),
    ...notification,
    ...failureDecided(reaction),
  ];
}

function notifyCancelled(reaction: Reaction): Effect {
  return notify('CANCELLED', { ...toBuyer(reaction), reason: reaction.context.reason });
}

/** Only the first confirmation counts; later ones change nothing, whatever they list. */
function confirmReturn(at: GroupTurn<ConfirmReturn>): Decision<ReturnGroupEvent> {
  const { command, group, groupId } = at;
  if (group.returnConfirmedAt !== undefined) return unchanged({ groupId });
  const { damaged } = command;
  return accepted([{ ...groupEvent(at), type: 'RETURN_CONFIRMED', damaged }], { groupId });
}

function confirmationTimer({ groupId, at }: ReturnCompleted): Effect {
  const dueAt = plusMinutes(at, CONFIRM_RETURN_MINUTES);
  return { do: 'set-timer', name: timerName(groupId), dueAt, type: 'return-overdue', payload: { groupId } };
}

function timerName(groupId: string): string {
  return `return:${groupId}`;
}

function unconfirmedAlert(groupId: string): Alert {
  return {
    kind: 'RETURN_UNCONFIRMED',
    dedupeKey: `return-unconfirmed:${groupId}`,
    subjectType: 'GROUP',
    subjectId: groupId,
  };
}
