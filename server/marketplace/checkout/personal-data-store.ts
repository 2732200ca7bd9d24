import type { Point } from '../../../actors/planning/point.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import { jsonb, nullable, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { writeEndings } from './ending-store.ts';

const OF_ACCOUNT = { accountId: uuid };

const doors = statement({
  name: 'checkout.doors',
  sql: `SELECT contact_name AS "contactName", phone, landmark, instructions,
               jsonb_build_object('latitude', latitude, 'longitude', longitude) AS door
          FROM addresses WHERE account_id = :accountId
         UNION ALL
        SELECT address ->> 'contactName', address ->> 'phone', address ->> 'landmark', address ->> 'instructions',
               address -> 'location'
          FROM checkouts WHERE account_id = :accountId AND address IS NOT NULL`,
  params: OF_ACCOUNT,
  row: {
    contactName: text,
    phone: text,
    landmark: nullable(text),
    instructions: nullable(text),
    door: jsonb<Point>(),
  },
});

const shown = statement({
  name: 'checkout.export_addresses',
  sql: `SELECT jsonb_build_object(
          'id', id, 'label', label, 'contactName', contact_name, 'phone', phone, 'zoneNumber', zone_number,
          'streetNumber', street_number, 'buildingNumber', building_number, 'unit', unit, 'floor', floor,
          'landmark', landmark, 'instructions', instructions, 'meetAtGate', meet_at_gate, 'location', jsonb_build_object('latitude', latitude, 'longitude', longitude),
          'createdAt', created_at, 'removedAt', deleted_at) AS record
          FROM addresses WHERE account_id = :accountId ORDER BY id`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});
const shownCheckouts = statement({
  name: 'checkout.export',
  sql: `SELECT jsonb_build_object(
          'id', c.id, 'status', c.status, 'address', c.address, 'orderId', c.order_id, 'createdAt', c.created_at,
          'lines', (SELECT coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'name', l.name_en, 'quantity', l.quantity,
                                                                 'unitPrice', l.unit_price::text) ORDER BY l.id), '[]')
                      FROM checkout_lines l WHERE l.checkout_id = c.id)) AS record
          FROM checkouts c WHERE c.account_id = :accountId ORDER BY c.id`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});

const lockOpen = statement({
  name: 'checkout.lock_open_of_account',
  sql: `SELECT id FROM checkouts WHERE account_id = :accountId AND status = 'OPEN' FOR UPDATE`,
  params: OF_ACCOUNT,
  row: { id: uuid },
});
const dropAddresses = statement({
  name: 'checkout.drop_addresses',
  sql: 'DELETE FROM addresses WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});
const forgetChosen = statement({
  name: 'checkout.forget_chosen_addresses',
  sql: 'UPDATE checkouts SET address = NULL WHERE account_id = :accountId AND address IS NOT NULL',
  params: OF_ACCOUNT,
});

/** Addresses and their copies in checkouts. An open checkout is cancelled and its stock released. */
export function checkoutData({ clock }: { clock: Clock }): PersonalData {
  return {
    owner: 'marketplace/checkout',
    find: async (trx, accountId) => {
      const found = await doors.all(trx, { accountId });
      return {
        words: found.flatMap(({ contactName, phone }) => [contactName, phone]),
        phrases: found.flatMap(({ landmark, instructions }) =>
          [landmark, instructions].filter((text) => text !== null),
        ),
        doors: found.map(({ door }) => door),
      };
    },
    // Open checkouts are no obstacle; they are locked so that none becomes an order meanwhile.
    obstacles: async (trx, accountId) => {
      await lockOpen.count(trx, { accountId });
      return [];
    },
    export: async (executor, accountId) => ({
      addresses: (await shown.all(executor, { accountId })).map(({ record }) => record),
      checkouts: (await shownCheckouts.all(executor, { accountId })).map(({ record }) => record),
    }),
    erase: async (trx, { accountId }) => {
      const open = await lockOpen.all(trx, { accountId });
      const at = clock.now();
      const endings = open.map(({ id }) => ({ checkoutId: id, accountId, at }));
      if (endings.length > 0) await writeEndings(trx, endings, 'CANCELLED');
      await forgetChosen.count(trx, { accountId });
      await dropAddresses.count(trx, { accountId });
    },
  };
}
