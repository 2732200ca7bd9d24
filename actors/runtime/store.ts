import type { ActorRef, DomainEvent, Journal, JsonObject, OutboxEffect, Refusal, RowOp } from './machine.ts';

/** An actor's row. */
export interface ActorRow {
  version: number;
  /** Fencing token; from PostgreSQL, never from Redis. */
  epoch: number;
  schema: number;
  state: JsonObject;
}

export type Outcome = { ok: true; reply: JsonObject } | { ok: false; refusal: Refusal };

/** What is remembered of a command for 48 hours. */
export interface StoredCommand {
  version: number;
  requestHash: Buffer;
  outcome: Outcome;
}

export interface CommandRow {
  id: string;
  type: string;
  requestHash: Buffer;
  events: readonly DomainEvent[];
  outcome: Outcome;
  accountId: string | null;
  role: string;
  reason: string | null;
  requestId: string | null;
  correlationId: string;
}

/** A line of the audit log: a person with power over others' orders or work changed an actor, or tried to. */
export interface AuditedTurn {
  id: string;
  accountId: string | null;
  role: string;
  /** E.g. "order.cancel-group". */
  action: string;
  subjectType: string;
  subjectId: string;
  reason: string | null;
  requestId: string | null;
  ip: string | null;
  before: JsonObject;
  after: JsonObject;
  data: JsonObject;
}

export interface Timer {
  name: string;
  /** Domain time, RFC 3339. */
  dueAt: string;
  type: string;
  payload: JsonObject;
  timerId: string;
}

/** With the id that makes its repetition harmless. */
export interface PendingEffect {
  id: string;
  effect: OutboxEffect;
}

/** What an outbox row comes from: a turn of an actor, or a change of a record in a table, named by its id. */
export type OutboxSource = ActorRef | { kind: 'record'; key: string };

export interface OutboxRow {
  id: string;
  ref: OutboxSource;
  version: number;
  correlationId: string;
  requestId: string | null;
  effects: readonly PendingEffect[];
}

/** All that one turn writes. Group commit will join many of these into one statement. */
export interface Commit {
  ref: ActorRef;
  /** Version the turn was based on; the write fails unless the row still has it. */
  baseVersion: number;
  version: number;
  schema: number;
  state: JsonObject;
  command: CommandRow;
  rows: readonly RowOp[];
  setTimers: readonly Timer[];
  cancelTimers: string[];
  journals: readonly (Journal & { id: string; at: string })[];
  outbox: OutboxRow | null;
  /** Absent where the turn is nothing to account for. */
  audit?: AuditedTurn;
}

/** One locked turn: the actor's row is held until the work returns. */
export interface LockedTurn {
  /** Null when no such actor exists. */
  row: ActorRow | null;
  find(commandId: string): Promise<StoredCommand | null>;
  commit(commit: Commit): Promise<void>;
}

export interface ActorStore {
  /** One transaction around the actor's row lock. Throws common.UNAVAILABLE when the lock or a connection is not to be had in time. */
  locked<T>(ref: ActorRef, work: (turn: LockedTurn) => Promise<T>): Promise<T>;
}

/** The error of a row of which only live events are left to be sent. */
export const UNSENT = 'live events were not sent at once';

export interface ClaimedRow extends OutboxRow {
  attempts: number;
  /** Real time by the database's clock, milliseconds since the epoch. */
  committedAt?: number;
  /** It failed with UNSENT last. */
  unsent?: boolean;
}

export interface OutboxStore {
  /**
   * Takes rows that are due for a sweep and moves their next attempt on, so that two sweepers never share one. Those
   * UNSENT are left alone unless `sendable`.
   */
  claimDue(limit: number, sendable?: boolean): Promise<ClaimedRow[]>;
  /** Deletes rows that have nothing left to do. */
  done(ids: readonly string[]): Promise<void>;
  failed(id: string, error: string, park: boolean): Promise<void>;
}

export interface DueTimer extends Timer {
  ref: ActorRef;
  correlationId: string;
  attempts: number;
}

export interface TimerStore {
  claimDue(now: Date, limit: number): Promise<DueTimer[]>;
  /** Deletes the timer unless it has been set anew meanwhile. */
  done(ref: ActorRef, name: string, timerId: string): Promise<void>;
  failed(ref: ActorRef, name: string, timerId: string, error: string, park: boolean): Promise<void>;
}
