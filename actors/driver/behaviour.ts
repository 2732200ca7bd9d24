import type { CommandsIn } from '../machines/table.ts';
import type { Decision, Effect, EventContext, JsonObject, Principal, RowOp } from '../runtime/machine.ts';
import type { DriverState, DriverStatus, DutyStatus, SettlementStatus } from './state.ts';
import type { driverTable, routeTable, settlementTable, shiftTable } from './transitions.ts';

/** A command: its type, who gives it, and its payload. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type Plain = Record<never, never>;
/** A dispatcher's edit carries the version they saw; another version is refused with common.PRECONDITION_FAILED. */
export type Expecting = { expectedVersion?: number };
export type OnOffer = { offerId: string };
export type OnTask = { taskId: string };
/** The offer under which the driver has the task; commands queued by earlier releases do not name it. */
export type OnHeldTask = OnTask & { offerId?: string };
/** Sent by an order about a failed delivery; `seen` is the order's version at that time. */
export type OnFailedWork = OnHeldTask & { seen: number; at: string };

/** A status change in an event; the history (`transitions`) is written from these. */
export type DriverMove =
  | { subject: 'DRIVER'; id: string; from: DriverStatus | null; to: DriverStatus }
  | { subject: 'SHIFT'; id: string; from: DutyStatus | null; to: DutyStatus }
  | { subject: 'SETTLEMENT'; id: string; from: SettlementStatus | null; to: SettlementStatus };

/** An event. `at` is the service's time; `occurredAt` is set when the driver's phone sent the step later. */
export type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: DriverMove[];
} & D;

export type OfTask = { offerId: string; taskId: string };

/** The part of an event that every behaviour may read. */
export type DriverHappened = Happened<string, Plain>;

export interface DriverBaseFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The actor's version before the command. */
  version: number;
}

/** The facts that come with a command: `F` maps the commands that need more than time and version. */
export type FactsFor<F, K> = K extends keyof F ? F[K] : DriverBaseFacts;

/** One command on a driver, with its facts. */
export interface DriverTurn<C = unknown, F = DriverBaseFacts> {
  state: DriverState;
  command: C;
  facts: F;
}

/** Command → how it is decided. `F` as in `FactsFor`. */
export type Commands<C extends { type: string }, E extends DriverHappened, F = unknown> = {
  readonly [K in C['type']]: (at: DriverTurn<Extract<C, { type: K }>, FactsFor<F, K>>) => Decision<E>;
};

/** The commands named in the tables: each must be decided. */
export type TableCommand =
  | CommandsIn<typeof driverTable>
  | CommandsIn<typeof shiftTable>
  | CommandsIn<typeof routeTable>
  | CommandsIn<typeof settlementTable>;

/** Why tickets waiting for a driver are tried again. */
export type RetryReason =
  | 'DRIVER_CHANGED'
  | 'DRIVER_AVAILABLE'
  | 'CAPACITY_FREED'
  | 'CASH_FREED'
  | 'CASH_HANDED_IN';

/** One event with the driver before and after it. */
export interface Reaction<E extends DriverHappened = DriverHappened> {
  event: E;
  driver: DriverState;
  was: DriverState | null;
}

export interface EventRules<E extends DriverHappened> {
  evolve: (state: DriverState, event: E) => DriverState;
  /** Further effects, besides those derived from the state (arrival times, the cash limit mark). */
  react?: (reaction: Reaction<E>) => Effect[];
  /** Why this event gives waiting tickets a new chance; null if it does not. */
  retries?: (event: E) => RetryReason | null;
  /** Sends no `driver.updated` to the driver; dispatchers get one if anything their board shows has changed. */
  quiet?: true;
  /** Whether it changes the row of the present shift. */
  touchesShift?: true;
  /** Whether it changes the row of the present route. */
  touchesRoute?: (event: E) => boolean;
  /** Rows it writes besides those that mirror the state. */
  rows?: (event: E, state: DriverState, context: EventContext) => RowOp[];
  /** What the history records besides the statuses. */
  history?: (event: E) => JsonObject;
}

export type Events<E extends DriverHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};

export const always = () => true;
