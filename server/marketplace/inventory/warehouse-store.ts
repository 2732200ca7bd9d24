import type { PartialModelObject } from 'objection';
import type { Database, Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { Warehouse } from '../../../db/models/warehouse.ts';
import { bigint, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

export async function addWarehouse(
  trx: Transaction,
  warehouse: PartialModelObject<Warehouse>,
): Promise<void> {
  await Warehouse.query(knexOf(trx)).insert(warehouse);
}

/** FOR NO KEY UPDATE: rows that only refer to the warehouse, such as new groups, need not wait for it. */
export async function lockWarehouse(trx: Transaction, id: string): Promise<Warehouse | null> {
  return (await Warehouse.query(knexOf(trx)).findById(id).forNoKeyUpdate()) ?? null;
}

export async function updateWarehouse(
  trx: Transaction,
  id: string,
  change: PartialModelObject<Warehouse>,
): Promise<void> {
  await Warehouse.query(knexOf(trx)).findById(id).patch(change);
}

export async function findWarehouse(database: Database, id: string): Promise<Warehouse | null> {
  return (await Warehouse.query(database).findById(id)) ?? null;
}

/** A seller's warehouses, newest first. @param before Id of the last warehouse on the previous page. */
export async function readWarehouses(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<Warehouse[]> {
  const query = Warehouse.query(database).where({ seller_id: sellerId }).orderBy('id', 'desc').limit(count);
  return before === null ? query : query.where('id', '<', before);
}

export interface WarehouseName {
  id: string;
  name: string;
}

/** All of a seller's warehouses, oldest first. */
export function readWarehouseNames(trx: Transaction, sellerId: string): Promise<WarehouseName[]> {
  return names.all(trx, { sellerId });
}

const names = statement({
  name: 'inventory.warehouse_names',
  sql: 'SELECT id, name FROM warehouses WHERE seller_id = :sellerId ORDER BY id',
  params: { sellerId: uuid },
  row: { id: uuid, name: text },
});

/** Order groups still to be collected from a warehouse. */
export async function countGroupsToPickUp(trx: Transaction, warehouseId: string): Promise<number> {
  return (await groupsToPickUp.first(trx, { warehouseId }))?.count ?? 0;
}

const groupsToPickUp = statement({
  name: 'inventory.groups_to_pick_up',
  sql: `SELECT count(*) AS count FROM order_groups
         WHERE warehouse_id = :warehouseId
           AND status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED', 'READY_FOR_PICKUP')`,
  params: { warehouseId: uuid },
  row: { count: bigint },
});
