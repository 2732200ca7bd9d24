import type { ReleaseReason } from '../driver/commands.ts';
import { type Alert, closeAlert, command, notify, push, raiseAlert } from '../machines/effect.ts';
import type { Effect, JsonObject } from '../runtime/machine.ts';
import type { FormerOffer } from './events.ts';
import { aboutGroup, offerTimer, type Reaction, taskOf } from './reaction.ts';

/** What finding a driver asks of zones and drivers. */
export function toAssignment(reaction: Reaction): Effect[] {
  const { event } = reaction;
  switch (event.type) {
    case 'TASK_CREATED':
      return enqueue(reaction);
    case 'TASK_ASSIGNED':
      return assigned(reaction, event);
    case 'ASSIGNMENT_DENIED':
      return denied(event);
    case 'TASK_ACCEPTED':
      return [
        { do: 'cancel-timer', name: offerTimer(event.taskId) },
        command('driver', event.driverId, 'work-accepted', { offerId: event.offerId }),
      ];
    case 'TASK_DECLINED':
      return [...endOffer(reaction, event.endedOffer, 'DECLINED'), ...enqueue(reaction)];
    case 'OFFER_EXPIRED':
      return [...endOffer(reaction, event.endedOffer, 'EXPIRED'), ...enqueue(reaction)];
    case 'TASK_UNASSIGNED':
      return [...endOffer(reaction, event.endedOffer, 'UNASSIGNED'), ...enqueue(reaction)];
    case 'ASSIGN_BY_HAND_OPENED':
      return [
        ...endOffer(reaction, event.endedOffer, 'REASSIGNED'),
        ...withdraw(reaction),
        reserve(reaction, event),
      ];
    case 'HAND_ASSIGNMENT_FAILED':
      return enqueue(reaction);
    case 'EXCLUSIONS_CLEARED':
      return event.opens === null ? [] : [...withdraw(reaction), ...enqueue(reaction)];
    case 'TASK_REQUEUED':
      return [
        ...(event.because === undefined ? lostTicket(reaction) : []),
        ...withdraw(reaction),
        ...enqueue(reaction),
      ];
    case 'GROUP_CANCELLED':
      return cancelled(reaction, event.endedOffer);
    default:
      return [];
  }
}

type EventOf<T extends Reaction['event']['type']> = Extract<Reaction['event'], { type: T }>;

function assigned(reaction: Reaction, event: EventOf<'TASK_ASSIGNED'>): Effect[] {
  const { taskId, round, offerId, driverId, manual, expiresAt } = event;
  const { homeZoneId } = taskOf(reaction);
  const effects: Effect[] = [
    command('driver', driverId, 'confirm-reservation', { offerId }),
    push([`driver:${driverId}`], 'task.offered', offered(reaction, event)),
    notify('TASK_OFFERED', { driverId, ...aboutGroup(reaction), taskId, expiresAt }),
  ];
  // By hand there is no ticket: it was withdrawn when the round opened.
  if (homeZoneId !== undefined && !manual) {
    effects.push(command('zone', homeZoneId, 'offer-settled', { taskId, round, offerId }));
  }
  if (homeZoneId === undefined) effects.push(closeAlert(withoutZone(taskId)));
  if (expiresAt !== null) {
    effects.push({
      do: 'set-timer',
      name: offerTimer(taskId),
      dueAt: expiresAt,
      type: 'expire-offer',
      payload: { taskId, offerId },
    });
  }
  return effects;
}

function offered(reaction: Reaction, event: EventOf<'TASK_ASSIGNED'>): JsonObject {
  const { group, order, context } = reaction;
  const { taskId, groupId, offerId, round, manual, expiresAt } = event;
  return {
    taskId,
    orderId: order.orderId,
    groupId,
    offerId,
    round,
    manual,
    expiresAt,
    dueBy: taskOf(reaction).dueBy,
    items: group.items,
    cashDue: { amount: group.cashDue, currency: 'QAR' },
    version: context.version,
  };
}

