import type { ErrorCode } from '../errors.ts';
import type { ActorAlertKind } from '../kinds/alert-kinds.ts';
import type { NotificationKind } from '../kinds/notification-kinds.ts';
import type { PlatformEventKind, SellerEventKind } from '../kinds/published-kinds.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type ActorKind = 'order' | 'driver' | 'zone';

export interface ActorRef {
  kind: ActorKind;
  /** UUID of the order, driver or zone. */
  key: string;
}

export type Role = 'BUYER' | 'SELLER_OWNER' | 'SELLER_STAFF' | 'DRIVER' | 'DISPATCHER' | 'ADMIN' | 'SYSTEM';

/** Who gives a command. `accountId` is null for the service itself (timers, chained commands). */
export interface Principal {
  accountId: string | null;
  role: Role;
  /** The seller that an owner or staff member acts for; `driverId`: the driver that a driver account belongs to. */
  sellerId?: string;
  driverId?: string;
}

/** A command as `decide` sees it: its type, its payload, and who gives it. */
export interface Command {
  type: string;
  by: Principal;
}

export interface DomainEvent {
  type: string;
  /** Version of this event type's shape; upcasters convert older versions on load. */
  v: number;
}

/**
 * A refusal changes nothing, and a repeated command is decided again. Exception: if it has events (a wrong delivery
 * code is counted), it is stored with them, and a repeated command gets the same answer.
 */
export interface Refusal {
  code: ErrorCode;
  detail?: string;
  extension?: JsonObject;
  /** Seconds after which the command may be accepted. */
  retryAfter?: number;
}

export type Decision<E extends DomainEvent> =
  | { outcome: 'accepted'; events: readonly E[]; reply?: JsonObject }
  /** The command has already taken effect: the present state is returned and nothing is written. */
  | { outcome: 'unchanged'; reply?: JsonObject }
  | { outcome: 'refused'; refusal: Refusal; events?: readonly E[] };

/** A row of a projection, written in the actor's own commit. The store knows each table's key columns. */
export interface RowOp {
  table: ProjectionTable;
  op: 'insert' | 'upsert' | 'update' | 'delete';
  /** Column names as in the database, including the key columns. Values are JSON. */
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
  /** Deterministic, so that a journal is never posted twice, e.g. `collection:<taskId>:1`. */
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

/**
 * What must happen because of an event. Timers and journals are written in the commit; the rest is stored in its outbox
 * row.
 */
export type Effect =
  | { do: 'command'; to: ActorRef; type: string; payload: JsonObject }
  | { do: 'push'; rooms: readonly string[]; event: string; payload: JsonObject }
  | ConsumeEffect
  | { do: 'set-timer'; name: string; dueAt: string; type: string; payload: JsonObject }
  | { do: 'cancel-timer'; name: string }
  | { do: 'post'; journal: Journal };

/** Effects stored in the outbox, carried out after the commit. */
export type OutboxEffect = Extract<Effect, { do: 'command' | 'push' | 'consume' }>;

/**
 * An event as integrators are told of it: ids, states and the record's version, never a name, an address or an amount.
 * What belongs to no seller is the platform's.
 */
export type PublishedFact = {
  /** Domain time, RFC 3339. */
  at: string;
  data: JsonObject;
} & ({ kind: SellerEventKind; sellerId: string } | { kind: PlatformEventKind; sellerId: null });

/**
 * The payload of each consumer. Consumers run after the commit, at least once, each in its own transaction, and are
 * idempotent by the effect's id.
 */
export type ConsumerPayloads = {
  /** Puts the units of a cancelled, rejected or returned group back into stock; `damaged` units cannot be sold. */
  'return-stock': { groupId: string; cause: string; damaged?: { lineId: string; quantity: number }[] };
  /**
   * Creates notifications: an id in the payload determines the recipients; the rest is for the texts and the client.
   */
  notify: { kind: NotificationKind; [detail: string]: Json };
  /** Grants or revokes a role. */
  role: { accountId: string; role: Exclude<Role, 'SYSTEM'>; grant: boolean };
  /**
   * Creates a one-time code for an address and queues its message. Only this consumer looks up whether the address
   * belongs to an account.
   */
  'one-time-code': {
    purpose: 'SIGN_IN' | 'EMAIL' | 'PHONE' | 'PASSWORD_RESET';
    /** Exactly one of the two. */
    email?: string;
    phone?: string;
    /** The requester's language; if the address belongs to an account, that account's language is used. */
    locale: 'en' | 'ar';
    /** The account that asks for a code to one of its own addresses. */
    accountId?: string;
  };
  /** Notifies the owner of an e-mail address, if it belongs to an account, that sign-in is locked. */
  'sign-in-locked': { emailKey: string; until: string };
  /** Raises an alert, or closes the open one with the same key. */
  alert: {
    kind: ActorAlertKind;
    /** At most one alert per key is open. */
    dedupeKey: string;
    subjectType: 'GROUP' | 'TASK' | 'DRIVER' | 'ZONE';
    subjectId: string;
    data: JsonObject;
    close?: boolean;
  };
  /** Tells webhooks, in the sequence of the actor or record that the effect comes from. */
  publish: { facts: PublishedFact[] };
  /** Chooses a driver for one waiting ticket, or for all that wait in the zone. */
  choose:
    | { zoneId: string; taskId: string; round: number; attempt: number }
    | { zoneId: string; batch: true };
  /** After a relevant change: tries waiting tickets again, in one zone or in all. */
  'retry-waiting': { reason: string; zoneId?: string };
  /** Tells orders when their stops will be reached, where that changed enough; null: the driver has done that stop. */
  'tell-etas': {
    driverId: string;
    /** Of the driver, when it said so: an order ignores what arrives after a newer one. */
    version: number;
    etas: {
      taskId: string;
      offerId: string;
      pickupEta: string | null;
      dropoffEta: string | null;
      /** Of the delivery, if it was begun by a retry: an order ignores what was planned for an earlier one. */
      attempt?: number;
    }[];
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
  /** Deterministic ids for rows: `id(n)` is a UUID derived from the command id and n. */
  id(n: string): string;
}

/**
 * An actor as a pure function of its state, without clock, randomness, database or sockets. Whatever `decide` needs
 * besides the state comes in as facts, and an event contains everything that `evolve` needs.
 */
export interface Machine<S, C extends Command, E extends DomainEvent, F> {
  kind: ActorKind;
  /** Version of the state's shape. A process never activates an actor whose schema is newer than its own. */
  schema: number;
  decide(state: S, command: C, facts: F): Decision<E>;
  evolve(state: S | null, event: E): S;
  /** Rows that mirror the state after these events; for the zone's queue, only the changed rows. */
  project(state: S, events: readonly E[], context: EventContext): readonly RowOp[];
  /**
   * `facts` are those the command was decided on; null when the actor is created. Use them only for what must never be
   * in an event, because events are stored (the sealed delivery code for the notification).
   */
  react(before: S | null, event: E, after: S, context: EventContext, facts: F | null): readonly Effect[];
  /** Converts a state or event stored by an older release. */
  upcast(state: JsonObject, schema: number): S;
}
