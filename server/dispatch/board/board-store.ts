import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Only what a list row and a map marker show; a whole task is many times larger. */
const TASKS = `
  SELECT t.id, t.order_id, t.group_id, o.number AS order_number,
         (SELECT CASE WHEN count(*) > 1 THEN
                      jsonb_build_object('number', count(*) FILTER (WHERE p.id <= t.group_id), 'of', count(*)) END
            FROM order_groups p WHERE p.order_id = t.order_id) AS parcel, t.status, t.driver_id, t.round, t.zone_id, t.due_by,
         t.pickup_eta, t.dropoff_eta, t.attempt, t.failure_reason, t.failed_at,
         t.hand_over_driver_id, w.name AS warehouse_name, s.display_name_en AS shop_en, s.display_name_ar AS shop_ar,
         t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng, o.address ->> 'contactName' AS contact_name,
         (o.address ->> 'zoneNumber')::int AS zone_number, (o.address ->> 'streetNumber')::int AS street_number,
         (o.address ->> 'buildingNumber')::int AS building_number, t.cash_due, t.items, t.created_at,
         q.enqueued_at, g.ended_at, t.actor_version
    FROM delivery_tasks t
    JOIN orders o ON o.id = t.order_id
    JOIN order_groups g ON g.id = t.group_id
    JOIN warehouses w ON w.id = g.warehouse_id
    JOIN sellers s ON s.id = g.seller_id
    LEFT JOIN zone_tickets q ON q.task_id = t.id AND q.round = t.round`;
const task = {
  id: uuid,
  order_id: uuid,
  group_id: uuid,
  order_number: text,
  // Set when an order has several parcels.
  parcel: nullable(jsonb<{ number: number; of: number }>()),
  status: oneOf<TaskStatus>(),
  driver_id: nullable(uuid),
  round: integer,
  zone_id: nullable(uuid),
  due_by: timestamptz,
  pickup_eta: nullable(timestamptz),
  dropoff_eta: nullable(timestamptz),
  attempt: integer,
  failure_reason: nullable(text),
  failed_at: nullable(timestamptz),
  hand_over_driver_id: nullable(uuid),
  warehouse_name: text,
  shop_en: text,
  shop_ar: text,
  pickup_lat: double,
  pickup_lng: double,
  dropoff_lat: double,
  dropoff_lng: double,
  contact_name: text,
  zone_number: integer,
  street_number: integer,
  building_number: integer,
  cash_due: numeric,
  items: integer,
  created_at: timestamptz,
  enqueued_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  actor_version: bigint,
};
export type BoardTaskRow = ValuesOf<typeof task>;

/** Open tasks and those that ended since `endedSince`, most urgent first. */
export function readTaskRows(
  database: Database,
  terms: { endedSince: Date; limit: number },
): Promise<BoardTaskRow[]> {
  return tasks.all(database, terms);
}

const tasks = statement({
  name: 'board.tasks',
  sql: `${TASKS}
         WHERE t.status IN ('UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED',
                            'CASH_RECORDED', 'FAILED', 'RETURNING')
            OR t.id IN (SELECT e.id FROM order_groups h JOIN delivery_tasks e ON e.group_id = h.id
                         WHERE h.ended_at >= :endedSince)
         ORDER BY t.due_by, t.id LIMIT :limit`,
  params: { endedSince: timestamptz, limit: bigint },
  row: task,
});

/** These tasks; missing ones are omitted. */
export function readTaskRowsOf(database: Database, ids: readonly string[]): Promise<BoardTaskRow[]> {
  return tasksOf.all(database, { ids });
}

const tasksOf = statement({
  name: 'board.tasks_by_id',
  sql: `${TASKS} WHERE t.id = ANY (:ids) ORDER BY t.due_by, t.id`,
  params: { ids: arrayOf(uuid) },
  row: task,
});

const driver = {
  id: uuid,
  fullName: text,
  phone: text,
  vehicleType: oneOf<'BICYCLE' | 'MOTORCYCLE' | 'CAR' | 'VAN'>(),
  vehiclePlate: nullable(text),
  status: oneOf<'APPROVED' | 'SUSPENDED'>(),
  duty: oneOf<'OFF' | 'ON_DUTY' | 'ON_BREAK'>(),
  idleSince: nullable(timestamptz),
  shiftPlannedEnd: nullable(timestamptz),
  zoneIds: arrayOf(uuid),
  capacity: integer,
  itemsAssigned: integer,
  activeTasks: integer,
  cashOnHand: numeric,
  codAssigned: numeric,
  cashLimit: nullable(numeric),
  cashCarryOver: boolean,
  actorVersion: bigint,
};

/** Approved and suspended drivers, newest first. */
export function readDriverRows(database: Database, limit: number): Promise<ValuesOf<typeof driver>[]> {
  return drivers.all(database, { limit });
}

const drivers = statement({
  name: 'board.drivers',
  sql: `SELECT id, full_name AS "fullName", phone, vehicle_type AS "vehicleType", vehicle_plate AS "vehiclePlate",
               status, duty, idle_since AS "idleSince", shift_planned_end AS "shiftPlannedEnd",
               zone_ids AS "zoneIds", capacity, items_assigned AS "itemsAssigned", active_tasks AS "activeTasks",
               cash_on_hand AS "cashOnHand", cod_assigned AS "codAssigned", cash_limit AS "cashLimit",
               cash_carry_over AS "cashCarryOver", actor_version AS "actorVersion"
          FROM drivers WHERE status IN ('APPROVED', 'SUSPENDED') ORDER BY id DESC LIMIT :limit`,
  params: { limit: bigint },
  row: driver,
});
