import type { Database } from '../db/database.ts';
import { arrayOf, uuid } from '../db/sql-types.ts';
import { statement } from '../db/statement.ts';

/** The accounts of orders' buyers by order; orders that do not exist are left out. */
export async function buyersOf(
  database: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await buyers.all(database, { orderIds: [...new Set(orderIds)] });
  return new Map(found.map(({ id, account_id }) => [id, account_id]));
}

const buyers = statement({
  name: 'realtime.buyers_of_orders',
  sql: 'SELECT id, account_id FROM orders WHERE id = ANY(:orderIds)',
  params: { orderIds: arrayOf(uuid) },
  row: { id: uuid, account_id: uuid },
});

/** Those of these zones that exist. */
export async function existingZones(
  database: Database,
  zoneIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await zones.all(database, { zoneIds: [...new Set(zoneIds)] });
  return new Set(found.map(({ id }) => id));
}

const zones = statement({
  name: 'realtime.existing_zones',
  sql: 'SELECT id FROM delivery_zones WHERE id = ANY(:zoneIds)',
  params: { zoneIds: arrayOf(uuid) },
  row: { id: uuid },
});
