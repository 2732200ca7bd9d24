import type { Database } from '../database.ts';
import { bigint } from '../sql-types.ts';
import { statement } from '../statement.ts';

export interface Reference {
  table: string;
  column: string;
  /** The table in which a row with this `id` must be. */
  parent: string;
}

/**
 * References that no foreign key checks, since their rows come with every order and the statement that writes them has
 * just read or written the parent: nothing deletes these parents. Money, stock and reservations keep their keys.
 */
export const UNCHECKED_REFERENCES: readonly Reference[] = [
  // Joined with accounts where they are written (notifications.write), and no account is ever deleted.
  { table: 'notifications', column: 'account_id', parent: 'accounts' },
  // Copied from the checkout, its lines and its reservations by the statement that reads them locked: a reservation keeps
  // its stock level, a level its offer and warehouse, an offer its variant and seller.
  { table: 'orders', column: 'checkout_id', parent: 'checkouts' },
  { table: 'order_groups', column: 'seller_id', parent: 'sellers' },
  { table: 'order_groups', column: 'warehouse_id', parent: 'warehouses' },
  { table: 'order_lines', column: 'order_id', parent: 'orders' },
  { table: 'order_lines', column: 'offer_id', parent: 'offers' },
  { table: 'order_lines', column: 'variant_id', parent: 'variants' },
  // Copied from the cart's offers and the methods offered by the statement that reads them; none of these is ever deleted.
  { table: 'checkout_lines', column: 'offer_id', parent: 'offers' },
  { table: 'checkout_lines', column: 'variant_id', parent: 'variants' },
  { table: 'checkout_lines', column: 'seller_id', parent: 'sellers' },
  { table: 'checkout_shipping', column: 'seller_id', parent: 'sellers' },
  { table: 'checkout_shipping', column: 'method_id', parent: 'shipping_methods' },
  // The statement that writes lines has locked their cart and read their offer; lines go before their cart.
  { table: 'cart_items', column: 'cart_id', parent: 'carts' },
  { table: 'cart_items', column: 'offer_id', parent: 'offers' },
  // Written in the statement that writes the notification, or after it in the same transaction (invitations).
  { table: 'notification_deliveries', column: 'notification_id', parent: 'notifications' },
];

export interface Orphans extends Reference {
  rows: number;
}

/** References whose parent is not there, and how many rows have such a one. Reads whole tables: for checks alone. */
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
