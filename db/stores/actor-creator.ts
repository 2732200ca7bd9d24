import type { RowOp } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { StatementCache } from './group-store-cache.ts';
import { RowMerger } from './group-store-merger.ts';
import { checkRows, StatementRows } from './group-store-turns.ts';
import { KnownColumns } from './projection-columns.ts';

/** A new actor. */
export interface ActorCreation {
  commit: Commit;
  /** The initial rows of its projections; the commit contains the changes to them. */
  firstRows: readonly RowOp[];
}

/**
 * Creates actors inside relational transactions: their rows, first commands and effects, in one statement for any
 * number of actors. Rows that an actor's projections update must be among its first rows, or exist already.
 */
export class ActorCreator {
  readonly #book = new StatementCache();
  readonly #columns = new KnownColumns();

  async write(trx: Transaction, creations: readonly ActorCreation[]): Promise<void> {
    const columns = this.#columns.known ?? (await this.#columns.in(trx));
    const merger = new RowMerger();
    const rows = new StatementRows(columns);
    creations.forEach(({ commit, firstRows }, actor) => {
      const projected = [...firstRows, ...commit.rows];
      checkRows(columns, projected);
      merger.add(actor, projected);
      rows.addCreation(actor, commit);
    });
    for (const row of merger.values()) rows.addProjection(row);
    const shapes = [...rows.groups().values()].map(({ shape }) => shape);
    const { name, sql, plan } = this.#book.find({
      ...{ form: 'fast', writes: false, checks: false, verifies: false, finishes: false },
      shapes,
    });
    await runText(trx, { name: `wasl.${name}`, text: sql }, rows.parameters(plan.shapes));
  }

  /** After this, `write` sends its statement at once. Queries only once, so it may be called before every write. */
  async ready(trx: Transaction): Promise<void> {
    await this.#columns.in(trx);
  }
}
