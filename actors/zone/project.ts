import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState, ZoneTicket } from './state.ts';

/** Deltas of the queue, from the events alone: 2,000 waiting tasks don't fit a state. */
export function project(state: ZoneState, events: readonly ZoneEvent[], context: EventContext): RowOp[] {
  return events.flatMap((event) => rowsOf(state.zoneId, event, context));
}

function rowsOf(zoneId: string, event: ZoneEvent, context: EventContext): RowOp[] {
  switch (event.type) {
    case 'TICKET_ENQUEUED':
      return [{ table: 'zone_tickets', op: 'upsert', row: ticketRow(event.ticket, context.version) }];
    case 'OFFER_OPENED': {
      const { taskId, status, offerId, driverId } = event.ticket;
      const row = { task_id: taskId, zone_id: zoneId, status, offer_id: offerId, driver_id: driverId };
      return [ticketUpdate(row, context), choiceRow(zoneId, event, context)];
    }
    case 'NO_CANDIDATE_FOUND':
      return [
        ticketUpdate({ task_id: event.taskId, zone_id: zoneId, attempt: event.attempt + 1 }, context),
        choiceRow(zoneId, event, context),
      ];
    case 'TICKET_RETRIED': {
      const { taskId, attempt, refused } = event;
      const offer = { status: 'WAITING', attempt, offer_id: null, driver_id: null, refused };
      return [ticketUpdate({ task_id: taskId, zone_id: zoneId, ...offer }, context)];
    }
    case 'TICKET_REMOVED':
      return [{ table: 'zone_tickets', op: 'delete', row: { task_id: event.taskId, zone_id: zoneId } }];
    default:
      return [];
  }
}

function ticketUpdate(row: RowOp['row'], { at, version }: EventContext): RowOp {
  return {
    table: 'zone_tickets',
    op: 'update',
    row: { ...row, updated_at: at, actor_version: version },
  };
}

function ticketRow(ticket: ZoneTicket, actor_version: number): RowOp['row'] {
  return {
    task_id: ticket.taskId,
    zone_id: ticket.zoneId,
    order_id: ticket.orderId,
    group_id: ticket.groupId,
    round: ticket.round,
    status: ticket.status,
    attempt: ticket.attempt,
    offer_id: ticket.offerId,
    driver_id: ticket.driverId,
    pickup_lat: ticket.pickupLat,
    pickup_lng: ticket.pickupLng,
    dropoff_lat: ticket.dropoffLat,
    dropoff_lng: ticket.dropoffLng,
    cod: ticket.cod,
    items: ticket.items,
    due_by: ticket.dueBy,
    excluded: ticket.excluded,
    refused: ticket.refused,
    enqueued_at: ticket.enqueuedAt,
    updated_at: ticket.updatedAt,
    actor_version,
  };
}

type Choice = Extract<ZoneEvent, { type: 'OFFER_OPENED' | 'NO_CANDIDATE_FOUND' }>;

/** Why this driver, why not that one: kept for every attempt. */
function choiceRow(zoneId: string, event: Choice, context: EventContext): RowOp {
  const { taskId, round, attempt } = event.type === 'OFFER_OPENED' ? event.ticket : event;
  return {
    table: 'assignment_choices',
    op: 'insert',
    row: {
      id: context.id('choice'),
      task_id: taskId,
      round,
      attempt,
      zone_id: zoneId,
      policy: event.policy,
      chosen_driver_id: event.type === 'OFFER_OPENED' ? event.ticket.driverId : null,
      manual: false,
      candidates: event.candidates,
      excluded_by: event.excludedBy,
      why: event.why ?? null,
      at: context.at,
      actor_version: context.version,
    },
  };
}
