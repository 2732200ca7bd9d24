import type { RowOp } from '../../actors/runtime/machine.ts';
import type { AuditedTurn, Commit } from '../../actors/runtime/store.ts';
import { arrayLiteral, type Cell } from './group-store-arrays.ts';
import { type Column, FIXED_SHAPES, type GroupShape, RowGroup } from './group-store-columns.ts';
import type { MergedRow } from './group-store-merger.ts';
import type { ProjectionColumns } from './projection-columns.ts';
import { ownKey, PROJECTION_TABLES } from './projection-tables.ts';

/** The rows of one statement, grouped by operation. */
export class StatementRows {
  readonly #columns: ProjectionColumns;
  readonly #groups = new Map<string, RowGroup>();
  /** Timer → its row, null when cancelled. Of several turns, the last one counts. */
  readonly #timers = new Map<string, { actor: number; row: Cell[]; set: boolean }>();

  constructor(columns: ProjectionColumns) {
    this.#columns = columns;
  }

  groups(): ReadonlyMap<string, RowGroup> {
    for (const { actor, row, set } of this.#timers.values()) {
      this.#group(set ? FIXED_SHAPES.timerSet : FIXED_SHAPES.timerCancelled).add(actor, row);
    }
    this.#timers.clear();
    return this.#groups;
  }

  /** The rows of these shapes in the order in which `statementSql` numbers them; empty for a shape without rows. */
  parameters(shapes: readonly GroupShape[]): string[] {
    const groups = this.groups();
    return shapes.flatMap(({ name, columns }) => {
      const group = groups.get(name);
      const cells = columns.map(({ type }, index) => cellsText(group?.cells[index] ?? [], type));
      return [arrayLiteral(group?.actors ?? []), ...cells];
    });
  }

  /** An actor created by this commit. */
  addCreation(actor: number, commit: Commit): void {
    const { ref, version, schema, state } = commit;
    this.#group(FIXED_SHAPES.creation).add(actor, [ref.kind, ref.key, version, 0, schema, state]);
    this.addTurn(actor, commit, 0);
  }

  addTurn(actor: number, commit: Commit, epoch: number): void {
    this.#addCommand(actor, commit, epoch);
    const { kind, key } = commit.ref;
    for (const timer of commit.setTimers) {
      const { name, dueAt, type, payload, timerId } = timer;
      const row = [kind, key, name, dueAt, type, payload, timerId, commit.command.correlationId];
      this.#timers.set(`${actor}:${name}`, { actor, row, set: true });
    }
    for (const name of commit.cancelTimers) {
      this.#timers.set(`${actor}:${name}`, { actor, row: [kind, key, name], set: false });
    }
    for (const journal of commit.journals) {
      const { id, cause, at } = journal;
      this.#group(FIXED_SHAPES.journal).add(actor, [id, cause, journal.kind, kind, key, commit.version, at]);
      journal.lines.forEach((line, index) => {
        this.#group(FIXED_SHAPES.entry).add(actor, [
          id,
          index,
          line.account,
          line.amount,
          line.taskId ?? null,
        ]);
      });
    }
    if (commit.audit !== undefined) this.#addAudit(actor, commit.audit);
    if (commit.outbox !== null) {
      const { id, version, correlationId, requestId, effects } = commit.outbox;
      this.#group(FIXED_SHAPES.outbox).add(actor, [
        id,
        kind,
        key,
        version,
        correlationId,
        requestId,
        effects,
      ]);
    }
  }

  addProjection({ actor, table, op, row }: MergedRow): void {
    const names = op === 'delete' ? ownKey(table) : Object.keys(row);
    const name = `${table}:${op}:${names.join()}`;
    const group = this.#groups.get(name) ?? this.#group(this.#projectionShape(name, table, op, names));
    group.add(
      actor,
      names.map((column) => row[column] ?? null),
    );
  }

  #projectionShape(
    name: string,
    table: MergedRow['table'],
    op: RowOp['op'],
    names: readonly string[],
  ): GroupShape {
    const key = op === 'upsert' ? PROJECTION_TABLES[table].key : ownKey(table);
    const columns = names.map((column) => projectionColumn(this.#columns, table, column));
    return { name, action: op === 'insert' ? { do: op, table } : { do: op, table, key }, columns };
  }

  #addCommand(actor: number, { ref, version, command }: Commit, epoch: number): void {
    this.#group(FIXED_SHAPES.command).add(actor, [
      ref.kind,
      ref.key,
      version,
      epoch,
      command.id,
      command.type,
      `\\x${command.requestHash.toString('hex')}`,
      command.events,
      command.outcome,
      command.accountId,
      command.role,
      command.reason,
      command.requestId,
      command.correlationId,
    ]);
  }

  #addAudit(actor: number, line: AuditedTurn): void {
    this.#group(FIXED_SHAPES.audit).add(actor, [
      line.id,
      line.accountId,
      line.role,
      line.action,
      line.subjectType,
      line.subjectId,
      line.reason,
      line.requestId,
      line.ip,
      line.before,
      line.after,
      line.data,
    ]);
  }

  #group(shape: GroupShape): RowGroup {
    const known = this.#groups.get(shape.name);
    if (known !== undefined) return known;
    const group = new RowGroup(shape);
    this.#groups.set(shape.name, group);
    return group;
  }
}

/** For an array column: the text of each array. */
function cellsText(cells: readonly Cell[], type: string): string {
  if (type === 'jsonb') return JSON.stringify(cells);
  if (!type.endsWith('[]')) return arrayLiteral(cells);
  return arrayLiteral(cells.map((cell) => (Array.isArray(cell) ? arrayLiteral(cell as Cell[]) : cell)));
}

function projectionColumn(columns: ProjectionColumns, table: string, name: string): Column {
  const type = columns.get(table)?.get(name);
  if (type === undefined) throw new Error(`projection ${table}: ${name} is no column`);
  return { name, type };
}

/** Rejects a row that its table cannot store before it makes a shared statement fail. */
export function checkRows(columns: ProjectionColumns, ops: readonly RowOp[]): void {
  for (const { table, op, row } of ops) {
    const missing = op === 'insert' ? undefined : ownKey(table).find((name) => row[name] === undefined);
    if (missing !== undefined) throw new Error(`projection ${table}: ${op} without ${missing}`);
    for (const name of Object.keys(row)) {
      const { type } = projectionColumn(columns, table, name);
      const cell = row[name] ?? null;
      if (typeof cell === 'object' && cell !== null && type !== 'jsonb' && !Array.isArray(cell)) {
        throw new Error(`projection column ${name} holds an object but is no jsonb`);
      }
    }
  }
}
