import type { Decision, Effect, EventContext, Principal, RowOp } from '../runtime/machine.ts';
import type { ZoneState, ZoneTicket } from './state.ts';

/** A command: its type, who gives it, and its payload. All are given by the service itself. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type OnTicket = { taskId: string; round: number };
export type OnAttempt = OnTicket & { attempt: number };
export type OnOffer = OnTicket & { offerId: string };

export type Happened<T extends string, D extends object> = { type: T; v: 1; at: string } & D;

/** The part of an event that every behaviour may read. */
export type ZoneHappened = { type: string; v: 1; at: string };

export interface TicketFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The row of `zone_tickets` for the command's task, in whichever zone; null if there is none. */
  ticket: ZoneTicket | null;
  /** How long waiting tickets are gathered before drivers are chosen; null or absent: not at all. */
  batchSeconds?: number | null;
}

/** One command on a zone. */
export interface ZoneTurn<C = unknown> {
  state: ZoneState;
  command: C;
  /** The task's ticket, if it is in this zone. */
  ticket: ZoneTicket | null;
  /** The task's ticket, in whichever zone. */
  anywhere: ZoneTicket | null;
  now: string;
  batchSeconds: number | null;
}

/** Command → how it is decided. Commands come late and repeatedly, so an outdated one changes nothing. */
export type Commands<C extends { type: string }, E extends ZoneHappened> = {
  readonly [K in C['type']]: (at: ZoneTurn<Extract<C, { type: K }>>) => Decision<E>;
};

export interface Reaction<E extends ZoneHappened = ZoneHappened> {
  event: E;
  zoneId: string;
  was: ZoneState | null;
}

export interface EventRules<E extends ZoneHappened> {
  /** The queue is stored in rows; the state has only withdrawn tickets and the batch. */
  evolve: (state: ZoneState, event: E) => ZoneState;
  react?: (reaction: Reaction<E>) => Effect[];
  /**
   * Changes of the queue's rows, and the reasons for each choice, derived from the event alone: a long queue does not
   * fit in the state.
   */
  rows?: (event: E, zoneId: string, context: EventContext) => RowOp[];
}

export type Events<E extends ZoneHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};

/** Changes nothing in the state: the event changes rows only. */
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
