import type { Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';
import { type HeldUnits, LOCK_ORDER, type MoveOptions } from '../inventory/inventory.ts';

export interface Sale {
  checkoutId: string;
  orderId: string;
  held: readonly HeldUnits[];
}

// Offers and checkout are named besides: of rows out of JSON a hundred are expected, for which all stock would be read.
const SELL = {
  name: 'sell_held',
  sql: `
  WITH sold AS MATERIALIZED (
    SELECT s.id, s."movementId", s."offerId" AS offer_id, s."warehouseId" AS warehouse_id, s.quantity
      FROM jsonb_to_recordset(?::jsonb) AS s(id uuid, "movementId" uuid, "offerId" uuid, "warehouseId" uuid,
                                             quantity integer)),
  locked AS MATERIALIZED (
    SELECT l.offer_id, l.warehouse_id FROM stock_levels l
     WHERE l.offer_id = ANY(?::uuid[])
       AND (l.offer_id, l.warehouse_id) IN (SELECT offer_id, warehouse_id FROM sold)
     ${LOCK_ORDER}),
  consumed AS (
    UPDATE reservations r SET status = 'CONSUMED', ended_at = ?::timestamptz
      FROM sold JOIN locked USING (offer_id, warehouse_id)
     WHERE r.id = sold.id AND r.status = 'HELD' AND r.checkout_id = ?::uuid
    RETURNING sold."movementId", sold.offer_id, sold.warehouse_id, sold.quantity),
  moved AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT c."movementId", c.offer_id, c.warehouse_id, -c.quantity, -c.quantity, 'SALE', ?, ?::uuid, ?::timestamptz
      FROM consumed c),
  taken AS (
    UPDATE stock_levels l
       SET on_hand = l.on_hand - c.quantity, reserved = l.reserved - c.quantity, version = l.version + 1,
           updated_at = now()
      FROM consumed c
     WHERE l.offer_id = c.offer_id AND l.warehouse_id = c.warehouse_id AND l.offer_id = ANY(?::uuid[])
    RETURNING 1)
  SELECT (SELECT count(*) FROM consumed) AS consumed, (SELECT count(*) FROM taken) AS taken`,
};

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
  const [row] = await runPrepared<{ consumed: number; taken: number }>(trx, SELL, [
    ...[JSON.stringify(sold), offerIds],
    ...[at, checkoutId, orderId, accountId, at, offerIds],
  ]);
  return row?.consumed === held.length && row.taken === held.length;
}
