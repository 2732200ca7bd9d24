import type { Database } from '../database.ts';
import { bigint } from '../sql-types.ts';
import { statement } from '../statement.ts';

export interface Reference {
  table: string;
  column: string;
  /** The table that must contain a row with this `id`. */
  parent: string;
}

/**
 * References without a foreign key, to save its cost for rows written with every order. The statement that writes them
 * has just read or written the parent, and these parents are never deleted. Money, stock and reservations keep their
 * foreign keys.
 */
export const UNCHECKED_REFERENCES: readonly Reference[] = [
  // Joined with accounts when written (notifications.write), and accounts are never deleted.
  { table: 'notifications', column: 'account_id', parent: 'accounts' },
  // Copied from the checkout, its lines and its reservations by the statement that locks and reads them: a reservation
  // references its stock level, a level its offer and warehouse, an offer its variant and seller.
  { table: 'orders', column: 'checkout_id', parent: 'checkouts' },
  { table: 'order_groups', column: 'seller_id', parent: 'sellers' },
  { table: 'order_groups', column: 'warehouse_id', parent: 'warehouses' },
  { table: 'order_lines', column: 'order_id', parent: 'orders' },
  { table: 'order_lines', column: 'offer_id', parent: 'offers' },
  { table: 'order_lines', column: 'variant_id', parent: 'variants' },
  // Copied from the cart's offers and the offered methods by the statement that reads them; none of these is ever
  // deleted.
  { table: 'checkout_lines', column: 'offer_id', parent: 'offers' },
  { table: 'checkout_lines', column: 'variant_id', parent: 'variants' },
  { table: 'checkout_lines', column: 'seller_id', parent: 'sellers' },
  { table: 'checkout_shipping', column: 'seller_id', parent: 'sellers' },
  { table: 'checkout_shipping', column: 'method_id', parent: 'shipping_methods' },
  // The statement that writes lines has locked their cart and read their offer; lines are deleted before their cart.
  { table: 'cart_items', column: 'cart_id', parent: 'carts' },
  { table: 'cart_items', column: 'offer_id', parent: 'offers' },
  // Written by the statement that writes the notification, or after it in the same transaction (invitations).
  { table: 'notification_deliveries', column: 'notification_id', parent: 'notifications' },
];

export interface Orphans extends Reference {
  rows: number;
}

/** References to missing parents, and the number of rows with each. Scans whole tables: for checks only. */
export async function readOrphans(database: Database): Promise<Orphans[]> {
  const counted: Orphans[] = [];
  for (const [index, reference] of UNCHECKED_REFERENCES.entries()) {
    const found = await orphans[index]?.first(database, {});
    counted.push({ ...reference, rows: found?.rows ?? 0 });
  }
  return counted.filter(({ rows }) => rows > 0);
}

const orphans = UNCHECKED_REFERENCES.map(({ table, column, parent }) =>
  statement({
    name: `references.${table}_${column}`,
    sql: `SELECT count(*) AS rows FROM ${table} child
           WHERE ${column} IS NOT NULL AND NOT EXISTS (SELECT FROM ${parent} parent WHERE parent.id = child.${column})`,
    row: { rows: bigint },
  }),
);
