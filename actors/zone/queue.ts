import { accepted, unchanged } from '../machines/decision.ts';
import type { Point } from '../planning/point.ts';
import type { Decision, RowOp } from '../runtime/machine.ts';
import { chooseOrWait, type InBatch, joinBatch, withBatch } from './batch.ts';
import {
  type Commands,
  type Events,
  type Given,
  type Happened,
  type OnAttempt,
  type OnTicket,
  unchangedState,
  type ZoneTurn,
} from './behaviour.ts';
import { closeNoCandidate } from './choice.ts';
import { MAX_WITHDRAWN, type ZoneState, type ZoneTicket } from './state.ts';

/** Tickets enter the zone's queue and leave it. */
export type QueueCommand = Enqueue | Withdraw;

/** From the order: this task waits for a driver in this zone. */
type Enqueue = Given<
  'enqueue',
  OnTicket & {
    orderId: string;
    groupId: string;
    pickup: Point;
    dropoff: Point;
    cod: string;
    items: number;
    dueBy: string;
    excluded: { driverId: string; until: string | null }[];
  }
>;
type Withdraw = Given<'withdraw', OnTicket>;

export type QueueEvent =
  /** `replaced`: the ticket of an older round that this one replaces. */
  | Happened<
      'TICKET_ENQUEUED',
      { ticket: ZoneTicket; replaced: { round: number; attempt: number } | null } & InBatch
    >
  /** A ticket was withdrawn before it arrived: when it or one of an earlier round arrives, it is rejected. */
  | Happened<'TICKET_FORBIDDEN', OnTicket>
  | TicketRemoved;

export type TicketRemoved = Happened<
  'TICKET_REMOVED',
  OnAttempt & { because: 'SETTLED' | 'WITHDRAWN' | 'STALE' }
>;

export const queueCommands: Commands<QueueCommand, QueueEvent> = { enqueue, withdraw };

export const queueEvents: Events<QueueEvent> = {
  TICKET_ENQUEUED: {
    evolve: withBatch,
    react: ({ event, zoneId, was }) => {
      const { ticket, replaced } = event;
      const former = replaced === null ? [] : closeNoCandidate({ taskId: ticket.taskId, ...replaced });
      return [...former, ...chooseOrWait(zoneId, ticket, event, was)];
    },
    rows: ({ ticket }, _zoneId, { version }) => [
      { table: 'zone_tickets', op: 'upsert', row: ticketRow(ticket, version) },
    ],
  },
  TICKET_FORBIDDEN: {
    evolve: (state, { taskId, round }) => {
      const others = state.withdrawn.filter((each) => each.taskId !== taskId);
      return { ...state, withdrawn: [...others, { taskId, round }].slice(-MAX_WITHDRAWN) };
    },
  },
  TICKET_REMOVED: {
    evolve: unchangedState,
    react: ({ event }) => closeNoCandidate(event),
    rows: ({ taskId }, zoneId) => [
      { table: 'zone_tickets', op: 'delete', row: { task_id: taskId, zone_id: zoneId } },
    ],
  },
};

function enqueue(at: ZoneTurn<Enqueue>): Decision<QueueEvent> {
  const { state, command, ticket, now } = at;
  if (isElsewhere(at)) return unchanged();
  if (ticket !== null && ticket.round >= command.round) return unchanged();
  if (isForbidden(state, command)) return unchanged();
  const { zoneId } = state;
  const { taskId, orderId, groupId, round, pickup, dropoff, cod, items, dueBy, excluded } = command;
  const fresh: ZoneTicket = {
    taskId,
    zoneId,
    orderId,
    groupId,
    round,
    status: 'WAITING',
    attempt: 1,
    offerId: null,
    driverId: null,
    pickupLat: pickup.latitude,
    pickupLng: pickup.longitude,
    dropoffLat: dropoff.latitude,
    dropoffLng: dropoff.longitude,
    cod,
    items,
    dueBy,
    excluded,
    refused: [],
    enqueuedAt: now,
    updatedAt: now,
  };
  const replaced = ticket === null ? null : { round: ticket.round, attempt: ticket.attempt };
  return accepted([{ type: 'TICKET_ENQUEUED', v: 1, at: now, ticket: fresh, replaced, ...joinBatch(at) }]);
}

/** Another zone has the task's ticket of the same or a later round, so this command is outdated. */
function isElsewhere({ anywhere, state, command }: ZoneTurn<Enqueue>): boolean {
  return anywhere !== null && anywhere.zoneId !== state.zoneId && anywhere.round >= command.round;
}

/**
 * Withdraws a ticket, or rejects it in advance if it has not arrived yet. The latter is necessary even if a later
 * round's ticket is in the queue already, because that one will leave the queue some day.
 */
function withdraw({ state, command, ticket, now }: ZoneTurn<Withdraw>): Decision<QueueEvent> {
  const { taskId, round } = command;
  const events: QueueEvent[] = [];
  if (ticket !== null && ticket.round <= round) events.push(removed(ticket, now, 'WITHDRAWN'));
  if (ticket?.round !== round && !isForbidden(state, command)) {
    events.push({ type: 'TICKET_FORBIDDEN', v: 1, at: now, taskId, round });
  }
  return events.length === 0 ? unchanged() : accepted(events);
}

function isForbidden({ withdrawn }: ZoneState, { taskId, round }: OnTicket): boolean {
  return withdrawn.some((each) => each.taskId === taskId && each.round >= round);
}

export function removed(ticket: ZoneTicket, at: string, because: TicketRemoved['because']): TicketRemoved {
  const { taskId, round, attempt } = ticket;
  return { type: 'TICKET_REMOVED', v: 1, at, taskId, round, attempt, because };
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
