import type { Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';

/** Units of one line that one warehouse holds for a checkout, and what an order takes from both as it is now. */
export interface HeldUnits {
  id: string;
  lineId: string;
  offerId: string;
  warehouseId: string;
  quantity: number;
  latitude: number;
  longitude: number;
  /** Percent that the line's seller pays on goods. */
  commissionRate: string;
}

const READ = {
  name: 'held_units',
  sql: `SELECT r.id, r.line_id AS "lineId", r.offer_id AS "offerId", r.warehouse_id AS "warehouseId", r.quantity,
               w.latitude, w.longitude, p.percent AS "commissionRate"
          FROM reservations r
          JOIN warehouses w ON w.id = r.warehouse_id
          JOIN checkout_lines l ON l.id = r.line_id
          JOIN sellers s ON s.id = l.seller_id
          JOIN commission_plans p ON p.id = s.commission_plan_id
         WHERE r.checkout_id = ? AND r.status = 'HELD'
         ORDER BY r.id`,
};

/** What a checkout still holds. A count may take of it until its stock rows are locked. */
export function readHeld(trx: Transaction, checkoutId: string): Promise<HeldUnits[]> {
  return runPrepared<HeldUnits>(trx, READ, [checkoutId]);
}
