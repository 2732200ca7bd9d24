import type { Database } from '../../db/database.ts';
import type { Twins } from './alike.ts';

/** What a process does on its own, or by the clock, and what is only a queue. */
const APART = new Set([
  ...['outbox', 'duty_runs', 'catalogue_changes', 'knex_migrations', 'knex_migrations_lock'],
  ...['actor_timer', 'sessions', 'idempotency_keys', 'alerts', 'alert_changes', 'recorded_since'],
]);
/** Hashes of generated values, who owned an actor when, and how often a cart was written. */
const OWN_COLUMNS = new Set(['token_hash', 'epoch', 'seq', 'carts.version']);
const HASH = /\\\\x[0-9a-f]+/g;
const MAX_SHOWN = 3;

export interface TablesCompared {
  rows: number;
  differences: string[];
}

/** Compares every table of two worlds: as many rows, with the same content except names and times. */
export async function compareTables(
  single: Database,
  grouped: Database,
  twins: Twins,
): Promise<TablesCompared> {
  const found: TablesCompared = { rows: 0, differences: [] };
  for (const table of await tablesOf(grouped)) {
    const [one, other] = [
      await readRows(single, table, (text) => twins.inGrouped(text, 'single')),
      await readRows(grouped, table, (text) => twins.inGrouped(text, 'grouped')),
    ];
    found.rows += other.length;
    const [missing, surplus] = [without(one, other), without(other, one)];
    if (missing.length + surplus.length === 0) continue;
    const shown = (rows: readonly string[]) => rows.slice(0, MAX_SHOWN).join('\n    ') || 'nothing';
    found.differences.push(
      `${table}: ${missing.length} rows only one by one, ${surplus.length} only in batches\n  one by one:\n    ${shown(missing)}\n  in batches:\n    ${shown(surplus)}`,
    );
  }
  return found;
}

/** Partitions are read through their table. */
async function tablesOf(database: Database): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { name: string }[] }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !APART.has(name));
}

async function readRows(
  database: Database,
  table: string,
  named: (text: string) => string,
): Promise<string[]> {
  const { rows } = await database.raw<{ rows: { row: Record<string, unknown> }[] }>(
    'SELECT to_jsonb(t) AS row FROM ?? t',
    [table],
  );
  return rows.map(({ row }) => {
    const columns = Object.entries(row)
      .filter(
        ([column, value]) =>
          !OWN_COLUMNS.has(column) &&
          !OWN_COLUMNS.has(`${table}.${column}`) &&
          !(column === 'id' && typeof value === 'number'),
      )
      .sort();
    return named(JSON.stringify(Object.fromEntries(columns))).replace(HASH, 'hash');
  });
}

/** Those of `rows` that `others` lacks, or has less often. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  });
}
