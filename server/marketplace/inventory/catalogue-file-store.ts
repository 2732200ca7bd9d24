import type { Transaction } from '../../../db/database.ts';
import { keyedRows } from '../../../db/keyed-rows.ts';
import { boolean, double, integer, nullable, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';

/** Warehouses from a catalogue file. The address of an existing one is edited through the API, never by an import. */
export const fileWarehouses = keyedRows({
  name: 'inventory.file_warehouse',
  table: 'warehouses',
  key: { import_key: text },
  once: {
    seller_id: uuid,
    name: text,
    phone: nullable(text),
    zone_number: integer,
    street_number: integer,
    building_number: integer,
    unit: nullable(text),
    landmark: nullable(text),
    latitude: double,
    longitude: double,
    placeholder: boolean,
  },
  always: {},
});

const OPENING_STOCK = { movementId: uuid, offerId: uuid, warehouseId: uuid, onHand: integer } satisfies Shape;

/** Writes an offer's opening stock in a warehouse, with its movement. False if the level already exists. */
export async function openStock(
  trx: Transaction,
  stock: Omit<ValuesOf<typeof OPENING_STOCK>, 'movementId'>,
  newId: () => string,
): Promise<boolean> {
  const { offerId, warehouseId, onHand } = stock;
  if ((await findLevel.first(trx, { offerId })) !== null) return false;
  await insertLevel.count(trx, { offerId, warehouseId, onHand });
  await insertMovement.count(trx, { movementId: newId(), offerId, warehouseId, onHand });
  return true;
}

const findLevel = statement({
  name: 'inventory.file_stock_find',
  sql: 'SELECT offer_id FROM stock_levels WHERE offer_id = :offerId LIMIT 1',
  params: { offerId: uuid },
  row: { offer_id: uuid },
});

const insertLevel = statement({
  name: 'inventory.file_stock_insert',
  sql: 'INSERT INTO stock_levels (offer_id, warehouse_id, on_hand) VALUES (:offerId, :warehouseId, :onHand)',
  params: { offerId: uuid, warehouseId: uuid, onHand: integer },
});

const insertMovement = statement({
  name: 'inventory.file_stock_movement_insert',
  sql: `INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id)
        VALUES (:movementId, :offerId, :warehouseId, :onHand, 0, 'IMPORT', 'opening stock')`,
  params: OPENING_STOCK,
});
