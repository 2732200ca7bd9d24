import objection from 'objection';
import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { Address } from '../../../db/models/address.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { components } from '../../kernel/http/api-types.ts';

type NewAddress = components['schemas']['CreateAddressRequest'];
type AddressChange = components['schemas']['UpdateAddressRequest'];

export async function insertAddress(
  trx: Transaction,
  ids: Ids,
  accountId: string,
  { location, ...fields }: NewAddress,
): Promise<string> {
  const id = ids.next();
  await Address.query(trx).insert({ id, accountId, ...fields, ...location });
  return id;
}

const READ = {
  name: 'address',
  sql: `SELECT contact_name AS "contactName", phone, zone_number AS "zoneNumber", street_number AS "streetNumber",
               building_number AS "buildingNumber", unit, floor, landmark, latitude, longitude
          FROM addresses WHERE id = ? AND account_id = ? AND deleted_at IS NULL`,
};
type Destination = Pick<
  Address,
  | 'contactName'
  | 'phone'
  | 'zoneNumber'
  | 'streetNumber'
  | 'buildingNumber'
  | 'unit'
  | 'floor'
  | 'landmark'
  | 'latitude'
  | 'longitude'
>;

/** What a checkout copies of an address. Throws common.NOT_FOUND as `findAddress` does. */
export async function readAddress(
  executor: Database | Transaction,
  addressId: string,
  accountId: string,
): Promise<Destination> {
  const [address] = await runPrepared<Destination>(executor, READ, [addressId, accountId]);
  if (address === undefined) throw noSuchAddress();
  return address;
}

/** Throws common.NOT_FOUND for a missing or removed address and for somebody else's. */
export async function findAddress(
  executor: Database | Transaction,
  addressId: string,
  accountId: string,
): Promise<Address> {
  return found(
    await Address.query(executor).findOne({ id: addressId, account_id: accountId }).whereNull('deleted_at'),
  );
}

/** Addresses chosen in a checkout before are copies and stay as they are. */
export async function changeAddress(
  trx: Transaction,
  addressId: string,
  accountId: string,
  { location, ...fields }: AddressChange,
): Promise<void> {
  const changed = await Address.query(trx)
    .where({ id: addressId, account_id: accountId })
    .whereNull('deleted_at')
    .patch({ ...fields, ...location, version: objection.raw('version + 1'), updatedAt: new Date() });
  if (changed === 0) throw noSuchAddress();
}

export async function removeAddress(trx: Transaction, addressId: string, accountId: string): Promise<void> {
  const changed = await Address.query(trx)
    .where({ id: addressId, account_id: accountId })
    .whereNull('deleted_at')
    .patch({ deletedAt: new Date(), version: objection.raw('version + 1') });
  if (changed === 0) throw noSuchAddress();
}

/** Newest first. @param before Id the last page ended with. @param count How many to read. */
export async function listAddressRows(
  database: Database,
  accountId: string,
  before: string | undefined,
  count: number,
): Promise<Address[]> {
  const query = Address.query(database)
    .where({ account_id: accountId })
    .whereNull('deleted_at')
    .orderBy('id', 'desc')
    .limit(count);
  return before === undefined ? query : query.where('id', '<', before);
}

function found(address: Address | undefined): Address {
  if (address === undefined) throw noSuchAddress();
  return address;
}

function noSuchAddress(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such address.' });
}
