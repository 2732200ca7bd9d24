import { type Alert, closeAlert, command, raiseAlert } from '../machines/effect.ts';
import type { Effect } from '../runtime/machine.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState, ZoneTicket } from './state.ts';

export function react(before: ZoneState | null, event: ZoneEvent, { zoneId }: ZoneState): Effect[] {
  switch (event.type) {
    case 'TICKET_ENQUEUED': {
      const { ticket, replaced } = event;
      const former = replaced === null ? [] : alertOver({ taskId: ticket.taskId, ...replaced });
      return [...former, ...chooseOrWait(zoneId, ticket, event.batchAt, before)];
    }
    case 'OFFER_OPENED':
      return [reserve(zoneId, event.ticket)];
    case 'NO_CANDIDATE_FOUND': {
      const data = { zoneId, round: event.round, excludedBy: event.excludedBy };
      return [raiseAlert({ ...nobody(event), data })];
    }
    case 'TICKET_RETRIED':
      return chooseOrWait(zoneId, event, event.batchAt, before);
    case 'BATCH_DUE':
      return [{ do: 'consume', consumer: 'choose', payload: { zoneId, batch: true } }];
    case 'TICKET_REMOVED':
      return alertOver(event);
    default:
      return [];
  }
}

type OfAttempt = { taskId: string; round: number; attempt: number };

/** The first ticket of a batch sets its timer, the others join. */
function chooseOrWait(
  zoneId: string,
  ticket: OfAttempt,
  batchAt: string | undefined,
  before: ZoneState | null,
): Effect[] {
  if (batchAt === undefined) return [choose(zoneId, ticket)];
  if (before?.batchAt === batchAt) return [];
  return [{ do: 'set-timer', name: 'batch', dueAt: batchAt, type: 'batch-due', payload: { batchAt } }];
}

function choose(zoneId: string, { taskId, round, attempt }: OfAttempt): Effect {
  return { do: 'consume', consumer: 'choose', payload: { zoneId, taskId, round, attempt } };
}

function reserve(zoneId: string, ticket: ZoneTicket): Effect {
  const { offerId, driverId, taskId, orderId, groupId, round, cod, items, dueBy } = ticket;
  if (driverId === null) throw new Error(`an offer of task ${taskId} to nobody`);
  return command('driver', driverId, 'reserve', {
    offerId,
    taskId,
    orderId,
    groupId,
    round,
    cod,
    items,
    pickup: { latitude: ticket.pickupLat, longitude: ticket.pickupLng },
    dropoff: { latitude: ticket.dropoffLat, longitude: ticket.dropoffLng },
    dueBy,
    manual: false,
    zoneId,
  });
}

/** One alert per round, however often nobody is found in it. */
function nobody({ taskId, round }: { taskId: string; round: number }): Alert {
  return {
    kind: 'NO_CANDIDATE',
    dedupeKey: `no-candidate:${taskId}:${round}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}

/** At the first attempt nothing can have been raised. */
function alertOver(ticket: OfAttempt): Effect[] {
  return ticket.attempt > 1 ? [closeAlert(nobody(ticket))] : [];
}
