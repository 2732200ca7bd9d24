import type { Occurred } from '../machines/occurred-at.ts';
import type { CommandsIn } from '../machines/table.ts';
import type { Decision, Effect, EventContext, JsonObject, Principal, RowOp } from '../runtime/machine.ts';
import type { TaskException } from './exceptions.ts';
import type { GroupState, GroupStatus, LocatedTask, OrderState, TaskStatus } from './state.ts';
import type { groupTable, taskTable } from './transitions.ts';

/** A command: its type, who gives it, and its payload. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type OnGroup = { groupId: string };
/** A driver's phone may state when a step was taken that it sends later. */
export type OnTask = { taskId: string } & Occurred;

/** A status change in an event; the history (`transitions`) is written from these. */
export type OrderMove =
  | { subject: 'GROUP'; id: string; from: GroupStatus | null; to: GroupStatus }
  | { subject: 'TASK'; id: string; from: TaskStatus | null; to: TaskStatus };

/** An event. `at` is the service's time; `occurredAt` is set when a driver's phone sent the step later. */
export type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: OrderMove[];
} & D;

export type OfGroup = { groupId: string };
export type OfTask = OfGroup & { taskId: string };

/** The part of an event of a group or its task that every behaviour may read. */
export type GroupHappened = Happened<string, OfGroup>;

export interface NowFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** When the driver's newest shift began; supplied with driver commands that have `occurredAt`. */
  shiftStartedAt?: string | null;
}

/** The facts that come with a command: `F` maps the commands that need more than the time. */
export type FactsFor<F, K> = K extends keyof F ? F[K] : NowFacts;

/** One command on a group, with its facts. */
export interface GroupTurn<C = unknown, F = NowFacts> {
  groupId: string;
  group: GroupState;
  command: C;
  facts: F;
  /** The status the table leads to. */
  to: GroupStatus;
}

/** One command on a task, with its facts. */
export interface TaskTurn<C = unknown, F = NowFacts> extends LocatedTask {
  command: C;
  facts: F;
}

export interface GroupRules<C, E extends GroupHappened, F> {
  decide: (at: GroupTurn<C, F>) => Decision<E>;
  /** When the table does not allow the command: whether it has already taken effect, so that it is a no-op. */
  repeats?: (status: GroupStatus) => boolean;
  /** What to do instead, when the status forbids the command. */
  instead?: (status: GroupStatus) => string | null;
}

export interface TaskRules<C, E extends GroupHappened, F> {
  decide: (at: TaskTurn<C, F>) => Decision<E>;
  /** Whether the command has already taken effect, so that a driver's phone may safely retry it. */
  repeats?: (located: LocatedTask, command: C) => boolean;
  /**
   * Given by the service itself, at any time, late and repeatedly. `decide` alone judges it; the table only documents
   * where it leads.
   */
  fromService?: true;
  /** Ends an open hand-over: after this command nothing is left to hand over, or the goods go elsewhere. */
  endsHandOver?: true;
  /** Whether a driver may give it although the task belongs to another driver. */
  alsoBy?: (located: LocatedTask, driverId: string | undefined) => boolean;
  /** The answer to a former driver of the task; if absent or null, the task does not exist for them. */
  answerFormerDriver?: (located: LocatedTask, driverId: string | undefined) => Decision<E> | null;
}

/** Command → its rules. `F` as in `FactsFor`. */
export type GroupCommands<C extends { type: string }, E extends GroupHappened, F = unknown> = {
  readonly [K in C['type']]: GroupRules<Extract<C, { type: K }>, E, FactsFor<F, K>>;
};
export type TaskCommands<C extends { type: string }, E extends GroupHappened, F = unknown> = {
  readonly [K in C['type']]: TaskRules<Extract<C, { type: K }>, E, FactsFor<F, K>>;
};

/** The commands named in the tables: each must have rules. */
export type GroupTableCommand = CommandsIn<typeof groupTable>;
export type TaskTableCommand = CommandsIn<typeof taskTable>;

/** Facts that must never be in an event, because events are stored: the sealed code for the buyer. */
export type ReactionFacts = NowFacts & { code?: { sealed: string } };

/** One event of a group or its task, with the group before and after it. */
export interface Reaction<E extends GroupHappened = GroupHappened> {
  event: E;
  order: OrderState;
  group: GroupState;
  was: GroupState;
  context: EventContext;
  facts: ReactionFacts | null;
}

export interface EventRules<E extends GroupHappened> {
  /** Its changes to the group besides the statuses, which come from its moves. */
  evolve: (group: GroupState, event: E) => GroupState;
  /** Its effects; they precede the pushes that show the change. */
  react?: (reaction: Reaction<E>) => Effect[];
  /** Nothing visible changes, so nothing is pushed. */
  quiet?: true;
  /** What the history records besides the statuses. Never a code's hash. */
  history?: (event: E) => JsonObject;
  /** Its row in `task_exceptions`. */
  exception?: (event: E) => TaskException;
  /** Rows it inserts besides those that mirror the state. */
  rows?: (event: E, context: EventContext) => RowOp[];
}

export type Events<E extends GroupHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};
