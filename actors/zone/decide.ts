import { accepted, forbidden, unchanged } from '../machines/decision.ts';
import { hasPassed, plusSeconds } from '../planning/instants.ts';
import type { Decision } from '../runtime/machine.ts';
import type { AnyZoneFacts, Explanation, ZoneCommand } from './commands.ts';
import type { ZoneEvent } from './events.ts';
import type { ZoneState, ZoneTicket } from './state.ts';

type ZoneDecision = Decision<ZoneEvent>;

interface OnZone<K extends ZoneCommand['type']> {
  state: ZoneState;
  command: Extract<ZoneCommand, { type: K }>;
  /** This zone's ticket for the task. */
  ticket: ZoneTicket | null;
  now: string;
  batchSeconds: number | null;
}

type ZoneNow = Pick<OnZone<'enqueue'>, 'state' | 'now' | 'batchSeconds'>;

const handlers: { [K in ZoneCommand['type']]: (at: OnZone<K>) => ZoneDecision } = {
  enqueue,
  offer,
  'no-candidate': noCandidate,
  'offer-refused': offerRefused,
  'offer-denied': offerDenied,
  'offer-settled': offerSettled,
  withdraw,
  retry,
  'batch-due': batchDue,
};

/** Everything here is the service's own talk, late and repeated at times: what no longer fits changes nothing. */
export function decide(state: ZoneState, command: ZoneCommand, facts: AnyZoneFacts): ZoneDecision {
  if (command.by.role !== 'SYSTEM') return forbidden(command.type);
  const ticket = facts.ticket?.zoneId === state.zoneId ? facts.ticket : null;
  // The map of handlers is keyed by the command's type, so the command fits the handler.
  const handle = handlers[command.type] as (at: OnZone<ZoneCommand['type']>) => ZoneDecision;
  if (command.type === 'enqueue' && isElsewhere(facts.ticket, state, command.round)) return unchanged();
  return handle({ state, command, ticket, now: facts.now, batchSeconds: facts.batchSeconds ?? null });
}

/** Another zone holds the task in the same or a later round: this word is an old one. */
function isElsewhere(ticket: ZoneTicket | null, { zoneId }: ZoneState, round: number): boolean {
  return ticket !== null && ticket.zoneId !== zoneId && ticket.round >= round;
}

function enqueue(at: OnZone<'enqueue'>): ZoneDecision {
  const { state, command, ticket, now } = at;
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
  return accepted([{ type: 'TICKET_ENQUEUED', v: 1, at: now, ticket: fresh, replaced, ...inBatch(at) }]);
}

/** The choice was made for one attempt: if the ticket has moved on, it counts for nothing. */
function awaits(
  ticket: ZoneTicket | null,
  { round, attempt }: { round: number; attempt: number },
): ticket is ZoneTicket {
  return ticket?.status === 'WAITING' && ticket.round === round && ticket.attempt === attempt;
}

function offer({ command, ticket, now }: OnZone<'offer'>): ZoneDecision {
  if (!awaits(ticket, command)) return unchanged();
  const { offerId, driverId } = command;
  const offered: ZoneTicket = { ...ticket, status: 'OFFERING', offerId, driverId, updatedAt: now };
  return accepted([{ type: 'OFFER_OPENED', v: 1, at: now, ticket: offered, ...explanationOf(command) }]);
}

function noCandidate({ command, ticket, now }: OnZone<'no-candidate'>): ZoneDecision {
  if (!awaits(ticket, command)) return unchanged();
  const { taskId, round, attempt } = command;
  return accepted([
    { type: 'NO_CANDIDATE_FOUND', v: 1, at: now, taskId, round, attempt, ...explanationOf(command) },
  ]);
}

function explanationOf({ policy, candidates, excludedBy, why }: Explanation): Explanation {
  const told = { policy, candidates, excludedBy };
  return why === undefined ? told : { ...told, why };
}

