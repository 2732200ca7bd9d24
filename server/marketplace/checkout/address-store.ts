import { WaslError } from '../../../actors/errors.ts';
import { bluePlateZone } from '../../../actors/geo/blue-plate-zones.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { components } from '../../kernel/http/api-types.ts';

type NewAddress = components['schemas']['CreateAddressRequest'];
type AddressChange = components['schemas']['UpdateAddressRequest'];

/** The numbers on Qatar's blue plates, and directions to the door. */
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
  instructions: nullable(text),
  meetAtGate: boolean,
  /** False: the position is the middle of the zone. */
  pinned: boolean,
  // Degrees, WGS 84.
  latitude: double,
  longitude: double,
};
const ADDRESS_ROW = {
  id: uuid,
  label: nullable(text),
  ...DESTINATION,
  /** Suggested first. */
  isDefault: boolean,
  createdAt: timestamptz,
  updatedAt: timestamptz,
};

/** A buyer's delivery address. Removing it only marks it. */
export type Address = ValuesOf<typeof ADDRESS_ROW>;

const DESTINATION_COLUMNS = `contact_name AS "contactName", phone, zone_number AS "zoneNumber",
       street_number AS "streetNumber", building_number AS "buildingNumber", unit, floor, landmark, instructions,
       meet_at_gate AS "meetAtGate", pinned, latitude, longitude`;
/** The one last chosen as default; otherwise the newest. */
const DEFAULT = `id = (SELECT d.id FROM addresses d
                        WHERE d.account_id = addresses.account_id AND d.deleted_at IS NULL
                        ORDER BY d.preferred_at DESC NULLS LAST, d.id DESC LIMIT 1)`;
const ADDRESS = `SELECT id, label, ${DESTINATION_COLUMNS}, ${DEFAULT} AS "isDefault",
                        created_at AS "createdAt", updated_at AS "updatedAt"
                   FROM addresses`;
const OWN = 'id = :addressId AND account_id = :accountId AND deleted_at IS NULL';
const OWN_PARAMS = { addressId: uuid, accountId: uuid };

/** Of an account. Enough for every relative and office; without a bound one account could fill the table. */
const MAX_ADDRESSES = 100;

/** Throws common.CONFLICT for an account that has enough, which is counted for one request of it after the other. */
export async function insertAddress(
  trx: Transaction,
  ids: Ids,
  accountId: string,
  address: NewAddress,
): Promise<string> {
  await lockAddresses.first(trx, { name: `addresses:${accountId}` });
  const kept = await countKept.first(trx, { accountId });
  if ((kept?.count ?? 0) >= MAX_ADDRESSES)
    throw new WaslError('common.CONFLICT', {
      detail: `There can be at most ${MAX_ADDRESSES} addresses. Remove one first.`,
    });
  const id = ids.next();
  const { location, isDefault = false, meetAtGate = false, ...fields } = address;
  const { label = null, unit = null, floor = null, landmark = null, instructions = null } = address;
  const optional = { label, unit, floor, landmark, instructions, meetAtGate };
  await insert.count(trx, { ...fields, ...optional, id, accountId, isDefault, ...pinAt(location, address) });
  return id;
}

const lockAddresses = statement({
  name: 'checkout.lock_addresses',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))::text AS locked',
  params: { name: text },
  row: { locked: text },
});

const countKept = statement({
  name: 'checkout.count_addresses',
  sql: 'SELECT count(*)::integer AS count FROM addresses WHERE account_id = :accountId AND deleted_at IS NULL',
  params: { accountId: uuid },
  row: { count: integer },
});

const insert = statement({
  name: 'checkout.insert_address',
  sql: `INSERT INTO addresses (id, account_id, label, contact_name, phone, zone_number, street_number, building_number,
                               unit, floor, landmark, instructions, meet_at_gate, pinned, latitude, longitude,
                               preferred_at)
        VALUES (:id, :accountId, :label, :contactName, :phone, :zoneNumber, :streetNumber, :buildingNumber,
                :unit, :floor, :landmark, :instructions, :meetAtGate, :pinned, :latitude, :longitude,
                CASE WHEN :isDefault THEN now() END)`,
  params: { id: uuid, accountId: uuid, label: nullable(text), isDefault: boolean, ...DESTINATION },
});

/** Throws common.NOT_FOUND for a missing or removed address and for another buyer's. */
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

/**
 * Addresses already chosen in a checkout are copies and stay unchanged. Without a pin, the position moves to the middle
 * of the new zone.
 */
export async function changeAddress(
  trx: Transaction,
  addressId: string,
  accountId: string,
  { location, isDefault, ...fields }: AddressChange,
): Promise<void> {
  const { label, contactName, phone, zoneNumber, streetNumber, buildingNumber } = fields;
  const { unit, floor, landmark, instructions, meetAtGate } = fields;
  const { pinned } = location === undefined ? await findAddress(trx, addressId, accountId) : { pinned: true };
  const moved = location !== undefined || (zoneNumber !== undefined && !pinned);
  const change = {
    ...{ label, contact_name: contactName, phone, zone_number: zoneNumber, street_number: streetNumber },
    ...{ building_number: buildingNumber, unit, floor, landmark, instructions, meet_at_gate: meetAtGate },
    ...(moved ? pinAt(location, { zoneNumber: zoneNumber ?? 0 }) : {}),
  };
  const isPreferred = isDefault === true;
  if ((await update.count(trx, { addressId, accountId, change, isPreferred })) === 0) throw noSuchAddress();
}

const update = statement({
  name: 'checkout.update_address',
  // A column missing from the changes keeps its value; one that is null in them becomes null.
  sql: `UPDATE addresses a
           SET (label, contact_name, phone, zone_number, street_number, building_number, unit, floor, landmark,
                instructions, meet_at_gate, pinned, latitude, longitude)
             = (SELECT c.label, c.contact_name, c.phone, c.zone_number, c.street_number, c.building_number, c.unit,
                       c.floor, c.landmark, c.instructions, c.meet_at_gate, c.pinned, c.latitude, c.longitude
                  FROM jsonb_populate_record(a, :change::jsonb) AS c),
               preferred_at = CASE WHEN :isPreferred THEN now() ELSE preferred_at END,
               version = version + 1, updated_at = now()
         WHERE ${OWN}`,
  // Values by column.
  params: { ...OWN_PARAMS, change: jsonb<object>(), isPreferred: boolean },
});

/** Position of the door: the buyer's pin, or the middle of the zone. Throws common.VALIDATION_FAILED. */
function pinAt(location: NewAddress['location'], { zoneNumber }: Pick<NewAddress, 'zoneNumber'>) {
  if (location !== undefined) return { ...location, pinned: true };
  const zone = bluePlateZone(zoneNumber);
  if (zone !== null) return { ...zone.middle, pinned: false };
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'The position of this zone is unknown. Send the location of the door.',
    errors: [{ pointer: '/zoneNumber', code: 'unknown', message: 'requires a location' }],
  });
}

export async function removeAddress(trx: Transaction, addressId: string, accountId: string): Promise<void> {
  if ((await remove.count(trx, { addressId, accountId })) === 0) throw noSuchAddress();
}

const remove = statement({
  name: 'checkout.remove_address',
  sql: `UPDATE addresses SET deleted_at = now(), version = version + 1 WHERE ${OWN}`,
  params: OWN_PARAMS,
});

/** Newest first. @param before Id of the last address on the previous page. @param count Rows to read. */
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
