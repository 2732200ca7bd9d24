import type { Database } from '../../../db/database.ts';
import { bigint, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const DANGLING = { table: text, id: uuid, column: text, refersTo: uuid };
/** A row whose column names a row that there is not. */
export type DanglingReference = ValuesOf<typeof DANGLING>;

const MAX_FAULTS = 100;

/**
 * What foreign keys would refuse if checkouts and orders had them: their checks would lock rows that many of them share,
 * so the statements that write them copy only ids whose rows are known to exist. The first hundred.
 */
export function danglingReferences(database: Database): Promise<DanglingReference[]> {
  return dangling.all(database, { limit: MAX_FAULTS });
}

/** Table, its column, whose rows it names, and the column that tells which row of the table it is. */
const REFERENCES = [
  ['checkout_lines', 'offer_id', 'offers', 'id'],
  ['checkout_lines', 'variant_id', 'variants', 'id'],
  ['checkout_lines', 'seller_id', 'sellers', 'id'],
  ['checkout_shipping', 'seller_id', 'sellers', 'checkout_id'],
  ['checkout_shipping', 'method_id', 'shipping_methods', 'checkout_id'],
  ['orders', 'checkout_id', 'checkouts', 'id'],
  ['order_groups', 'seller_id', 'sellers', 'id'],
  ['order_groups', 'warehouse_id', 'warehouses', 'id'],
  ['order_lines', 'order_id', 'orders', 'id'],
  ['order_lines', 'offer_id', 'offers', 'id'],
  ['order_lines', 'variant_id', 'variants', 'id'],
] as const;

const dangling = statement({
  name: 'orders.dangling_references',
  sql: `${REFERENCES.map(
    ([table, column, parents, id]) =>
      `SELECT '${table}' AS "table", ${id} AS id, '${column}' AS "column", ${column} AS "refersTo" FROM ${table} t
        WHERE NOT EXISTS (SELECT FROM ${parents} p WHERE p.id = t.${column})`,
  ).join('\nUNION ALL\n')}
  LIMIT :limit`,
  params: { limit: bigint },
  row: DANGLING,
});
