import { WaslError } from '../../../actors/errors.ts';
import type { Place, ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { Warehouse } from '../../../db/models/warehouse.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { LOCK_ORDER } from './stock.ts';

type NewWarehouse = components['schemas']['CreateWarehouseRequest'];
type WarehouseChange = components['schemas']['UpdateWarehouseRequest'];

/**
 * Adds a warehouse to a seller and answers its id. Throws common.VALIDATION_FAILED outside the service area.
 * @param at JSON pointer of the warehouse in the request, '' when it is the whole body.
 */
export async function insertWarehouse(
  trx: Transaction,
  { ids, serviceArea }: { ids: Ids; serviceArea: ServiceArea },
  sellerId: string,
  warehouse: NewWarehouse,
  at = '',
): Promise<string> {
  requireServed(serviceArea, warehouse.location, `${at}/location`);
  const { location, ...fields } = warehouse;
  const id = ids.next();
  await Warehouse.query(trx).insert({ id, sellerId, ...fields, ...location });
  return id;
}

export interface WarehouseEdit {
  id: string;
  /** Null: an administrator, who may edit anybody's. */
  sellerId: string | null;
  ifMatch: number | null;
  change: WarehouseChange;
}

/**
 * Changes a warehouse; an imported address stops being a placeholder when somebody gives another one. Answers the
 * warehouse as it was. Throws common.NOT_FOUND for another seller's too, the errors of If-Match,
 * common.VALIDATION_FAILED outside the service area, inventory.WAREHOUSE_IN_USE when it cannot be closed yet.
 */
export async function editWarehouse(
  trx: Transaction,
  serviceArea: ServiceArea,
  { id, sellerId, ifMatch, change }: WarehouseEdit,
): Promise<Warehouse> {
  // Not a full lock: rows that only refer to the warehouse, such as new groups, need not wait for it.
  const warehouse = await Warehouse.query(trx).findById(id).forNoKeyUpdate();
  if (warehouse === undefined || (sellerId !== null && warehouse.sellerId !== sellerId))
    throw noSuchWarehouse();
  requireVersion(ifMatch, warehouse.version);
  const { location, ...fields } = change;
  if (location !== undefined) requireServed(serviceArea, location, '/location');
  if (warehouse.active && change.active === false) await requireUnused(trx, id);
  await Warehouse.query(trx)
    .findById(id)
    .patch({
      ...fields,
      ...location,
      placeholder: warehouse.placeholder && !givesAddress(change),
      version: warehouse.version + 1,
      updatedAt: new Date(),
    });
  return warehouse;
}

/**
 * Goods that somebody is buying, or a driver is coming for, keep a warehouse open. Its stock rows stay locked: a checkout
 * that saw it open and reserves after this is refused by the database and tried again.
 */
async function requireUnused(trx: Transaction, id: string): Promise<void> {
  const { rows: levels } = await trx.raw<{ rows: { reserved: number }[] }>(
    `SELECT l.reserved FROM stock_levels l WHERE l.warehouse_id = ? ${LOCK_ORDER}`,
    [id],
  );
  const reserved = levels.reduce((sum, level) => sum + level.reserved, 0);
  const [groups] = await trx('order_groups')
    .where('warehouse_id', id)
    .whereIn('status', ['PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED', 'READY_FOR_PICKUP'])
    .count<{ count: string }[]>();
  const toPickUp = Number(groups?.count ?? 0);
  if (reserved === 0 && toPickUp === 0) return;
  throw new WaslError('inventory.WAREHOUSE_IN_USE', {
    detail: `${reserved} piece(s) are reserved there, and ${toPickUp} order group(s) wait to be picked up.`,
    extension: { reserved, groupsToPickUp: toPickUp },
  });
}

function givesAddress(change: WarehouseChange): boolean {
  const { zoneNumber, streetNumber, buildingNumber, location } = change;
  return [zoneNumber, streetNumber, buildingNumber, location].some((part) => part !== undefined);
}

function requireServed(serviceArea: ServiceArea, place: Place, pointer: string): void {
  if (serviceArea.contains(place)) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'Drivers collect in Qatar only. Move the pin of the warehouse.',
    errors: [{ pointer, code: 'service-area', message: 'must lie in Qatar' }],
  });
}

/** Throws common.NOT_FOUND. */
export async function readWarehouse(database: Database, id: string): Promise<Warehouse> {
  const warehouse = await Warehouse.query(database).findById(id);
  if (warehouse === undefined) throw noSuchWarehouse();
  return warehouse;
}

/** A seller's warehouses, newest first. @param before The id the last page ended with. */
export async function readWarehouses(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<Warehouse[]> {
  const query = Warehouse.query(database).where({ seller_id: sellerId }).orderBy('id', 'desc').limit(count);
  return before === null ? query : query.where('id', '<', before);
}

function noSuchWarehouse(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such warehouse.' });
}
