import { accepted, unchanged } from '../machines/decision.ts';
import type { Decision } from '../runtime/machine.ts';
import { chooseOrWait, type InBatch, joinBatch, withBatch } from './batch.ts';
import {
  type Commands,
  type Events,
  type Given,
  type Happened,
  type OnAttempt,
  type OnOffer,
  ticketUpdate,
  type ZoneTurn,
} from './behaviour.ts';
import { awaits } from './choice.ts';
import { removed, type TicketRemoved } from './queue.ts';
import type { ZoneTicket } from './state.ts';

/** How an offer ended: the task is assigned, or the ticket waits for the next attempt. */
export type OutcomeCommand = OfferRefused | OfferDenied | OfferSettled | Retry;

/** From a driver actor that could not reserve. */
type OfferRefused = Given<'offer-refused', OnOffer & { driverId: string; rule: string }>;
/** From the order. `waitingRound`: the round in which the task waits now; null if it does not wait for a driver. */
type OfferDenied = Given<'offer-denied', OnOffer & { driverId: string; waitingRound: number | null }>;
type OfferSettled = Given<'offer-settled', OnOffer>;
/** From the consumer that tries waiting tickets again after a relevant change. */
type Retry = Given<'retry', OnAttempt>;

/** The ticket waits again, and another driver is chosen. */
export type OutcomeEvent = Happened<
  'TICKET_RETRIED',
  OnAttempt & {
    refused: string[];
    because: 'REFUSED' | 'DENIED' | 'RETRY';
    rule: string | null;
  } & InBatch
>;

export const outcomeCommands: Commands<OutcomeCommand, OutcomeEvent | TicketRemoved> = {
  'offer-refused': refused,
  'offer-denied': denied,
  'offer-settled': settled,
  retry,
};

export const outcomeEvents: Events<OutcomeEvent> = {
  TICKET_RETRIED: {
    evolve: withBatch,
    react: ({ event, zoneId, was }) => chooseOrWait(zoneId, event, event, was),
    rows: ({ taskId, attempt, refused }, zoneId, context) => {
      const offer = { status: 'WAITING', attempt, offer_id: null, driver_id: null, refused };
      return [ticketUpdate({ task_id: taskId, zone_id: zoneId, ...offer }, context)];
    },
  },
};

function refused(at: ZoneTurn<OfferRefused>): Decision<OutcomeEvent> {
  const { command, ticket } = at;
  if (!isOffering(ticket, command)) return unchanged();
  const { rule, driverId } = command;
  return accepted([retried(at, ticket, { because: 'REFUSED', rule, driverId })]);
}

function denied(at: ZoneTurn<OfferDenied>): Decision<OutcomeEvent | TicketRemoved> {
  const { command, ticket, now } = at;
  if (!isOffering(ticket, command)) return unchanged();
  if (command.waitingRound !== ticket.round) return accepted([removed(ticket, now, 'STALE')]);
  return accepted([retried(at, ticket, { because: 'DENIED', rule: null, driverId: command.driverId })]);
}

function settled({ command, ticket, now }: ZoneTurn<OfferSettled>): Decision<TicketRemoved> {
  if (ticket === null || ticket.round > command.round) return unchanged();
  return accepted([removed(ticket, now, 'SETTLED')]);
}

function retry(at: ZoneTurn<Retry>): Decision<OutcomeEvent> {
  const { state, command, ticket } = at;
  if (!awaits(ticket, command)) return unchanged();
  const { batchAt } = joinBatch(at);
  // The batch under way covers all waiting tickets, including this one.
  if (batchAt !== undefined && batchAt === state.batchAt && ticket.refused.length === 0) return unchanged();
  return accepted([retried(at, ticket, { because: 'RETRY', rule: null, driverId: null })]);
}

function isOffering(ticket: ZoneTicket | null, { round, offerId }: OnOffer): ticket is ZoneTicket {
  return ticket?.status === 'OFFERING' && ticket.round === round && ticket.offerId === offerId;
}

/** The next attempt. A driver who refused is not asked again in this round; a retry asks every driver again. */
function retried(
  at: ZoneTurn,
  ticket: ZoneTicket,
  why: { because: OutcomeEvent['because']; rule: string | null; driverId: string | null },
): OutcomeEvent {
  const { taskId, round, attempt, refused } = ticket;
  const { because, rule, driverId } = why;
  const others = refused.filter((other) => other !== driverId);
  return {
    type: 'TICKET_RETRIED',
    v: 1,
    at: at.now,
    taskId,
    round,
    attempt: attempt + 1,
    refused: driverId === null ? [] : [...others, driverId],
    because,
    rule,
    ...joinBatch(at),
  };
}
