import type { Decision, Effect, EventContext, Principal, RowOp } from '../runtime/machine.ts';
import type { ZoneState, ZoneTicket } from './state.ts';

/** A command: its name, who gives it, and what it carries. All are given by the service itself. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type OnTicket = { taskId: string; round: number };
export type OnAttempt = OnTicket & { attempt: number };
export type OnOffer = OnTicket & { offerId: string };

export type Happened<T extends string, D extends object> = { type: T; v: 1; at: string } & D;

/** What every behaviour may read of an event. */
export type ZoneHappened = { type: string; v: 1; at: string };

export interface TicketFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The row of `zone_tickets` with the command's task id, whichever zone it lies in; null if there is none. */
  ticket: ZoneTicket | null;
  /** For how long waiting tickets come together before drivers are chosen; null or left out: at once. */
  batchSeconds?: number | null;
}

/** One command on its zone. */
export interface ZoneTurn<C = unknown> {
  state: ZoneState;
  command: C;
  /** This zone's ticket for the task. */
  ticket: ZoneTicket | null;
  /** The task's ticket, whichever zone it lies in. */
  anywhere: ZoneTicket | null;
  now: string;
  batchSeconds: number | null;
}

/** Command → how it is decided. What no longer fits changes nothing: commands come late and more than once. */
export type Commands<C extends { type: string }, E extends ZoneHappened> = {
  readonly [K in C['type']]: (at: ZoneTurn<Extract<C, { type: K }>>) => Decision<E>;
};

export interface Reaction<E extends ZoneHappened = ZoneHappened> {
  event: E;
  zoneId: string;
  was: ZoneState | null;
}

export interface EventRules<E extends ZoneHappened> {
  /** The queue is rows: only what keeps out late tickets, and the batch, stands in the state. */
  evolve: (state: ZoneState, event: E) => ZoneState;
  /** What must happen because of it. */
  react?: (reaction: Reaction<E>) => Effect[];
  /** Deltas of the queue, and why each choice was made, from the event alone: a long queue does not fit a state. */
  rows?: (event: E, zoneId: string, context: EventContext) => RowOp[];
}

/** Event → its rules. */
export type Events<E extends ZoneHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};

/** Evolves nothing: the event changes rows only. */
export function unchangedState(state: ZoneState): ZoneState {
  return state;
}

export function ticketUpdate(row: RowOp['row'], { at, version }: EventContext): RowOp {
  return {
    table: 'zone_tickets',
    op: 'update',
    row: { ...row, updated_at: at, actor_version: version },
  };
}
