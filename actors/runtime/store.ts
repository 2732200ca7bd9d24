import type { ActorRef, DomainEvent, Journal, JsonObject, OutboxEffect, Refusal, RowOp } from './machine.ts';

export interface ActorRow {
  version: number;
  /** Fencing token; from PostgreSQL, never from Redis. */
  epoch: number;
  schema: number;
  state: JsonObject;
}

export type Outcome = { ok: true; reply: JsonObject } | { ok: false; refusal: Refusal };

/** What is stored of a command for 48 hours. */
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
  /** As in the request; not stored. */
  trace?: string;
}

/** A line of the audit log: a privileged person changed an actor, or tried to. */
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

/** An effect with the id that makes repeating it safe. */
export interface PendingEffect {
  id: string;
  effect: OutboxEffect;
  /** W3C traceparent of the command it follows from, while traces are recorded. */
  trace?: string;
}

/** What an outbox row comes from: a turn of an actor, or a change of a table's record, named by its id. */
export type OutboxSource = ActorRef | { kind: 'record'; key: string };

export interface OutboxRow {
  id: string;
  ref: OutboxSource;
  version: number;
  correlationId: string;
  requestId: string | null;
  effects: readonly PendingEffect[];
}

/** Everything that one turn writes. Group commit combines many of these in one statement. */
export interface Commit {
  ref: ActorRef;
  /** Version the turn was decided on; the write fails if the row has another one. */
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
  /** Absent if the turn is not audited. */
  audit?: AuditedTurn;
}

/** One locked turn: the actor's row is locked until the work returns. */
export interface LockedTurn {
  /** Null if the actor does not exist. */
  row: ActorRow | null;
  find(commandId: string): Promise<StoredCommand | null>;
  commit(commit: Commit): Promise<void>;
}

export interface ActorStore {
  /**
   * One transaction around the actor's row lock. Throws common.UNAVAILABLE if the lock or a connection is not available
   * in time.
   */
  locked<T>(ref: ActorRef, work: (turn: LockedTurn) => Promise<T>): Promise<T>;
}

/** The error of an outbox row that waits only for its live events to be sent. */
export const UNSENT = 'live events were not sent at once';

export interface ClaimedRow extends OutboxRow {
  attempts: number;
  /** Real time by the database's clock, milliseconds since the epoch. */
  committedAt?: number;
  /** Its last error was UNSENT. */
  unsent?: boolean;
}

export interface OutboxStore {
  /**
   * Claims rows due for a sweep and postpones their next attempt, so that two sweepers never process the same row. Rows
   * with the error UNSENT are skipped unless `sendable`.
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
  /** Deletes the timer unless it has been set again meanwhile. */
  done(ref: ActorRef, name: string, timerId: string): Promise<void>;
  failed(ref: ActorRef, name: string, timerId: string, error: string, park: boolean): Promise<void>;
}
