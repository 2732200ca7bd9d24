import type { Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { LOCK_ORDER } from './level-store.ts';

/** A checkout that becomes an order. */
export interface Sale {
  checkoutId: string;
  orderId: string;
  accountId: string;
  /** Its reservations as read, one per offer and warehouse. */
  held: readonly { offerId: string }[];
}

/**
 * Turns these checkouts' reservations into sales, changing each level once. Runs last in the transaction, so that the
 * stock rows are locked only for the duration of the commit. The reservations were read without a lock and are checked
 * again here. Fails as a serialization failure (40001) if a count revoked some of them meanwhile.
 */
export async function sellHeld(trx: Transaction, sales: readonly Sale[], at: Date): Promise<void> {
  await sell.first(trx, {
    checkoutIds: sales.map(({ checkoutId }) => checkoutId),
    orderIds: sales.map(({ orderId }) => orderId),
    accountIds: sales.map(({ accountId }) => accountId),
    offerIds: [...new Set(sales.flatMap(({ held }) => held.map(({ offerId }) => offerId)))],
    seen: sales.reduce((sum, { held }) => sum + held.length, 0),
    at,
  });
}

const sell = statement({
  name: 'inventory.sell_held',
  // Offer ids are passed separately too: the planner does not know how few rows are sold and would read all stock.
  sql: `
  WITH sold AS MATERIALIZED (
    SELECT r.id, r.offer_id, r.warehouse_id, r.quantity, s.order_id, s.account_id
      FROM unnest((SELECT :checkoutIds::uuid[]), (SELECT :orderIds::uuid[]), (SELECT :accountIds::uuid[]))
           AS s(checkout_id, order_id, account_id)
     CROSS JOIN LATERAL (SELECT id, offer_id, warehouse_id, quantity FROM reservations
                          WHERE checkout_id = s.checkout_id AND status = 'HELD' OFFSET 0) r),
  locked AS MATERIALIZED (
    SELECT l.offer_id, l.warehouse_id FROM stock_levels l
     WHERE l.offer_id = ANY((SELECT :offerIds::uuid[])::uuid[])
       AND (l.offer_id, l.warehouse_id) IN (SELECT offer_id, warehouse_id FROM sold)
     ${LOCK_ORDER}),
  consumed AS (
    UPDATE reservations r SET status = 'CONSUMED', ended_at = :at::timestamptz
      FROM sold JOIN locked USING (offer_id, warehouse_id)
     WHERE r.id = sold.id AND r.status = 'HELD'
    RETURNING sold.offer_id, sold.warehouse_id, sold.quantity, sold.order_id, sold.account_id),
  moved AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT uuidv7(), c.offer_id, c.warehouse_id, -c.quantity, -c.quantity, 'SALE', c.order_id::text, c.account_id,
           :at::timestamptz
      FROM consumed c),
  levels AS MATERIALIZED (
    SELECT offer_id, warehouse_id, sum(quantity)::integer AS quantity, count(*)::integer AS sales
      FROM consumed GROUP BY offer_id, warehouse_id),
  taken AS (
    UPDATE stock_levels l
       SET on_hand = l.on_hand - c.quantity, reserved = l.reserved - c.quantity, version = l.version + c.sales,
           updated_at = now()
      FROM levels c
     WHERE l.offer_id = c.offer_id AND l.warehouse_id = c.warehouse_id
       AND l.offer_id = ANY((SELECT :offerIds::uuid[])::uuid[])
    RETURNING 1)
  SELECT require_unchanged((SELECT count(*) FROM consumed) = :seen
                           AND (SELECT count(*) FROM taken) = (SELECT count(*) FROM levels),
                           'what a checkout held') AS unchanged`,
  params: {
    ...{ checkoutIds: arrayOf(uuid), orderIds: arrayOf(uuid), accountIds: arrayOf(uuid) },
    ...{ offerIds: arrayOf(uuid), seen: bigint, at: timestamptz },
  },
  row: { unchanged: boolean },
  prepare: true,
});
