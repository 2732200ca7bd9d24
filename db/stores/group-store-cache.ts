import { createHash } from 'node:crypto';
import type { GroupShape } from './group-store-columns.ts';
import { type StatementPlan, statementSql } from './group-store-sql.ts';

export interface CachedStatement {
  name: string;
  sql: string;
  plan: StatementPlan;
}

/** Maximum number of unused parts in a reused statement: they cost less than another plan in every connection. */
const MAX_SPARE_PARTS = 6;
const MAX_STATEMENTS = 120;

/**
 * Prepared statements by the set of tables they write. A set contained in a cached one uses that statement, with no
 * rows for its other parts, so that mixed batches soon share a few statements.
 */
export class StatementCache {
  readonly #known = new Map<string, CachedStatement>();

  find(wanted: StatementPlan): CachedStatement {
    const shapes = [...wanted.shapes].sort((one, other) => (one.name < other.name ? -1 : 1));
    const exact = this.#known.get(signature(wanted, shapes));
    if (exact !== undefined) return exact;
    const names = new Set(shapes.map(({ name }) => name));
    let best: CachedStatement | undefined;
    for (const known of this.#known.values()) {
      if (!covers(known.plan, wanted, names)) continue;
      if (best === undefined || known.plan.shapes.length < best.plan.shapes.length) best = known;
    }
    const spare = this.#known.size >= MAX_STATEMENTS ? Number.POSITIVE_INFINITY : MAX_SPARE_PARTS;
    if (best !== undefined && best.plan.shapes.length - shapes.length <= spare) return best;
    return this.#add({ ...wanted, shapes });
  }

  #add(plan: StatementPlan): CachedStatement {
    const sql = statementSql(plan);
    // Named by a hash of its text: a connection shared by several caches would reject another text under the same name.
    const name = `group_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;
    const statement = { name, sql, plan };
    if (this.#known.size >= MAX_STATEMENTS) this.#dropOldest();
    this.#known.set(signature(plan, plan.shapes), statement);
    return statement;
  }

  #dropOldest(): void {
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

function signature(
  { form, writes, checks, verifies, finishes }: StatementPlan,
  shapes: readonly GroupShape[],
): string {
  return [form, writes, checks, verifies, finishes, ...shapes.map(({ name }) => name)].join('|');
}

function covers(known: StatementPlan, wanted: StatementPlan, names: ReadonlySet<string>): boolean {
  if (known.form !== wanted.form || known.writes !== wanted.writes) return false;
  if (wanted.checks && !known.checks) return false;
  if (wanted.verifies && !known.verifies) return false;
  if (wanted.finishes && !known.finishes) return false;
  let found = 0;
  for (const { name } of known.shapes) if (names.has(name)) found += 1;
  return found === names.size;
}
