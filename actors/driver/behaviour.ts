import type { CommandsIn } from '../machines/table.ts';
import type { Decision, Effect, EventContext, JsonObject, Principal, RowOp } from '../runtime/machine.ts';
import type { DriverState, DriverStatus, DutyStatus, SettlementStatus } from './state.ts';
import type { driverTable, routeTable, settlementTable, shiftTable } from './transitions.ts';

/** A command: its name, who gives it, and what it carries. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type Plain = Record<never, never>;
/** Given by a dispatcher who edits: the version they saw, else common.PRECONDITION_FAILED. */
export type Expecting = { expectedVersion?: number };
export type OnOffer = { offerId: string };
export type OnTask = { taskId: string };
/** The offer under which the driver has the task; commands of earlier releases, still on their way, do not name it. */
export type OnHeldTask = OnTask & { offerId?: string };
/** From an order, about a delivery that went wrong; `seen` is the order's version then. */
export type OnFailedWork = OnHeldTask & { seen: number; at: string };

/** A status change that an event brings; the history (`transitions`) is written from these. */
export type DriverMove =
  | { subject: 'DRIVER'; id: string; from: DriverStatus | null; to: DriverStatus }
  | { subject: 'SHIFT'; id: string; from: DutyStatus | null; to: DutyStatus }
  | { subject: 'SETTLEMENT'; id: string; from: SettlementStatus | null; to: SettlementStatus };

/** An event. `at` is the service's time; `occurredAt` comes from the driver's phone that had no network. */
export type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: DriverMove[];
} & D;

export type OfTask = { offerId: string; taskId: string };

/** What every behaviour may read of an event. */
export type DriverHappened = Happened<string, Plain>;

export interface DriverBaseFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The actor's version that the command meets. */
  version: number;
}

/** The facts that come with a command: `F` lists the commands that need more than time and version. */
export type FactsFor<F, K> = K extends keyof F ? F[K] : DriverBaseFacts;

/** One command on its driver, with its facts. */
export interface DriverTurn<C = unknown, F = DriverBaseFacts> {
  state: DriverState;
  command: C;
  facts: F;
}

/** Command → how it is decided. `F` as in `FactsFor`. */
export type Commands<C extends { type: string }, E extends DriverHappened, F = unknown> = {
  readonly [K in C['type']]: (at: DriverTurn<Extract<C, { type: K }>, FactsFor<F, K>>) => Decision<E>;
};

/** The commands that the tables name: each must be decided. */
export type TableCommand =
  | CommandsIn<typeof driverTable>
  | CommandsIn<typeof shiftTable>
  | CommandsIn<typeof routeTable>
  | CommandsIn<typeof settlementTable>;

/** Why tickets that wait for a driver are tried again. */
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
  /** What must happen because of it, beside what follows from the state: arrivals, the mark of the cash limit. */
  react?: (reaction: Reaction<E>) => Effect[];
  /** What it gives waiting tickets: a new chance, or null. */
  retries?: (event: E) => RetryReason | null;
  /** The driver gets no `driver.updated`; dispatchers get one if anything that their board shows has changed. */
  quiet?: true;
  /** The row of the present shift changes. */
  touchesShift?: true;
  /** The row of the present route changes. */
  touchesRoute?: (event: E) => boolean;
  /** Rows it writes beside those that mirror the state. */
  rows?: (event: E, state: DriverState, context: EventContext) => RowOp[];
  /** What the history tells beside the statuses. */
  history?: (event: E) => JsonObject;
}

/** Event → its rules. */
export type Events<E extends DriverHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};

export const always = () => true;
