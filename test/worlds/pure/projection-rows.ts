import type { Json, ProjectionTable, RowOp } from '../../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';
import { Broken } from './broken.ts';

export type Row = { [column: string]: Json };

/**
 * The projections' tables in memory, as strict as the store: an update needs its row, an insert a new one. As in the
 * database, `zone_tickets` is keyed by the task alone: an upsert replaces the row of any zone, while an update or
 * delete only affects a row of its own zone.
 */
export class ProjectionRows {
  readonly #tables = new Map<ProjectionTable, Map<string, Row>>();
  readonly #tickets = new Map<string, ZoneTicket>();

  ticket(taskId: string): ZoneTicket | null {
    return this.#tickets.get(taskId) ?? null;
  }

  tickets(): ZoneTicket[] {
    return [...this.#tickets.values()];
  }

  all(table: Exclude<ProjectionTable, 'zone_tickets'>): Row[] {
    return [...this.#table(table).values()];
  }

  find(table: Exclude<ProjectionTable, 'zone_tickets'>, id: string): Row | undefined {
    return this.#table(table).get(id);
  }

  /** Stores a row that did not come from a commit of these actors. */
  seed(table: ProjectionTable, row: Row): void {
    this.#table(table).set(String(row.id), row);
  }

  /** Whether a commit with these rows succeeds: an update of a missing ticket makes the whole commit fail. */
  accepts(ops: readonly RowOp[]): boolean {
    return ops.every(({ table, op, row }) => table !== 'zone_tickets' || op !== 'update' || this.#holds(row));
  }

  apply({ table, op, row }: RowOp): void {
    if (table === 'zone_tickets') {
      this.#applyTicket(op, row);
      return;
    }
    const rows = this.#table(table);
    const id = String(row.id);
    const known = rows.get(id);
    if (op === 'insert' && known !== undefined) throw new Broken('a row is inserted once', `${table} ${id}`);
    if (op === 'update' && known === undefined) throw new Broken('an update finds its row', `${table} ${id}`);
    if (op === 'delete') rows.delete(id);
    else rows.set(id, { ...known, ...row });
  }

  #applyTicket(op: RowOp['op'], row: RowOp['row']): void {
    const taskId = String(row.task_id);
    if (op === 'delete') {
      if (this.#holds(row)) this.#tickets.delete(taskId);
      return;
    }
    const ticket: { [field: string]: unknown } = { ...this.#tickets.get(taskId) };
    for (const column of Object.keys(row)) ticket[camelOf(column)] = row[column];
    this.#tickets.set(taskId, ticket as unknown as ZoneTicket);
  }

  #holds(row: RowOp['row']): boolean {
    return this.#tickets.get(String(row.task_id))?.zoneId === row.zone_id;
  }

  #table(table: ProjectionTable): Map<string, Row> {
    let rows = this.#tables.get(table);
    if (rows === undefined) {
      rows = new Map();
      this.#tables.set(table, rows);
    }
    return rows;
  }
}

const camel = new Map<string, string>();

function camelOf(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}
