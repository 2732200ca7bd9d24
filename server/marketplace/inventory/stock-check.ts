import type { Database } from '../../../db/database.ts';
import type { LevelKey } from './level-key.ts';

export interface StockFault extends LevelKey {
  onHand: number;
  reserved: number;
  /** What the movements of the level sum up to. */
  movedOnHand: number;
  movedReserved: number;
  /** What its reservations hold. */
  held: number;
}

const MOST_FAULTS = 100;

/**
 * Adds up what moved each stock level and what is held of it: the movements sum to on hand and reserved, and what is
 * reserved is held by somebody. Reads one moment of the database; answers the first hundred levels where that is not so.
 */
export async function checkStock(database: Database): Promise<StockFault[]> {
  const { rows } = await database.raw<{ rows: StockFault[] }>(
    `SELECT l.offer_id AS "offerId", l.warehouse_id AS "warehouseId", l.on_hand AS "onHand", l.reserved,
            coalesce(m.on_hand, 0)::integer AS "movedOnHand", coalesce(m.reserved, 0)::integer AS "movedReserved",
            coalesce(h.held, 0)::integer AS held
       FROM stock_levels l
       LEFT JOIN (SELECT offer_id, warehouse_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved
                    FROM stock_movements GROUP BY offer_id, warehouse_id) m USING (offer_id, warehouse_id)
       LEFT JOIN (SELECT offer_id, warehouse_id, sum(quantity) AS held
                    FROM reservations WHERE status = 'HELD' GROUP BY offer_id, warehouse_id) h USING (offer_id, warehouse_id)
      WHERE l.on_hand <> coalesce(m.on_hand, 0) OR l.reserved <> coalesce(m.reserved, 0)
         OR l.reserved <> coalesce(h.held, 0)
      ORDER BY l.offer_id, l.warehouse_id LIMIT ?`,
    [MOST_FAULTS],
  );
  return rows;
}
