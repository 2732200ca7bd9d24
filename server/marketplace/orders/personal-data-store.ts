import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { bigint, jsonb, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { Obstacle, PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { UNDER_WAY, UNSETTLED } from './unfinished-store.ts';

const OF_ACCOUNT = { accountId: uuid };

const unfinished = statement({
  name: 'orders.unfinished_of_account',
  sql: `SELECT count(DISTINCT o.id) FILTER (WHERE ${UNDER_WAY}) AS under_way,
               count(DISTINCT o.id) FILTER (WHERE ${UNSETTLED}) AS unsettled
          FROM orders o JOIN order_groups g ON g.order_id = o.id WHERE o.account_id = :accountId`,
  params: OF_ACCOUNT,
  row: { under_way: bigint, unsettled: bigint },
});

const shown = statement({
  name: 'orders.export',
  sql: `SELECT jsonb_build_object(
          'id', o.id, 'number', o.number, 'status', o.status, 'placedAt', o.placed_at, 'address', o.address,
          'paymentMethod', o.payment_method, 'total', o.total::text,
          'groups', (SELECT jsonb_agg(jsonb_build_object(
                       'id', g.id, 'sellerName', jsonb_build_object('en', s.display_name_en, 'ar', s.display_name_ar),
                       'status', g.status, 'paymentStatus', g.payment_status, 'endedAt', g.ended_at) ORDER BY g.id)
                       FROM order_groups g JOIN sellers s ON s.id = g.seller_id WHERE g.order_id = o.id),
          'lines', (SELECT jsonb_agg(jsonb_build_object(
                      'sku', l.sku, 'name', jsonb_build_object('en', l.name_en, 'ar', l.name_ar),
                      'quantity', l.quantity, 'unitPrice', l.unit_price::text) ORDER BY l.id)
                      FROM order_groups g JOIN order_lines l ON l.group_id = g.id WHERE g.order_id = o.id)) AS record
          FROM orders o WHERE o.account_id = :accountId ORDER BY o.id`,
  params: OF_ACCOUNT,
  row: { record: jsonb<JsonObject>() },
});

/** The actors erase orders; this slice checks whether they may be erased, and exports them. */
export const orderData: PersonalData = {
  owner: 'marketplace/orders',
  obstacles: async (trx, accountId) => {
    const found = await unfinished.first(trx, { accountId });
    const obstacles: Obstacle[] = [
      { code: 'ORDERS_UNDER_WAY', count: found?.under_way ?? 0 },
      { code: 'CASH_NOT_SETTLED', count: found?.unsettled ?? 0 },
    ];
    return obstacles.filter(({ count }) => count > 0);
  },
  export: async (executor, accountId) => ({
    orders: (await shown.all(executor, { accountId })).map(({ record }) => record),
  }),
};
