import type { RowOp } from '../../actors/runtime/machine.ts';
import type { ZoneTicket } from '../../actors/zone/state.ts';

const camel = new Map<string, string>();

function camelOf(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}

/**
 * The table `zone_tickets`, keyed by the task alone as in the database: an upsert takes the place of any zone's row,
 * an update or delete meets the zone's own alone.
 */
export class TicketRows {
  readonly #rows = new Map<string, ZoneTicket>();

  find(taskId: string): ZoneTicket | null {
    return this.#rows.get(taskId) ?? null;
  }

  all(): ZoneTicket[] {
    return [...this.#rows.values()];
  }

  /** Whether a commit with these rows succeeds: an update without its row fails the whole of it. */
  accepts(ops: readonly RowOp[]): boolean {
    return ops.every(({ table, op, row }) => table !== 'zone_tickets' || op !== 'update' || this.#holds(row));
  }

  apply({ table, op, row }: RowOp): void {
    if (table !== 'zone_tickets') return;
    const taskId = String(row.task_id);
    if (op === 'delete') {
      if (this.#holds(row)) this.#rows.delete(taskId);
      return;
    }
    const ticket: { [field: string]: unknown } = { ...this.#rows.get(taskId) };
    for (const column of Object.keys(row)) ticket[camelOf(column)] = row[column];
    this.#rows.set(taskId, ticket as unknown as ZoneTicket);
  }

  #holds(row: RowOp['row']): boolean {
    return this.#rows.get(String(row.task_id))?.zoneId === row.zone_id;
  }
}
