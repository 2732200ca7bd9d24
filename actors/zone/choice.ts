import { accepted, unchanged } from '../machines/decision.ts';
import { type Alert, closeAlert, command, raiseAlert } from '../machines/effect.ts';
import type { Decision, Effect, EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import {
  type Commands,
  type Events,
  type Given,
  type Happened,
  type OnAttempt,
  type OnTicket,
  type Reaction,
  ticketUpdate,
  unchangedState,
  type ZoneTurn,
} from './behaviour.ts';
import type { ZoneTicket } from './state.ts';

/** A driver is chosen for a ticket, or no driver fits. The reasons are stored for every attempt. */
export type ChoiceCommand = Offer | NoCandidate;

/** From the consumer that chose a driver, which derives `offerId` from task, round and attempt. */
type Offer = Given<'offer', OnAttempt & { offerId: string; driverId: string } & Explanation>;
type NoCandidate = Given<'no-candidate', OnAttempt & Explanation>;

/** A considered driver: the cost of inserting the task, or the rule that excluded the driver. */
type Candidate = JsonObject;

/** Why this choice was made. */
export type Explanation = {
  policy: string;
  /** At most `MAX_CANDIDATES` of the considered drivers. */
  candidates: Candidate[];
  /** Rule → number of drivers it excluded, whether or not they are among the candidates. */
  excludedBy: { [rule: string]: number };
  /** The `reason` for this driver among those who fit, and what it was compared with. */
  why?: JsonObject;
};

export type ChoiceEvent = OfferOpened | NoCandidateFound;

/** The ticket when the offer was opened, including the offer. */
type OfferOpened = Happened<'OFFER_OPENED', { ticket: ZoneTicket } & Explanation>;
/** The attempt that found no driver; the ticket continues with the next. */
type NoCandidateFound = Happened<'NO_CANDIDATE_FOUND', OnAttempt & Explanation>;

export const choiceCommands: Commands<ChoiceCommand, ChoiceEvent> = { offer, 'no-candidate': noCandidate };

export const choiceEvents: Events<ChoiceEvent> = {
  OFFER_OPENED: {
    evolve: unchangedState,
    react: ({ event, zoneId }) => [reserve(zoneId, event.ticket)],
    rows: offerRows,
  },
  NO_CANDIDATE_FOUND: {
    evolve: unchangedState,
    react: raiseNoCandidate,
    rows: (event, zoneId, context) => [
      ticketUpdate({ task_id: event.taskId, zone_id: zoneId, attempt: event.attempt + 1 }, context),
      choiceRow(zoneId, event, event, null, context),
    ],
  },
};

/** Whether the ticket still waits in this attempt; otherwise the choice is outdated. */
export function awaits(ticket: ZoneTicket | null, { round, attempt }: OnAttempt): ticket is ZoneTicket {
  return ticket?.status === 'WAITING' && ticket.round === round && ticket.attempt === attempt;
}

function offer({ command, ticket, now }: ZoneTurn<Offer>): Decision<ChoiceEvent> {
  if (!awaits(ticket, command)) return unchanged();
  const { offerId, driverId } = command;
  const offered: ZoneTicket = { ...ticket, status: 'OFFERING', offerId, driverId, updatedAt: now };
  return accepted([{ type: 'OFFER_OPENED', v: 1, at: now, ticket: offered, ...explanationOf(command) }]);
}

function noCandidate({ command, ticket, now }: ZoneTurn<NoCandidate>): Decision<ChoiceEvent> {
  if (!awaits(ticket, command)) return unchanged();
  const { taskId, round, attempt } = command;
  return accepted([
    { type: 'NO_CANDIDATE_FOUND', v: 1, at: now, taskId, round, attempt, ...explanationOf(command) },
  ]);
}

function explanationOf({ policy, candidates, excludedBy, why }: Explanation): Explanation {
  const explained = { policy, candidates, excludedBy };
  return why === undefined ? explained : { ...explained, why };
}

function reserve(zoneId: string, ticket: ZoneTicket): Effect {
  const { offerId, driverId, taskId, orderId, groupId, round, cod, items, dueBy } = ticket;
  if (driverId === null) throw new Error(`an offer of task ${taskId} without a driver`);
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

function raiseNoCandidate({ event, zoneId }: Reaction<NoCandidateFound>): Effect[] {
  const { round, excludedBy } = event;
  return [raiseAlert({ ...noCandidateAlert(event), data: { zoneId, round, excludedBy } })];
}

/** At the first attempt, no alert can be open. */
export function closeNoCandidate(ticket: OnAttempt): Effect[] {
  return ticket.attempt > 1 ? [closeAlert(noCandidateAlert(ticket))] : [];
}

/** One alert per round, however many attempts find no driver. */
function noCandidateAlert({ taskId, round }: OnTicket): Alert {
  return {
    kind: 'NO_CANDIDATE',
    dedupeKey: `no-candidate:${taskId}:${round}`,
    subjectType: 'TASK',
    subjectId: taskId,
  };
}

function offerRows(event: OfferOpened, zoneId: string, context: EventContext): RowOp[] {
  const { taskId, status, offerId, driverId } = event.ticket;
  const row = { task_id: taskId, zone_id: zoneId, status, offer_id: offerId, driver_id: driverId };
  return [ticketUpdate(row, context), choiceRow(zoneId, event, event.ticket, driverId, context)];
}

function choiceRow(
  zoneId: string,
  { policy, candidates, excludedBy, why }: Explanation,
  { taskId, round, attempt }: OnAttempt,
  driverId: string | null,
  context: EventContext,
): RowOp {
  return {
    table: 'assignment_choices',
    op: 'insert',
    row: {
      id: context.id('choice'),
      task_id: taskId,
      round,
      attempt,
      zone_id: zoneId,
      policy,
      chosen_driver_id: driverId,
      manual: false,
      candidates,
      excluded_by: excludedBy,
      why: why ?? null,
      at: context.at,
      actor_version: context.version,
    },
  };
}
