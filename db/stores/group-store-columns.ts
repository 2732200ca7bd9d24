import type { Cell } from './group-store-arrays.ts';

export interface Column {
  name: string;
  /** As PostgreSQL writes it, e.g. `numeric(12,2)`. */
  type: string;
}

/** What a part of a group commit does with its rows. */
export type GroupAction =
  | { do: 'insert'; table: string }
  | { do: 'upsert'; table: string; key: readonly string[]; also?: string }
  | { do: 'update'; table: string; key: readonly string[] }
  | { do: 'delete'; table: string; key: readonly string[] };

/** The kind of rows written by one common table expression. The name contains everything that its SQL depends on. */
export interface GroupShape {
  name: string;
  action: GroupAction;
  /** Without `a`, the actor's number within the statement. */
  columns: readonly Column[];
}

/** Rows of one shape, stored by column as `unnest` needs them. */
export class RowGroup {
  readonly shape: GroupShape;
  readonly actors: number[] = [];
  readonly cells: Cell[][];

  constructor(shape: GroupShape) {
    this.shape = shape;
    this.cells = shape.columns.map(() => []);
  }

  add(actor: number, row: readonly Cell[]): void {
    this.actors.push(actor);
    for (let index = 0; index < this.cells.length; index += 1) {
      this.cells[index]?.push(row[index] ?? null);
    }
  }
}

function shape(name: string, action: GroupAction, columns: string): GroupShape {
  return {
    name,
    action,
    columns: columns.split(', ').map((column) => {
      const [columnName = '', type = ''] = column.split(' ');
      return { name: columnName, type };
    }),
  };
}

const TIMER_RESET = 'attempts = 0, next_attempt_at = NULL, parked_at = NULL, last_error = NULL';

/** The rows that turns of every kind write. */
export const FIXED_SHAPES = {
  creation: shape(
    'creation',
    { do: 'insert', table: 'actor' },
    'kind text, key uuid, version bigint, epoch bigint, schema integer, state jsonb',
  ),
  command: shape(
    'command',
    { do: 'insert', table: 'actor_command' },
    'kind text, key uuid, version bigint, epoch bigint, command_id text, type text, request_hash bytea, events jsonb, ' +
      'outcome jsonb, account_id uuid, role text, reason text, request_id text, correlation_id text',
  ),
  timerSet: shape(
    'timer-set',
    { do: 'upsert', table: 'actor_timer', key: ['kind', 'key', 'name'], also: TIMER_RESET },
    'kind text, key uuid, name text, due_at timestamptz, type text, payload jsonb, timer_id uuid, correlation_id text',
  ),
  timerCancelled: shape(
    'timer-cancelled',
    { do: 'delete', table: 'actor_timer', key: ['kind', 'key', 'name'] },
    'kind text, key uuid, name text',
  ),
  journal: shape(
    'journal',
    { do: 'insert', table: 'ledger_journals' },
    'id uuid, cause text, kind text, actor_kind text, actor_key uuid, actor_version bigint, at timestamptz',
  ),
  entry: shape(
    'entry',
    { do: 'insert', table: 'ledger_entries' },
    'journal_id uuid, line integer, account text, amount numeric, task_id uuid',
  ),
  audit: shape(
    'audit',
    { do: 'insert', table: 'audit_log' },
    'id uuid, account_id uuid, role text, action text, subject_type text, subject_id text, reason text, ' +
      'request_id text, ip text, before jsonb, after jsonb, data jsonb',
  ),
  outbox: shape(
    'outbox',
    { do: 'insert', table: 'outbox' },
    'id uuid, kind text, key uuid, version bigint, correlation_id text, request_id text, effects jsonb',
  ),
} as const satisfies Record<string, GroupShape>;