function offerRefused(at: OnZone<'offer-refused'>): ZoneDecision {
  const { command, ticket } = at;
  if (!isOffering(ticket, command)) return unchanged();
  return accepted([
    retried(at, ticket, { because: 'REFUSED', rule: command.rule, driverId: command.driverId }),
  ]);
}

function offerDenied(at: OnZone<'offer-denied'>): ZoneDecision {
  const { command, ticket, now } = at;
  if (!isOffering(ticket, command)) return unchanged();
  if (command.waitingRound !== ticket.round) return accepted([removed(ticket, now, 'STALE')]);
  return accepted([retried(at, ticket, { because: 'DENIED', rule: null, driverId: command.driverId })]);
}

function offerSettled({ command, ticket, now }: OnZone<'offer-settled'>): ZoneDecision {
  if (ticket === null || ticket.round > command.round) return unchanged();
  return accepted([removed(ticket, now, 'SETTLED')]);
}

/**
 * A ticket of this very round that hasn't come yet must not be let in later: not even one that a later round's ticket
 * has overtaken, because that one will be gone some day.
 */
function withdraw({ state, command, ticket, now }: OnZone<'withdraw'>): ZoneDecision {
  const { taskId, round } = command;
  const events: ZoneEvent[] = [];
  if (ticket !== null && ticket.round <= round) events.push(removed(ticket, now, 'WITHDRAWN'));
  if (ticket?.round !== round && !isForbidden(state, command)) {
    events.push({ type: 'TICKET_FORBIDDEN', v: 1, at: now, taskId, round });
  }
  return events.length === 0 ? unchanged() : accepted(events);
}

function isForbidden(
  { withdrawn }: ZoneState,
  { taskId, round }: { taskId: string; round: number },
): boolean {
  return withdrawn.some((each) => each.taskId === taskId && each.round >= round);
}

function retry(at: OnZone<'retry'>): ZoneDecision {
  const { state, command, ticket } = at;
  if (!awaits(ticket, command)) return unchanged();
  const { batchAt } = inBatch(at);
  // The batch under way looks at all that waits, this ticket among them.
  if (batchAt !== undefined && batchAt === state.batchAt && ticket.refused.length === 0) return unchanged();
  return accepted([retried(at, ticket, { because: 'RETRY', rule: null, driverId: null })]);
}

/** A timer of a batch that was given up is late. */
function batchDue({ state, command, now }: OnZone<'batch-due'>): ZoneDecision {
  if (state.batchAt !== command.batchAt) return unchanged();
  return accepted([{ type: 'BATCH_DUE', v: 1, at: now, batchAt: command.batchAt }]);
}

/** A batch whose timer has not come for so long is given up for another. */
const BATCH_LOST_AFTER = 60;

/** Tickets join the batch that is open, or open one. */
function inBatch({ state, now, batchSeconds }: ZoneNow): { batchAt?: string } {
  if (batchSeconds === null) return {};
  const { batchAt } = state;
  if (batchAt !== undefined && !hasPassed(plusSeconds(batchAt, BATCH_LOST_AFTER), now)) return { batchAt };
  return { batchAt: plusSeconds(now, batchSeconds) };
}

type OfOffer = { round: number; offerId: string };

function isOffering(ticket: ZoneTicket | null, { round, offerId }: OfOffer): ticket is ZoneTicket {
  return ticket?.status === 'OFFERING' && ticket.round === round && ticket.offerId === offerId;
}

/** The next attempt. A driver who couldn't have it isn't asked again in it; a retry asks everybody anew. */
function retried(
  at: ZoneNow,
  ticket: ZoneTicket,
  why: { because: 'REFUSED' | 'DENIED' | 'RETRY'; rule: string | null; driverId: string | null },
): ZoneEvent {
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
    ...inBatch(at),
  };
}

function removed(ticket: ZoneTicket, at: string, because: 'SETTLED' | 'WITHDRAWN' | 'STALE'): ZoneEvent {
  const { taskId, round, attempt } = ticket;
  return { type: 'TICKET_REMOVED', v: 1, at, taskId, round, attempt, because };
}
