import { WaslError } from '../../../actors/errors.ts';
import type { Place, ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Warehouse } from '../../../db/models/warehouse.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { lockReservedIn } from './level-store.ts';
import {
  addWarehouse,
  countGroupsToPickUp,
  findWarehouse,
  lockWarehouse,
  updateWarehouse,
} from './warehouse-store.ts';

type NewWarehouse = components['schemas']['CreateWarehouseRequest'];
type WarehouseChange = components['schemas']['UpdateWarehouseRequest'];

/**
 * Adds a warehouse to a seller and returns its id. Throws common.VALIDATION_FAILED outside the service area.
 * @param at JSON pointer of the warehouse in the request, '' if it is the whole body.
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
  await addWarehouse(trx, { id, sellerId, ...fields, ...location });
  return id;
}

export interface WarehouseEdit {
  id: string;
  /** Null: an administrator, who may edit any seller's. */
  sellerId: string | null;
  ifMatch: IfMatch;
  change: WarehouseChange;
}

/**
 * Changes a warehouse. An imported placeholder address stops being one when it is edited. Returns the warehouse as it
 * was. Throws common.NOT_FOUND also for another seller's, the errors of If-Match, common.VALIDATION_FAILED outside the
 * service area, and inventory.WAREHOUSE_IN_USE if it cannot be closed yet.
 */
export async function editWarehouse(
  trx: Transaction,
  serviceArea: ServiceArea,
  { id, sellerId, ifMatch, change }: WarehouseEdit,
): Promise<Warehouse> {
  const warehouse = await lockWarehouse(trx, id);
  if (warehouse === null || (sellerId !== null && warehouse.sellerId !== sellerId)) throw noSuchWarehouse();
  requireVersion(ifMatch, warehouse.version);
  const { location, ...fields } = change;
  if (location !== undefined) requireServed(serviceArea, location, '/location');
  if (warehouse.active && change.active === false) await requireUnused(trx, id);
  await updateWarehouse(trx, id, {
    ...fields,
    ...location,
    placeholder: warehouse.placeholder && !givesAddress(change),
    version: warehouse.version + 1,
    updatedAt: new Date(),
  });
  return warehouse;
}

/**
 * A warehouse with reserved goods, or goods a driver is to collect, must stay open. Its stock rows stay locked; a
 * checkout that saw it open and reserves later is rejected by the database and retried.
 */
async function requireUnused(trx: Transaction, id: string): Promise<void> {
  const reserved = await lockReservedIn(trx, id);
  const toPickUp = await countGroupsToPickUp(trx, id);
  if (reserved === 0 && toPickUp === 0) return;
  throw new WaslError('inventory.WAREHOUSE_IN_USE', {
    detail: `${reserved} unit(s) are reserved there, and ${toPickUp} order group(s) are waiting to be picked up.`,
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
    detail: "Drivers collect only in Qatar. Move the warehouse's map pin.",
    errors: [{ pointer, code: 'service-area', message: 'must lie in Qatar' }],
  });
}

/** Throws common.NOT_FOUND. */
export async function readWarehouse(database: Database, id: string): Promise<Warehouse> {
  const warehouse = await findWarehouse(database, id);
  if (warehouse === null) throw noSuchWarehouse();
  return warehouse;
}

function noSuchWarehouse(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such warehouse.' });
}
