import type { ErrorCode } from '../errors.ts';
import type { ActorAlertKind } from '../kinds/alert-kinds.ts';
import type { NotificationKind } from '../kinds/notification-kinds.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type ActorKind = 'order' | 'driver' | 'zone';

export interface ActorRef {
  kind: ActorKind;
  /** UUID of the order, driver or zone. */
  key: string;
}

export type Role = 'BUYER' | 'SELLER_OWNER' | 'SELLER_STAFF' | 'DRIVER' | 'DISPATCHER' | 'ADMIN' | 'SYSTEM';

/** Who asks. `accountId` is null for the service itself (timers, chains). */
export interface Principal {
  accountId: string | null;
  role: Role;
  /** The seller an owner or staff member acts for, the driver a driver account is. */
  sellerId?: string;
  driverId?: string;
}

/** A command as `decide` sees it: its type, what it carries, and who asks. */
export interface Command {
  type: string;
  by: Principal;
}

export interface DomainEvent {
  type: string;
  /** Version of this event type's shape; upcasters lift older ones on load. */
  v: number;
}

/**
 * A refusal changes nothing, and is decided anew when the command is repeated — unless events ride
 * along (a wrong delivery code is counted): then it is stored with them and repeated as it was.
 */
export interface Refusal {
  code: ErrorCode;
  detail?: string;
  extension?: JsonObject;
}

export type Decision<E extends DomainEvent> =
  | { outcome: 'accepted'; events: readonly E[]; reply?: JsonObject }
  /** The command has already taken effect: answer the present state, write nothing. */
  | { outcome: 'unchanged'; reply?: JsonObject }
  | { outcome: 'refused'; refusal: Refusal; events?: readonly E[] };

/** A row of a projection, written in the actor's own commit. The store knows each table's key columns. */
export interface RowOp {
  table: ProjectionTable;
  op: 'insert' | 'upsert' | 'update' | 'delete';
  /** Column names as in the database; key columns included. Values are JSON-ready. */
  row: { [column: string]: Json };
}

export type ProjectionTable =
  | 'orders'
  | 'order_groups'
  | 'delivery_tasks'
  | 'transitions'
  | 'assignment_choices'
  | 'task_exceptions'
  | 'drivers'
  | 'shift_runs'
  | 'routes'
  | 'route_legs'
  | 'driver_collections'
  | 'settlements'
  | 'zone_tickets';

/** Debits are positive, credits negative; the lines of a journal sum to zero. Amounts are decimal strings. */
export interface Journal {
  /** Deterministic, so that a journal can never be posted twice, e.g. `collection:<taskId>:1`. */
  cause: string;
  kind: 'COLLECTION' | 'COMPLETION' | 'HAND_IN' | 'REVERSAL' | 'PAYOUT';
  lines: readonly {
    account: string;
    amount: string;
    taskId?: string;
    sellerId?: string;
    driverId?: string;
  }[];
}

/** What must happen because of an event. Timers and journals are written in the commit, the rest rides in its outbox row. */
export type Effect =
  | { do: 'command'; to: ActorRef; type: string; payload: JsonObject }
  | { do: 'push'; rooms: readonly string[]; event: string; payload: JsonObject }
  | ConsumeEffect
  | { do: 'set-timer'; name: string; dueAt: string; type: string; payload: JsonObject }
  | { do: 'cancel-timer'; name: string }
  | { do: 'post'; journal: Journal };

/** What rides in the outbox: it happens after the commit. */
export type OutboxEffect = Extract<Effect, { do: 'command' | 'push' | 'consume' }>;

/**
 * What each consumer is given. Consumers run after the commit, at least once, each in a transaction of its own and
 * idempotent by the effect's id.
 */
export type ConsumerPayloads = {
  /** Puts a cancelled, rejected or returned group's units back into stock; `damaged` ones cannot be sold. */
  'return-stock': { groupId: string; cause: string; damaged?: { lineId: string; quantity: number }[] };
  /** Creates notifications: an id in the payload says for whom, the rest is for the texts and the client. */
  notify: { kind: NotificationKind; [detail: string]: Json };
  /** Grants or revokes a role. */
  role: { accountId: string; role: Role; grant: boolean };
  /** Makes a one-time code for an address and queues its message; whether an account has the address shows only then. */
  'one-time-code': {
    purpose: 'SIGN_IN' | 'EMAIL' | 'PHONE' | 'PASSWORD_RESET';
    /** One of them. */
    email?: string;
    phone?: string;
    /** Of who asked; an account's own wins. */
    locale: 'en' | 'ar';
    /** Who asks for a code to an address of theirs. */
    accountId?: string;
  };
  /** Tells the owner of an e-mail, if it has one, that sign-in is locked. */
  'sign-in-locked': { emailKey: string; until: string };
  /** Raises an alert, or closes the open one of that key. */
  alert: {
    kind: ActorAlertKind;
    /** One open alert per key. */
    dedupeKey: string;
    subjectType: 'GROUP' | 'TASK' | 'DRIVER' | 'ZONE';
    subjectId: string;
    data: JsonObject;
    close?: boolean;
  };
  /** Chooses a driver for one waiting ticket, or for all that wait in the zone. */
  choose:
    | { zoneId: string; taskId: string; round: number; attempt: number }
    | { zoneId: string; batch: true };
  /** Something relevant changed: tries waiting tickets again, of one zone or of all. */
  'retry-waiting': { reason: string; zoneId?: string };
  /** Tells orders when their stops will be reached, where that moved; null: that stop is not ahead. */
  'tell-etas': {
    driverId: string;
    version: number;
    etas: { taskId: string; offerId: string; pickupEta: string | null; dropoffEta: string | null }[];
  };
};

export type ConsumerName = keyof ConsumerPayloads;

type ConsumeEffect = {
  [K in ConsumerName]: { do: 'consume'; consumer: K; payload: ConsumerPayloads[K] };
}[ConsumerName];

export interface EventContext {
  /** The actor's version after this commit. */
  version: number;
  /** Domain time of the command, RFC 3339. */
  at: string;
  by: Principal;
  command: string;
  reason: string | null;
  /** Deterministic ids for rows: `id(n)` is a UUID derived from command id and n. */
  id(n: string): string;
}

/**
 * An actor as a pure function of its state. No clock, random number, database or socket inside:
 * what `decide` needs beyond the state comes in as facts, and an event carries all that `evolve` needs.
 */
export interface Machine<S, C extends Command, E extends DomainEvent, F> {
  kind: ActorKind;
  /** Schema number of the state's shape. A process never activates a newer one than its own. */
  schema: number;
  decide(state: S, command: C, facts: F): Decision<E>;
  evolve(state: S | null, event: E): S;
  /** Rows that mirror the state after these events; deltas for the zone's queue. */
  project(state: S, events: readonly E[], context: EventContext): readonly RowOp[];
  /**
   * `facts` are those the command was decided on, null at a birth: only for what must never stand in an
   * event, because events are stored (the sealed delivery code on its way to the notification).
   */
  react(before: S | null, event: E, after: S, context: EventContext, facts: F | null): readonly Effect[];
  /** Lifts a state or event stored by an older release. */
  upcast(state: JsonObject, schema: number): S;
}
