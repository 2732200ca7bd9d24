import objection from 'objection';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { Checkout } from '../../../db/models/checkout.ts';
import { moveStock, type StockMove } from '../inventory/inventory.ts';

interface Released {
  checkout_id: string;
  offer_id: string;
  warehouse_id: string;
  quantity: number;
}

/**
 * Ends open checkouts without an order and frees what they hold. The caller holds the checkouts' rows and then the
 * stock rows: a count that takes reservations away locks stock before reservations, as this does.
 */
export async function endCheckouts(
  trx: Transaction,
  deps: { clock: Clock; ids: Ids },
  checkoutIds: readonly string[],
  end: { status: 'CANCELLED' | 'EXPIRED'; accountId: string | null },
): Promise<void> {
  if (checkoutIds.length === 0) return;
  const at = deps.clock.now();
  const { rows } = await trx.raw<{ rows: Released[] }>(
    `WITH freed AS (UPDATE reservations SET status = 'RELEASED', ended_at = ?
                     WHERE checkout_id = ANY(?::uuid[]) AND status = 'HELD'
                 RETURNING checkout_id, offer_id, warehouse_id, quantity)
     SELECT checkout_id, offer_id, warehouse_id, sum(quantity)::integer AS quantity
       FROM freed GROUP BY checkout_id, offer_id, warehouse_id`,
    [at, [...checkoutIds]],
  );
  const moves = rows.map(
    (row): StockMove => ({
      offerId: row.offer_id,
      warehouseId: row.warehouse_id,
      onHand: 0,
      reserved: -row.quantity,
      cause: 'RELEASE',
      causeId: row.checkout_id,
    }),
  );
  await moveStock(trx, moves, { ids: deps.ids, at, accountId: end.accountId, repeated: 'fail' });
  await Checkout.query(trx)
    .findByIds([...checkoutIds])
    .patch({ status: end.status, version: objection.raw('version + 1'), updatedAt: new Date() });
}
