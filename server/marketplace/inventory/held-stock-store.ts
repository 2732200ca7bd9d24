import type { Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, jsonb, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { LOCK_ORDER, type MoveOptions } from './level-store.ts';
import type { HeldUnits } from './reservation-store.ts';

export interface Sale {
  checkoutId: string;
  orderId: string;
  held: readonly HeldUnits[];
}

/**
 * The held units leave the stock for an order. The last thing its transaction does, so that everybody else waits for
 * these stock rows no longer than its commit takes: what was held was read without a lock, and is looked at again here.
 * False when a count took some of it away meanwhile; the transaction must be given up then. A reservation has a stock
 * row of its own: a checkout takes of an offer in a warehouse once.
 */
export async function sellHeld(
  trx: Transaction,
  { checkoutId, orderId, held }: Sale,
  { ids, at, accountId }: Omit<MoveOptions, 'repeated'>,
): Promise<boolean> {
  const sold = held.map(({ id, offerId, warehouseId, quantity }) => ({
    ...{ id, movementId: ids.next() },
    ...{ offerId, warehouseId, quantity },
  }));
  const offerIds = held.map(({ offerId }) => offerId);
  const row = await sell.first(trx, { sold, offerIds, at, checkoutId, orderId, accountId });
  return row?.consumed === held.length && row.taken === held.length;
}

interface SoldUnits {
  id: string;
  movementId: string;
  offerId: string;
  warehouseId: string;
  quantity: number;
}

const sell = statement({
  name: 'inventory.sell_held',
  // Offers and checkout are also given by themselves: the planner expects a hundred rows from JSON and would read all
  // stock for them.
  sql: `
  WITH sold AS MATERIALIZED (
    SELECT s.id, s."movementId", s."offerId" AS offer_id, s."warehouseId" AS warehouse_id, s.quantity
      FROM jsonb_to_recordset(:sold::jsonb) AS s(id uuid, "movementId" uuid, "offerId" uuid, "warehouseId" uuid,
                                                 quantity integer)),
  locked AS MATERIALIZED (
    SELECT l.offer_id, l.warehouse_id FROM stock_levels l
     WHERE l.offer_id = ANY(:offerIds::uuid[])
       AND (l.offer_id, l.warehouse_id) IN (SELECT offer_id, warehouse_id FROM sold)
     ${LOCK_ORDER}),
  consumed AS (
    UPDATE reservations r SET status = 'CONSUMED', ended_at = :at::timestamptz
      FROM sold JOIN locked USING (offer_id, warehouse_id)
     WHERE r.id = sold.id AND r.status = 'HELD' AND r.checkout_id = :checkoutId::uuid
    RETURNING sold."movementId", sold.offer_id, sold.warehouse_id, sold.quantity),
  moved AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT c."movementId", c.offer_id, c.warehouse_id, -c.quantity, -c.quantity, 'SALE', :orderId, :accountId::uuid,
           :at::timestamptz
      FROM consumed c),
  taken AS (
    UPDATE stock_levels l
       SET on_hand = l.on_hand - c.quantity, reserved = l.reserved - c.quantity, version = l.version + 1,
           updated_at = now()
      FROM consumed c
     WHERE l.offer_id = c.offer_id AND l.warehouse_id = c.warehouse_id AND l.offer_id = ANY(:offerIds::uuid[])
    RETURNING 1)
  SELECT (SELECT count(*) FROM consumed) AS consumed, (SELECT count(*) FROM taken) AS taken`,
  params: {
    sold: jsonb<readonly SoldUnits[]>(),
    offerIds: arrayOf(uuid),
    at: timestamptz,
    checkoutId: uuid,
    // The cause of a movement is a text.
    orderId: text,
    accountId: nullable(uuid),
  },
  row: { consumed: bigint, taken: bigint },
  prepare: true,
});
