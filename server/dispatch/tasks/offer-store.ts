import type { Database } from '../../../db/database.ts';
import { bigint, double, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const OFFERED = {
  taskId: uuid,
  orderNumber: text,
  offerId: uuid,
  expiresAt: nullable(timestamptz),
  warehouseName: text,
  pickupLat: double,
  pickupLng: double,
  dueBy: timestamptz,
};

/** A task waiting for its driver's answer. */
export type OfferedTaskRow = ValuesOf<typeof OFFERED>;

/** Newest task first. @param before Id of the last task on the previous page. */
export function readOffers(
  database: Database,
  driverId: string,
  before: string | null,
  limit: number,
): Promise<OfferedTaskRow[]> {
  return offers.all(database, { driverId, before, limit });
}

const offers = statement({
  name: 'tasks.offers',
  sql: `SELECT t.id AS "taskId", o.number AS "orderNumber", t.offer_id AS "offerId", t.offer_expires_at AS "expiresAt",
               w.name AS "warehouseName", t.pickup_lat AS "pickupLat", t.pickup_lng AS "pickupLng", t.due_by AS "dueBy"
          FROM delivery_tasks t
          JOIN orders o ON o.id = t.order_id
          JOIN order_groups g ON g.id = t.group_id
          JOIN warehouses w ON w.id = g.warehouse_id
         WHERE t.driver_id = :driverId AND t.status = 'ASSIGNED' AND t.offer_id IS NOT NULL
           AND (:before::uuid IS NULL OR t.id < :before)
         ORDER BY t.id DESC LIMIT :limit`,
  params: { driverId: uuid, before: nullable(uuid), limit: bigint },
  row: OFFERED,
  prepare: true,
});
