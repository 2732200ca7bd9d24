import type { RowOp } from '../../actors/runtime/machine.ts';
import { PROJECTION_TABLES } from './projection-tables.ts';

/** The combined operation on one row after several turns of one actor. */
export interface MergedRow extends RowOp {
  actor: number;
}

/**
 * Merges the operations of consecutive turns on the same row into one, because a statement may touch a row only once.
 * What cannot be merged (a row deleted and created again, a row touched by two actors) goes into a later statement.
 */
export class RowMerger {
  readonly #rows = new Map<string, MergedRow>();

  values(): Iterable<MergedRow> {
    return this.#rows.values();
  }

  /** Whether the turn's rows still fit into this statement. */
  takes(actor: number, ops: readonly RowOp[]): boolean {
    return ops.every((op) => {
      const known = this.#rows.get(identity(op));
      if (known === undefined) return true;
      return known.actor === actor && (known.op !== 'delete' || op.op === 'delete');
    });
  }

  /** Adds a turn's rows. Throws if the turn itself deletes a row and writes it again. */
  add(actor: number, ops: readonly RowOp[]): void {
    for (const op of ops) {
      const id = identity(op);
      const known = this.#rows.get(id);
      if (known === undefined) {
        this.#rows.set(id, { ...op, actor });
        continue;
      }
      if (known.op === 'delete' && op.op !== 'delete') {
        throw new Error(`projection ${op.table}: one turn deletes and writes ${id}`);
      }
      const row = op.op === 'delete' ? op.row : { ...known.row, ...op.row };
      this.#rows.set(id, { table: op.table, op: op.op === 'delete' ? 'delete' : known.op, row, actor });
    }
  }
}

function identity({ table, row }: RowOp): string {
  return `${table}:${PROJECTION_TABLES[table].key.map((column) => String(row[column])).join()}`;
}
