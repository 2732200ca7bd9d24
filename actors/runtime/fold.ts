import type { DomainEvent, EventContext, RowOp } from './machine.ts';
import type { AnyMachine } from './registry.ts';

/** A stored command, as far as reconstructing the past needs it. Every event has its time. */
export interface PastCommand {
  version: number;
  events: readonly (DomainEvent & { at: string })[];
}

/** An actor as it was after a command. */
export interface PastActor {
  version: number;
  state: unknown;
  /** Rows that the state does not contain, because they are changed one by one (a zone's tickets), by their key. */
  rows: ReadonlyMap<string, RowOp['row']>;
}

/** How to reconstruct a machine's rows that are changed one by one. */
export interface DeltaRows {
  /** The key column. */
  key: string;
  /** The rows that a command changed. */
  of(state: unknown, events: readonly DomainEvent[], context: EventContext): readonly RowOp[];
}

/**
 * Applies the commands that follow `base`, oldest first, up to the first one after `through`: later commands of the
 * same actor count as later, whatever their clock says. Null: the actor did not exist yet.
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
      const ops = deltas.of(state, command.events, contextOf(command));
      if (ops.length > 0) rows = applied(rows ?? new Map(base?.rows), ops, deltas.key);
    }
    actor = { version: command.version, state, rows: rows ?? actor?.rows ?? NO_ROWS };
  }
  return actor;
}

export const NO_ROWS: PastActor['rows'] = new Map();

function applied(rows: Map<string, RowOp['row']>, ops: readonly RowOp[], key: string): typeof rows {
  for (const { op, row } of ops) {
    const id = String(row[key]);
    const known = rows.get(id);
    if (op === 'delete') rows.delete(id);
    else if (op !== 'update' || known !== undefined) rows.set(id, { ...known, ...row });
  }
  return rows;
}

/** Who asked and why is in the history of transitions; the rows that mirror a state do not depend on it. */
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
