import type { ActorRef, EventContext, Json, JsonObject, Principal, Role, RowOp } from './machine.ts';
import type { AnyMachine } from './registry.ts';
import type { AuditedTurn, Outcome } from './store.ts';

/** Roles whose commands are audited, because they act on what belongs to others. */
const PRIVILEGED: ReadonlySet<Role> = new Set<Role>(['ADMIN', 'DISPATCHER']);
/** Columns that change with every commit and say nothing about what was changed. */
const STAMPS: ReadonlySet<string> = new Set(['actor_version']);

interface AuditedRequest {
  ref: ActorRef;
  type: string;
  by: Principal;
  reason: string | null;
  requestId: string | null;
  ip?: string;
}

interface AuditedChange {
  /** Null when the command creates the actor. */
  state: unknown;
  after: unknown;
  rows: readonly RowOp[];
  outcome: Outcome;
}

/**
 * The audit log line of a command, written in the same commit. Null for unprivileged roles, and when an actor is
 * created, which is audited by the operation that causes it. Before and after are the changed statuses and the changed
 * columns of the actor's own row; neither contains secrets or personal data.
 */
export function auditOf(
  machine: AnyMachine,
  request: AuditedRequest,
  { state, after, rows, outcome }: AuditedChange,
  context: EventContext,
): AuditedTurn | null {
  const { by, ref, type, reason, requestId } = request;
  if (!PRIVILEGED.has(by.role) || state === null) return null;
  const moves = rows.filter(({ table }) => table === 'transitions').map(({ row }) => row);
  const was = ownColumns(machine.project(state, [], context));
  const is = ownColumns(machine.project(after, [], context));
  const changed = Object.keys(is).filter((column) => !same(was[column], is[column]));
  return {
    id: context.id('audit'),
    ...{ accountId: by.accountId, role: by.role, reason, requestId, ip: request.ip ?? null },
    ...{ action: `${ref.kind}.${type}`, subjectType: ref.kind.toUpperCase(), subjectId: ref.key },
    before: { ...pick(was, changed), ...states(moves, 'from_state') },
    after: { ...pick(is, changed), ...states(moves, 'to_state') },
    data: { ...saidOf(moves), ...(outcome.ok ? {} : { refused: outcome.refusal.code }) },
  };
}

/** The columns of the rows that mirror the whole actor, as `project` returns them without events. */
function ownColumns(rows: readonly RowOp[]): JsonObject {
  const entries = rows.flatMap(({ row }) => Object.entries(row));
  return Object.fromEntries(
    entries.filter(([column]) => !STAMPS.has(column)).map(([column, value]) => [camelCase(column), value]),
  );
}

/** E.g. `{ "TASK 0199…": "FAILED" }`. If something changed several times in a turn, the first and last state count. */
function states(moves: readonly JsonObject[], side: 'from_state' | 'to_state'): JsonObject {
  const named: [string, Json][] = moves.map((move) => [
    `${String(move.subject_type)} ${String(move.subject_id)}`,
    move[side] ?? null,
  ]);
  return Object.fromEntries(side === 'from_state' ? named.toReversed() : named);
}

/** What the events add to the history, e.g. a cash limit. Dispatchers see it in the history too. */
function saidOf(moves: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...moves.map(({ data }) => data));
}

function pick(columns: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, columns[name] ?? null]));
}

function same(left: Json | undefined, right: Json | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
