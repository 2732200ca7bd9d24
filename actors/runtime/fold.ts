import type { DomainEvent, EventContext, RowOp } from './machine.ts';
import type { AnyMachine } from './registry.ts';

/** A stored command, as far as the past needs it. Every event says when it happened. */
export interface PastCommand {
  version: number;
  events: readonly (DomainEvent & { at: string })[];
}

/** An actor as it stood after a command. */
export interface PastActor {
  version: number;
  state: unknown;
  /** What the state doesn't hold because it is rows changed by delta (a zone's tickets), by their key. */
  rows: ReadonlyMap<string, RowOp['row']>;
}

/** Which rows of a machine are changed by delta, and what names one. */
export interface DeltaRows {
  table: RowOp['table'];
  key: string;
}

/**
 * Folds the commands that follow `base`, oldest first, up to the last one before the first that happened after
 * `through`: what came later in an actor's order counts as later, whatever its clock said. Null: not born by then.
 * @param through Domain time, RFC 3339 in UTC with milliseconds.
 */
export function foldThrough(
  machine: AnyMachine,
  base: PastActor | null,
  commands: readonly PastCommand[],
  through: string,
  deltas: DeltaRows | null = null,
): PastActor | null {
  let actor = base;
  let rows: Map<string, RowOp['row']> | null = null;
  for (const command of commands) {
    if (command.version !== (actor?.version ?? 0) + 1) break;
    if (command.events.some(({ at }) => at > through)) break;
    let state: unknown = actor?.state ?? null;
    for (const event of command.events) state = machine.evolve(state, event);
    if (deltas !== null) {
      rows ??= new Map(base?.rows);
      applyDeltas(rows, machine.project(state, command.events, contextOf(command)), deltas);
    }
    actor = { version: command.version, state, rows: rows ?? actor?.rows ?? NO_ROWS };
  }
  return actor;
}

export const NO_ROWS: PastActor['rows'] = new Map();

function applyDeltas(
  rows: Map<string, RowOp['row']>,
  ops: readonly RowOp[],
  { table, key }: DeltaRows,
): void {
  for (const { op, row, table: of } of ops) {
    if (of !== table) continue;
    const id = String(row[key]);
    const known = rows.get(id);
    if (op === 'delete') rows.delete(id);
    else if (op === 'update') {
      if (known !== undefined) rows.set(id, { ...known, ...row });
    } else rows.set(id, { ...known, ...row });
  }
}

/** Who asked and why is told by the history of transitions; rows that mirror a state don't depend on it. */
function contextOf({ version, events }: PastCommand): EventContext {
  return {
    version,
    at: events.at(-1)?.at ?? '',
    by: { accountId: null, role: 'SYSTEM' },
    command: '',
    reason: null,
    id: (name) => name,
  };
}
