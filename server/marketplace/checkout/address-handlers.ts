import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { referencedId } from '../../kernel/http/referenced-id.ts';
import {
  type Address,
  changeAddress,
  findAddress,
  insertAddress,
  listAddressRows,
  removeAddress,
} from './address-store.ts';

type AddressOperation = 'listAddresses' | 'createAddress' | 'updateAddress' | 'deleteAddress';

/** Operations on a buyer's own addresses; other buyers' addresses give 404. */
export function addressHandlers(deps: Dependencies): Pick<Handlers, AddressOperation> {
  const { database, ids } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listAddresses: async ({ caller, query }) => {
      const { accountId } = signedIn(caller);
      const { limit = DEFAULT_LIMIT } = query;
      const scope = `addresses:${accountId}`;
      const before = cursors.decode(scope, query.cursor)?.[0]?.toString();
      const rows = await listAddressRows(database, accountId, before, limit + 1);
      return { status: 200, body: cursors.page(scope, rows, limit, (row) => [row.id], renderAddress) };
    },

    createAddress: async ({ caller, body, idempotency }) => {
      const { accountId } = signedIn(caller);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const addressId = await insertAddress(trx, ids, accountId, body);
          return { status: 201, reference: { addressId } };
        }),
      );
      const address = await findAddress(database, referencedId(result.reference, 'addressId'), accountId);
      return { status: result.status, body: renderAddress(address), replayed: result.replayed };
    },

    updateAddress: async ({ caller, params, body }) => {
      const { accountId } = signedIn(caller);
      await inTransaction(database, (trx) => changeAddress(trx, params.id, accountId, body));
      return { status: 200, body: renderAddress(await findAddress(database, params.id, accountId)) };
    },

    deleteAddress: async ({ caller, params }) => {
      const { accountId } = signedIn(caller);
      await inTransaction(database, (trx) => removeAddress(trx, params.id, accountId));
      return { status: 204 };
    },
  };
}

function renderAddress(address: Address): components['schemas']['Address'] {
  return {
    id: address.id,
    label: address.label,
    contactName: address.contactName,
    phone: address.phone,
    zoneNumber: address.zoneNumber,
    streetNumber: address.streetNumber,
    buildingNumber: address.buildingNumber,
    unit: address.unit,
    floor: address.floor,
    landmark: address.landmark,
    instructions: address.instructions,
    meetAtGate: address.meetAtGate,
    pinned: address.pinned,
    isDefault: address.isDefault,
    location: { latitude: address.latitude, longitude: address.longitude },
    createdAt: address.createdAt.toISOString(),
    updatedAt: address.updatedAt.toISOString(),
  };
}
