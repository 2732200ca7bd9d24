import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { jsonb, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { PersonalData } from '../../kernel/personal-data/personal-data.ts';

const OF_ACCOUNT = { accountId: uuid };

const shown = statement({
  name: 'cart.export',
  sql: `SELECT jsonb_build_object('offerId', i.offer_id, 'quantity', i.quantity, 'addedAt', i.created_at) AS record
          FROM carts c JOIN cart_items i ON i.cart_id = c.id WHERE c.account_id = :accountId ORDER BY i.id`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});
const dropItems = statement({
  name: 'cart.drop_items_of_account',
  sql: 'DELETE FROM cart_items WHERE cart_id = (SELECT id FROM carts WHERE account_id = :accountId)',
  params: OF_ACCOUNT,
});
const drop = statement({
  name: 'cart.drop_of_account',
  sql: 'DELETE FROM carts WHERE account_id = :accountId',
  params: OF_ACCOUNT,
});

export const cartData: PersonalData = {
  owner: 'marketplace/cart',
  export: async (executor, accountId) => ({
    cart: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, { accountId }) => {
    await dropItems.count(trx, { accountId });
    await drop.count(trx, { accountId });
  },
};
