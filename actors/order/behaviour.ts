import type { Told } from '../machines/occurred-at.ts';
import type { CommandsIn } from '../machines/table.ts';
import type { Decision, Effect, EventContext, JsonObject, Principal, RowOp } from '../runtime/machine.ts';
import type { TaskException } from './exceptions.ts';
import type { GroupState, GroupStatus, LocatedTask, OrderState, TaskStatus } from './state.ts';
import type { groupTable, taskTable } from './transitions.ts';

/** A command: its name, who gives it, and what it carries. */
export type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

export type OnGroup = { groupId: string };
/** A driver's phone may say when a step was taken that it sends later. */
export type OnTask = { taskId: string } & Told;

/** A status change that an event brings; the history (`transitions`) is written from these. */
export type OrderMove =
  | { subject: 'GROUP'; id: string; from: GroupStatus | null; to: GroupStatus }
  | { subject: 'TASK'; id: string; from: TaskStatus | null; to: TaskStatus };

/** An event. `at` is the service's time; `occurredAt` comes from a driver's phone that had no network. */
export type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: OrderMove[];
} & D;

export type OfGroup = { groupId: string };
export type OfTask = OfGroup & { taskId: string };

/** What every behaviour may read of an event of a group or its task. */
export type GroupHappened = Happened<string, OfGroup>;

export interface NowFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** When the driver's newest shift began: with a driver's command that says when its step was taken. */
  shiftStartedAt?: string | null;
}

/** The facts that come with a command: `F` lists the commands that need more than the time. */
export type FactsFor<F, K> = K extends keyof F ? F[K] : NowFacts;

/** One command on its group, with its facts. */
export interface GroupTurn<C = unknown, F = NowFacts> {
  groupId: string;
  group: GroupState;
  command: C;
  facts: F;
  /** The status the table leads to. */
  to: GroupStatus;
}

/** One command on its task, with its facts. */
export interface TaskTurn<C = unknown, F = NowFacts> extends LocatedTask {
  command: C;
  facts: F;
}

export interface GroupRules<C, E extends GroupHappened, F> {
  decide: (at: GroupTurn<C, F>) => Decision<E>;
  /** Where the table does not know the command: whether it has already taken effect, so that nothing is refused. */
  repeats?: (status: GroupStatus) => boolean;
  /** What to do instead, where the status forbids the command. */
  instead?: (status: GroupStatus) => string | null;
}

export interface TaskRules<C, E extends GroupHappened, F> {
  decide: (at: TaskTurn<C, F>) => Decision<E>;
  /** Whether the command has already taken effect: a driver's phone may retry safely. */
  repeats?: (located: LocatedTask, command: C) => boolean;
  /**
   * From the service itself, at any time, late and more than once: `decide` judges it whole, and the table only
   * draws where it leads.
   */
  fromService?: true;
  /** After it nothing is left to hand over, or the goods go another way: an open hand-over ends. */
  endsHandOver?: true;
  /** Whether a driver may give it though the task is another's. */
  alsoBy?: (located: LocatedTask, driverId: string | undefined) => boolean;
  /** The answer to a driver who had the task; without one, or null, it does not exist for them. */
  answerFormerDriver?: (located: LocatedTask, driverId: string | undefined) => Decision<E> | null;
}

/** Command → its rules. `F` as in `FactsFor`. */
export type GroupCommands<C extends { type: string }, E extends GroupHappened, F = unknown> = {
  readonly [K in C['type']]: GroupRules<Extract<C, { type: K }>, E, FactsFor<F, K>>;
};
export type TaskCommands<C extends { type: string }, E extends GroupHappened, F = unknown> = {
  readonly [K in C['type']]: TaskRules<Extract<C, { type: K }>, E, FactsFor<F, K>>;
};

/** The commands that the tables name: each must have its rules. */
export type GroupTableCommand = CommandsIn<typeof groupTable>;
export type TaskTableCommand = CommandsIn<typeof taskTable>;

/** Facts that never stand in an event, because events are stored: the sealed code on its way to the buyer. */
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
  /** What it changes in its group beside the statuses, which its moves name. */
  evolve: (group: GroupState, event: E) => GroupState;
  /** What must happen because of it, before anyone is shown the change. */
  react?: (reaction: Reaction<E>) => Effect[];
  /** Changes nothing that anyone is shown, so nothing is pushed. */
  quiet?: true;
  /** What the history tells beside the statuses. Never a code's hash. */
  history?: (event: E) => JsonObject;
  /** Its row in `task_exceptions`. */
  exception?: (event: E) => TaskException;
  /** Rows it inserts beside those that mirror the state. */
  rows?: (event: E, context: EventContext) => RowOp[];
}

/** Event → its rules. */
export type Events<E extends GroupHappened> = {
  readonly [K in E['type']]: EventRules<Extract<E, { type: K }>>;
};