function denied(event: EventOf<'ASSIGNMENT_DENIED'>): Effect[] {
  const { taskId, round, offerId, driverId, zoneId, waitingRound } = event;
  const release = command('driver', driverId, 'release', { offerId, reason: 'DENIED' });
  if (zoneId === null) return [release];
  const payload = { taskId, round, offerId, driverId, waitingRound };
  return [release, command('zone', zoneId, 'offer-denied', payload)];
}

/** The driver gives back what was held; one who had seen the offer is told that it is gone. */
function endOffer(reaction: Reaction, ended: FormerOffer | null, reason: ReleaseReason): Effect[] {
  if (ended === null) return [];
  const { offerId, driverId } = ended;
  const release = command('driver', driverId, 'release', { offerId, reason });
  const seen = reaction.was.task?.offer;
  if (seen === undefined) return [release];
  const effects: Effect[] = [release];
  if (seen.expiresAt !== undefined)
    effects.push({ do: 'cancel-timer', name: offerTimer(taskOf(reaction).taskId) });
  if (reason !== 'DECLINED') {
    const about = { ...aboutGroup(reaction), taskId: taskOf(reaction).taskId };
    effects.push(notify('TASK_WITHDRAWN', { driverId, ...about, reason }));
  }
  return effects;
}

/** Every round that waits has its ticket; the former round's went with its offer, or was withdrawn. */
function enqueue(reaction: Reaction): Effect[] {
  const { order, group, event } = reaction;
  const { taskId, round, homeZoneId, dueBy, excluded } = taskOf(reaction);
  if (homeZoneId === undefined) return [raiseAlert({ ...withoutZone(taskId), data: aboutGroup(reaction) })];
  const ticket = {
    taskId,
    orderId: order.orderId,
    groupId: event.groupId,
    round,
    pickup: group.pickup,
    dropoff: order.dropoff,
    cod: group.cashDue,
    items: group.items,
    dueBy,
    excluded: excluded.map(({ driverId, until }) => ({ driverId, until: until ?? null })),
  };
  const found = reaction.was.task !== undefined && reaction.was.task.homeZoneId === undefined;
  const queued = command('zone', homeZoneId, 'enqueue', ticket);
  return found ? [closeAlert(withoutZone(taskId)), queued] : [queued];
}

/** Takes the former round's ticket back, where one is: a task that waited for a zone's choice. */
function withdraw({ was }: Reaction): Effect[] {
  const { task } = was;
  if (task?.status !== 'UNASSIGNED' || task.manual !== undefined || task.homeZoneId === undefined) return [];
  const { taskId, round, homeZoneId } = task;
  return [command('zone', homeZoneId, 'withdraw', { taskId, round })];
}

function reserve(reaction: Reaction, event: EventOf<'ASSIGN_BY_HAND_OPENED'>): Effect {
  const { order, group } = reaction;
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

function cancelled(reaction: Reaction, ended: FormerOffer | null): Effect[] {
  if (reaction.was.task === undefined) return [];
  const { taskId, homeZoneId } = reaction.was.task;
  const noZone = homeZoneId === undefined ? [closeAlert(withoutZone(taskId))] : [];
  return [...endOffer(reaction, ended, 'CANCELLED'), ...withdraw(reaction), ...noZone];
}

/** A task that no zone wanted had no ticket to lose. */
function lostTicket(reaction: Reaction): Effect[] {
  const { task } = reaction.was;
  if (task?.homeZoneId === undefined) return [];
  const { taskId, round, homeZoneId } = task;
  return [
    raiseAlert({
      kind: 'TASK_WITHOUT_TICKET',
      dedupeKey: `task-without-ticket:${taskId}:${round}`,
      subjectType: 'TASK',
      subjectId: taskId,
      data: { ...aboutGroup(reaction), round, zoneId: homeZoneId },
    }),
  ];
}

function withoutZone(taskId: string): Alert {
  return {
    kind: 'TASK_WITHOUT_ZONE',
    dedupeKey: `task-without-zone:${taskId}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}
