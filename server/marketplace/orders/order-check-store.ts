import type { Database } from '../../../db/database.ts';
import { bigint, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const DANGLING = { table: text, id: uuid, column: text, refersTo: uuid };
/** A row whose column names a row that there is not. */
export type DanglingReference = ValuesOf<typeof DANGLING>;

const MAX_FAULTS = 100;

/**
 * What foreign keys would refuse if orders had them: their checks would lock rows that many orders share, so the
 * statement that writes orders copies only ids whose rows are known to exist. The first hundred.
 */
export function danglingReferences(database: Database): Promise<DanglingReference[]> {
  return dangling.all(database, { limit: MAX_FAULTS });
}

const REFERENCES = [
  ['orders', 'checkout_id', 'checkouts'],
  ['order_groups', 'seller_id', 'sellers'],
  ['order_groups', 'warehouse_id', 'warehouses'],
  ['order_lines', 'order_id', 'orders'],
  ['order_lines', 'offer_id', 'offers'],
  ['order_lines', 'variant_id', 'variants'],
] as const;

const dangling = statement({
  name: 'orders.dangling_references',
  sql: `${REFERENCES.map(
    ([table, column, parents]) =>
      `SELECT '${table}' AS "table", id, '${column}' AS "column", ${column} AS "refersTo" FROM ${table} t
        WHERE NOT EXISTS (SELECT FROM ${parents} p WHERE p.id = t.${column})`,
  ).join('\nUNION ALL\n')}
  LIMIT :limit`,
  params: { limit: bigint },
  row: DANGLING,
});
