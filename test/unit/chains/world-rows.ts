import type { Json, ProjectionTable, RowOp } from '../../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../../actors/zone/state.ts';

export type Row = { [column: string]: Json };

/** The projections' tables in memory, as strict as the store: an update needs its row, an insert a new one. */
export class WorldRows {
  readonly #tables = new Map<ProjectionTable, Map<string, Row>>();

  apply({ table, op, row }: RowOp): void {
    const rows = this.#table(table);
    const key = String(row[table === 'zone_tickets' ? 'task_id' : 'id']);
    const known = rows.get(key);
    if (op === 'insert' && known !== undefined) throw new Error(`${table}: ${key} is there already`);
    if (op === 'update' && known === undefined) throw new Error(`${table}: no ${key} to update`);
    if (op === 'delete') rows.delete(key);
    else rows.set(key, { ...known, ...row });
  }

  /** Puts a row there that a relational transaction wrote. */
  seed(table: ProjectionTable, id: string): void {
    this.#table(table).set(id, { id });
  }

  all(table: ProjectionTable): Row[] {
    return [...this.#table(table).values()];
  }

  find(table: ProjectionTable, key: string): Row | undefined {
    return this.#table(table).get(key);
  }

  ticket(taskId: string): ZoneTicket | null {
    const row = this.find('zone_tickets', taskId);
    if (row === undefined) return null;
    const camel = Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]);
    return Object.fromEntries(camel) as ZoneTicket;
  }

  #table(table: ProjectionTable): Map<string, Row> {
    const rows = this.#tables.get(table) ?? new Map<string, Row>();
    this.#tables.set(table, rows);
    return rows;
  }
}
