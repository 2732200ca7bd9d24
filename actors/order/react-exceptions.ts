import { type Alert, closeAlert, command, notify, raiseAlert } from '../machines/effect.ts';
import { plusMinutes } from '../planning/instants.ts';
import type { Effect, JsonObject } from '../runtime/machine.ts';
import { CONFIRM_RETURN_MINUTES, FAILURE_CONSEQUENCES } from './failure.ts';
import { aboutGroup, heldTask, type Reaction, returnTimer, taskOf, toBuyer } from './reaction.ts';

type EventOf<T extends Reaction['event']['type']> = Extract<Reaction['event'], { type: T }>;

/** What a delivery that went wrong asks of the driver actor, the buyer, the seller's stock and the dispatchers. */
export function toExceptions(reaction: Reaction): Effect[] {
  const { event, group, order } = reaction;
  switch (event.type) {
    case 'TASK_FAILED':
      return failed(reaction, event);
    case 'TASK_RETRIED': {
      const { driverId, dueBy, window } = event;
      const { dropoff } = order;
      const slot = window === null ? {} : { notBefore: window.from };
      return [
        tellDriver(reaction, driverId, 'work-retried', { dueBy, dropoff, ...slot }),
        notify('DELIVERY_RETRY', { ...toBuyer(reaction), window }),
        ...decided(reaction),
      ];
    }
    case 'RETURN_STARTED':
      return [
        tellDriver(reaction, event.driverId, 'work-returning', { place: group.pickup }),
        notify('CANCELLED', { ...toBuyer(reaction), reason: reaction.context.reason }),
        ...decided(reaction),
      ];
    case 'RETURN_COMPLETED':
      return [
        tellDriver(reaction, event.driverId, 'work-returned', { outcome: 'RETURNED' }),
        confirmationAwaited(event),
      ];
    case 'TASK_WRITTEN_OFF':
      return writtenOff(reaction, event);
    case 'RETURN_OVERDUE':
      return [raiseAlert({ ...unconfirmed(event.groupId), data: seller(reaction) })];
    case 'RETURN_CONFIRMED':
      return [
        { do: 'cancel-timer', name: returnTimer(event.groupId) },
        closeAlert(unconfirmed(event.groupId)),
        unitsBack(event),
      ];
    default:
      return [];
  }
}

function failed(reaction: Reaction, event: EventOf<'TASK_FAILED'>): Effect[] {
  const { driverId, failure, attempt, taskId } = event;
  const next = FAILURE_CONSEQUENCES[failure];
  return [
    tellDriver(reaction, driverId, 'work-failed', {}),
    notify('DELIVERY_FAILED', { ...toBuyer(reaction), failure }),
    raiseAlert({
      ...undecided(taskId, attempt),
      data: { ...seller(reaction), driverId, failure, attempt, next },
    }),
  ];
}

/** `seen` puts the words about one work in their order, whichever comes first. */
function tellDriver(reaction: Reaction, driverId: string, type: string, more: JsonObject): Effect {
  const { event, context } = reaction;
  const about = { ...heldTask(reaction), at: event.at, seen: context.version };
  return command('driver', driverId, type, { ...about, ...more });
}

/** Somebody has said what becomes of the goods. */
function decided(reaction: Reaction): Effect[] {
  const { taskId } = taskOf(reaction);
  const { was } = reaction;
  if (was.task?.status !== 'FAILED') return [];
  return [closeAlert(undecided(taskId, was.task.attempt))];
}

function writtenOff(reaction: Reaction, { driverId }: EventOf<'TASK_WRITTEN_OFF'>): Effect[] {
  const told = reaction.was.status === 'RETURNING';
  const notice = notify('CANCELLED', { ...toBuyer(reaction), reason: reaction.context.reason });
  return [
    tellDriver(reaction, driverId, 'work-returned', { outcome: 'WRITTEN_OFF' }),
    ...(told ? [] : [notice]),
    ...decided(reaction),
  ];
}

function confirmationAwaited({ groupId, at }: EventOf<'RETURN_COMPLETED'>): Effect {
  return {
    do: 'set-timer',
    name: returnTimer(groupId),
    dueAt: plusMinutes(at, CONFIRM_RETURN_MINUTES),
    type: 'return-overdue',
    payload: { groupId },
  };
}

/** Whole units can be sold again; damaged ones are gone. */
function unitsBack({ groupId, damaged }: EventOf<'RETURN_CONFIRMED'>): Effect {
  return {
    do: 'consume',
    consumer: 'return-stock',
    payload: { groupId, cause: `return:${groupId}`, damaged },
  };
}

function seller(reaction: Reaction): JsonObject {
  return { ...aboutGroup(reaction), sellerId: reaction.group.sellerId };
}

function undecided(taskId: string, attempt: number): Alert {
  return {
    kind: 'TASK_FAILED',
    dedupeKey: `task-failed:${taskId}:${attempt}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}

function unconfirmed(groupId: string): Alert {
  return {
    kind: 'RETURN_UNCONFIRMED',
    dedupeKey: `return-unconfirmed:${groupId}`,
    subjectType: 'GROUP',
    subjectId: groupId,
  };
}
