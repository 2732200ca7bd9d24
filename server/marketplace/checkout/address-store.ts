import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { bigint, double, integer, jsonb, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { components } from '../../kernel/http/api-types.ts';

type NewAddress = components['schemas']['CreateAddressRequest'];
type AddressChange = components['schemas']['UpdateAddressRequest'];

/** Qatar's blue plates, and how to find the door. */
const DESTINATION = {
  contactName: text,
  /** +974 and eight digits. */
  phone: text,
  zoneNumber: integer,
  streetNumber: integer,
  buildingNumber: integer,
  unit: nullable(text),
  floor: nullable(text),
  landmark: nullable(text),
  // Degrees, WGS 84.
  latitude: double,
  longitude: double,
};
const ADDRESS_ROW = {
  id: uuid,
  label: nullable(text),
  ...DESTINATION,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

/** A buyer's delivery address. Removing one only marks it. */
export type Address = ValuesOf<typeof ADDRESS_ROW>;

const DESTINATION_COLUMNS = `contact_name AS "contactName", phone, zone_number AS "zoneNumber",
       street_number AS "streetNumber", building_number AS "buildingNumber", unit, floor, landmark, latitude, longitude`;
const ADDRESS = `SELECT id, label, ${DESTINATION_COLUMNS}, created_at AS "createdAt", updated_at AS "updatedAt"
                   FROM addresses`;
const OWN = 'id = :addressId AND account_id = :accountId AND deleted_at IS NULL';
const OWN_PARAMS = { addressId: uuid, accountId: uuid };

export async function insertAddress(
  trx: Transaction,
  ids: Ids,
  accountId: string,
  { location, label = null, unit = null, floor = null, landmark = null, ...fields }: NewAddress,
): Promise<string> {
  const id = ids.next();
  await insert.count(trx, { id, accountId, label, unit, floor, landmark, ...fields, ...location });
  return id;
}

const insert = statement({
  name: 'checkout.insert_address',
  sql: `INSERT INTO addresses (id, account_id, label, contact_name, phone, zone_number, street_number, building_number,
                               unit, floor, landmark, latitude, longitude)
        VALUES (:id, :accountId, :label, :contactName, :phone, :zoneNumber, :streetNumber, :buildingNumber,
                :unit, :floor, :landmark, :latitude, :longitude)`,
  params: { id: uuid, accountId: uuid, label: nullable(text), ...DESTINATION },
});

/** Throws common.NOT_FOUND for a missing or removed address and for somebody else's. */
export async function findAddress(
  executor: Database | Transaction,
  addressId: string,
  accountId: string,
): Promise<Address> {
  const address = await find.first(executor, { addressId, accountId });
  if (address === null) throw noSuchAddress();
  return address;
}

const find = statement({
  name: 'checkout.find_address',
  sql: `${ADDRESS} WHERE ${OWN}`,
  params: OWN_PARAMS,
  row: ADDRESS_ROW,
});

/** Addresses chosen in a checkout before are copies and stay as they are. */
export async function changeAddress(
  trx: Transaction,
  addressId: string,
  accountId: string,
  { location, ...fields }: AddressChange,
): Promise<void> {
  const { label, contactName, phone, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } =
    fields;
  const change = {
    ...{ label, contact_name: contactName, phone, zone_number: zoneNumber, street_number: streetNumber },
    ...{ building_number: buildingNumber, unit, floor, landmark, ...location },
  };
  if ((await update.count(trx, { addressId, accountId, change })) === 0) throw noSuchAddress();
}

const update = statement({
  name: 'checkout.update_address',
  // A column that is not among the changes keeps its value; one that is null among them becomes null.
  sql: `UPDATE addresses a
           SET (label, contact_name, phone, zone_number, street_number, building_number, unit, floor, landmark,
                latitude, longitude)
             = (SELECT c.label, c.contact_name, c.phone, c.zone_number, c.street_number, c.building_number, c.unit,
                       c.floor, c.landmark, c.latitude, c.longitude
                  FROM jsonb_populate_record(a, :change::jsonb) AS c),
               version = version + 1, updated_at = now()
         WHERE ${OWN}`,
  // Values by column.
  params: { ...OWN_PARAMS, change: jsonb<object>() },
});

export async function removeAddress(trx: Transaction, addressId: string, accountId: string): Promise<void> {
  if ((await remove.count(trx, { addressId, accountId })) === 0) throw noSuchAddress();
}

const remove = statement({
  name: 'checkout.remove_address',
  sql: `UPDATE addresses SET deleted_at = now(), version = version + 1 WHERE ${OWN}`,
  params: OWN_PARAMS,
});

/** Newest first. @param before Id the last page ended with. @param count How many to read. */
export function listAddressRows(
  database: Database,
  accountId: string,
  before: string | undefined,
  count: number,
): Promise<Address[]> {
  return list.all(database, { accountId, before: before ?? null, count });
}

const list = statement({
  name: 'checkout.list_addresses',
  sql: `${ADDRESS}
         WHERE account_id = :accountId AND deleted_at IS NULL AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :count`,
  params: { accountId: uuid, before: nullable(uuid), count: bigint },
  row: ADDRESS_ROW,
});

export function noSuchAddress(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such address.' });
}
