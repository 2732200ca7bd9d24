import type { RowOp } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { StatementCache } from './group-store-cache.ts';
import { RowMerger } from './group-store-merger.ts';
import { checkRows, StatementRows } from './group-store-turns.ts';
import { KnownColumns } from './projection-columns.ts';

/** An actor that begins. */
export interface Birth {
  commit: Commit;
  /** What its projections begin with: rows to insert, of which the commit says the rest. */
  firstRows: readonly RowOp[];
}

/**
 * Creates actors inside relational transactions: the rows, the first commands and all that follows, in one statement
 * however many they are. Rows that an actor's projections update are among its first ones, or have been written before.
 */
export class Births {
  readonly #book = new StatementCache();
  readonly #columns = new KnownColumns();

  async write(trx: Transaction, births: readonly Birth[]): Promise<void> {
    const columns = this.#columns.known ?? (await this.#columns.in(trx));
    const fold = new RowMerger();
    const rows = new StatementRows(columns);
    births.forEach(({ commit, firstRows }, actor) => {
      const projected = [...firstRows, ...commit.rows];
      checkRows(columns, projected);
      fold.add(actor, projected);
      rows.addBirth(actor, commit);
    });
    for (const row of fold.values()) rows.addProjection(row);
    const shapes = [...rows.groups().values()].map(({ shape }) => shape);
    const { name, sql, plan } = this.#book.find({
      ...{ form: 'fast', writes: false, checks: false, verifies: false, finishes: false },
      shapes,
    });
    await runText(trx, { name: `wasl.${name}`, text: sql }, rows.parameters(plan.shapes));
  }

  /** From here on `write` sends its statement at once. It asks only once, so it may be asked before every write. */
  async ready(trx: Transaction): Promise<void> {
    await this.#columns.in(trx);
  }
}
