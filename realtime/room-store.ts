import type { Database } from '../db/database.ts';
import { uuid } from '../db/sql-types.ts';
import { statement } from '../db/statement.ts';

/** The account of an order's buyer; null if the order does not exist. */
export async function buyerOf(database: Database, orderId: string): Promise<string | null> {
  return (await buyer.first(database, { orderId }))?.account_id ?? null;
}

const buyer = statement({
  name: 'realtime.buyer_of_order',
  sql: 'SELECT account_id FROM orders WHERE id = :orderId',
  params: { orderId: uuid },
  row: { account_id: uuid },
});

export async function zoneExists(database: Database, zoneId: string): Promise<boolean> {
  return (await zone.first(database, { zoneId })) !== null;
}

const zone = statement({
  name: 'realtime.zone',
  sql: 'SELECT id FROM delivery_zones WHERE id = :zoneId',
  params: { zoneId: uuid },
  row: { id: uuid },
});
