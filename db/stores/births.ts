import type { Commit } from '../../actors/runtime/store.ts';
import type { Transaction } from '../database.ts';
import { runText } from '../run-text.ts';
import { StatementCache } from './group-store-cache.ts';
import { RowMerger } from './group-store-merger.ts';
import { checkRows, StatementRows } from './group-store-turns.ts';
import { KnownColumns } from './projection-columns.ts';

/**
 * Creates actors inside relational transactions: the row, the first command and all that follows, in one statement
 * however much that is. Rows that an actor's projections update must have been written before.
 */
export class Births {
  readonly #book = new StatementCache();
  readonly #columns = new KnownColumns();

  async write(trx: Transaction, commit: Commit): Promise<void> {
    const columns = await this.#columns.in(trx);
    checkRows(columns, commit.rows);
    const fold = new RowMerger();
    fold.add(0, commit.rows);
    const rows = new StatementRows(columns);
    rows.addBirth(0, commit);
    for (const row of fold.values()) rows.addProjection(row);
    const shapes = [...rows.groups().values()].map(({ shape }) => shape);
    const { name, sql, plan } = this.#book.find({
      ...{ form: 'fast', writes: false, checks: false, verifies: false, finishes: false },
      shapes,
    });
    await runText(trx, { name: `wasl.${name}`, text: sql }, rows.parameters(plan.shapes));
  }
}
