import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import { commandTo, type Message, type Unsent, zoneRef } from './message.ts';
import type { ProjectionRows } from './projection-rows.ts';

/** The tests' own policy for choosing drivers. */
export interface Chooser {
  /** The driver whom this ticket is offered to; undefined when no driver fits. */
  choose(ticket: ZoneTicket): string | undefined;
  /** Decisions on the tickets of a zone; some may be left undecided. */
  chooseBatch(tickets: readonly ZoneTicket[]): Iterable<readonly [ZoneTicket, string | undefined]>;
  /** Whether a waiting ticket is worth another try. */
  mayFit(ticket: ZoneTicket): boolean;
}

/** What consumers read and write. */
export interface Surroundings {
  readonly rows: ProjectionRows;
  readonly chooser: Chooser;
  idOf(...parts: readonly string[]): string;
  send(message: Unsent): void;
  trace(line: () => string): void;
}

/**
 * What runs between the actors after a commit. Each consumer reads the tables at that time: anything may have changed
 * since the commit.
 */
export function runConsumer(around: Surroundings, { id, type, payload }: Message): void {
  if (type === 'retry-waiting') retryWaiting(around, id);
  else if (payload.batch === true) chooseBatch(around, id, String(payload.zoneId));
  else choose(around, id, payload);
}

/** See server/dispatch/assignment/choose.ts. */
function choose(around: Surroundings, id: string, payload: JsonObject): void {
  const ticket = around.rows.ticket(String(payload.taskId));
  if (ticket === null || !stillWaits(ticket, payload)) {
    around.trace(() => `choose for ${payload.taskId}: waits no longer`);
    return;
  }
  submitChoice(around, id, ticket, around.chooser.choose(ticket));
}

/** See server/dispatch/assignment/choose-batch.ts: all tickets waiting in the zone, each with its own result. */
function chooseBatch(around: Surroundings, id: string, zoneId: string): void {
  around.trace(() => `a batch in ${zoneId}`);
  const waiting = around.rows.tickets().filter((each) => each.zoneId === zoneId && each.status === 'WAITING');
  for (const [ticket, driverId] of around.chooser.chooseBatch(waiting)) {
    submitChoice(around, around.idOf(id, ...attemptOf(ticket)), ticket, driverId);
  }
}

/**
 * See server/dispatch/assignment/tell-choice.ts: one attempt makes one offer, however often a driver is chosen and
 * whichever driver it is.
 */
function submitChoice(around: Surroundings, id: string, ticket: ZoneTicket, driverId?: string): void {
  const { zoneId, taskId, round, attempt } = ticket;
  around.trace(() => `choose for ${taskId}, round ${round}, attempt ${attempt}: ${driverId ?? 'no one'}`);
  const about = { taskId, round, attempt, policy: 'TEST', candidates: [], excludedBy: {} };
  const offerId = around.idOf('offer', ...attemptOf(ticket));
  const [type, payload] =
    driverId === undefined ? ['no-candidate', about] : ['offer', { ...about, driverId, offerId }];
  around.send(commandTo(zoneRef(zoneId), around.idOf(id, type), type, payload));
}

/** See server/dispatch/assignment/retry-waiting.ts. */
export function retryWaiting(around: Surroundings, id: string): void {
  for (const ticket of around.rows.tickets()) {
    if (ticket.status !== 'WAITING' || !around.chooser.mayFit(ticket)) continue;
    const { zoneId, taskId, round, attempt } = ticket;
    const again = around.idOf(id, ...attemptOf(ticket));
    around.send(commandTo(zoneRef(zoneId), again, 'retry', { taskId, round, attempt }));
  }
}

function attemptOf({ taskId, round, attempt }: ZoneTicket): string[] {
  return [taskId, String(round), String(attempt)];
}

function stillWaits(ticket: ZoneTicket, { zoneId, round, attempt }: JsonObject): boolean {
  return (
    ticket.status === 'WAITING' &&
    ticket.zoneId === zoneId &&
    ticket.round === round &&
    ticket.attempt === attempt
  );
}
