import type { FailureReason } from '../../../actors/order/failure.ts';
import type { GroupStatus, ManualRefusal, TaskStatus } from '../../../actors/order/state.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
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
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

type Schemas = components['schemas'];

const TASK = {
  id: uuid,
  order_id: uuid,
  group_id: uuid,
  seller_id: uuid,
  order_number: text,
  // Set when an order has several parcels.
  parcel: nullable(jsonb<{ number: number; of: number }>()),
  group_status: oneOf<GroupStatus>(),
  group_ended_at: nullable(timestamptz),
  placed_at: timestamptz,
  accept_by: timestamptz,
  accepted_at: nullable(timestamptz),
  ready_at: nullable(timestamptz),
  return_confirmed_at: nullable(timestamptz),
  // Whether the seller has an account that can sign in.
  seller_staffed: boolean,
  status: oneOf<TaskStatus>(),
  round: integer,
  driver_id: nullable(uuid),
  driver_name: nullable(text),
  offer_id: nullable(uuid),
  offer_expires_at: nullable(timestamptz),
  manual_offer_id: nullable(uuid),
  manual_driver_id: nullable(uuid),
  manual_refusal: nullable(jsonb<ManualRefusal>()),
  zone_id: nullable(uuid),
  due_by: timestamptz,
  pickup_eta: nullable(timestamptz),
  dropoff_eta: nullable(timestamptz),
  cash_due: numeric,
  cash_recorded: nullable(numeric),
  completed_at: nullable(timestamptz),
  // When a hand-in, open or closed, included its cash.
  cash_named_at: nullable(timestamptz),
  attempt: integer,
  failure_reason: nullable(oneOf<FailureReason>()),
  window_from: nullable(timestamptz),
  window_to: nullable(timestamptz),
  reversal_id: nullable(uuid),
  hand_over_id: nullable(uuid),
  hand_over_driver_id: nullable(uuid),
  hand_over_driver_name: nullable(text),
  hand_over_reserved: boolean,
  hand_over_gave: boolean,
  hand_over_took: boolean,
  hand_over_expires_at: nullable(timestamptz),
  code_expires_at: nullable(timestamptz),
  actor_version: bigint,
  pickup_lat: double,
  pickup_lng: double,
  address: jsonb<Schemas['AddressSnapshot']>(),
  warehouse_name: text,
  warehouse_phone: nullable(text),
  zone_number: integer,
  street_number: integer,
  building_number: integer,
  unit: nullable(text),
  landmark: nullable(text),
};

/** A delivery task with what is needed for its pickup and drop-off. */
export type TaskRow = ValuesOf<typeof TASK>;

export interface TaskFilter {
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  status?: TaskStatus | undefined;
  zoneId?: string | undefined;
  driverId?: string | undefined;
  /** The driver who has it or is to take it over. */
  visibleTo?: string | undefined;
}

/** Tasks older than `before`, newest first. */
export function readTasks(
  database: Database,
  filter: TaskFilter,
  before: string | null,
  limit: number,
): Promise<TaskRow[]> {
  const { id = null, ids = null, status = null, zoneId = null, driverId = null, visibleTo = null } = filter;
  return list.all(database, { id, ids, status, zoneId, driverId, visibleTo, before, limit });
}

const SELLER_STAFFED = `EXISTS (
  SELECT FROM accounts a
   WHERE a.status = 'ACTIVE'
     AND a.id IN (SELECT owner_account_id FROM sellers WHERE id = t.seller_id
                  UNION ALL SELECT account_id FROM seller_staff WHERE seller_id = t.seller_id AND permissions @> '{ORDERS}'))`;

const list = statement({
  name: 'tasks.list',
  sql: `SELECT t.id, t.order_id, t.group_id, t.seller_id, t.status, t.round, t.driver_id, t.offer_id,
               t.offer_expires_at, t.manual_offer_id, t.manual_driver_id, t.manual_refusal, t.zone_id, t.due_by,
               t.pickup_eta, t.dropoff_eta, t.cash_due, t.cash_recorded, t.completed_at, t.attempt,
               t.failure_reason, t.window_from, t.window_to, t.reversal_id, t.hand_over_id,
               t.hand_over_driver_id, t.hand_over_reserved, t.hand_over_gave, t.hand_over_took,
               t.hand_over_expires_at, t.code_expires_at, t.actor_version, t.pickup_lat, t.pickup_lng,
               o.number AS order_number, o.address,
               (SELECT CASE WHEN count(*) > 1 THEN
                            jsonb_build_object('number', count(*) FILTER (WHERE s.id <= t.group_id), 'of', count(*)) END
                  FROM order_groups s WHERE s.order_id = t.order_id) AS parcel,
               g.status AS group_status, g.ended_at AS group_ended_at, g.return_confirmed_at,
               o.placed_at, g.accept_by, g.accepted_at, g.ready_at,
               d.full_name AS driver_name, h.full_name AS hand_over_driver_name,
               w.name AS warehouse_name, w.phone AS warehouse_phone, w.zone_number, w.street_number,
               w.building_number, w.unit, w.landmark,
               (SELECT s.created_at FROM driver_collections c JOIN settlements s ON s.id = c.settlement_id
                 WHERE c.task_id = t.id AND c.reversed_at IS NULL) AS cash_named_at,
               ${SELLER_STAFFED} AS seller_staffed
          FROM delivery_tasks t
          JOIN orders o ON o.id = t.order_id
          JOIN order_groups g ON g.id = t.group_id
          JOIN warehouses w ON w.id = g.warehouse_id
          LEFT JOIN drivers d ON d.id = t.driver_id
          LEFT JOIN drivers h ON h.id = t.hand_over_driver_id
         WHERE (:id::uuid IS NULL OR t.id = :id)
           AND (:ids::uuid[] IS NULL OR t.id = ANY (:ids))
           AND (:status::text IS NULL OR t.status = :status)
           AND (:zoneId::uuid IS NULL OR t.zone_id = :zoneId)
           AND (:driverId::uuid IS NULL OR t.driver_id = :driverId)
           AND (:visibleTo::uuid IS NULL OR t.driver_id = :visibleTo
                OR (t.hand_over_reserved AND t.hand_over_driver_id = :visibleTo))
           AND (:before::uuid IS NULL OR t.id < :before)
         ORDER BY t.id DESC LIMIT :limit`,
  params: {
    ...{ id: nullable(uuid), ids: nullable(arrayOf(uuid)), status: nullable(TASK.status) },
    ...{ zoneId: nullable(uuid), driverId: nullable(uuid), visibleTo: nullable(uuid) },
    ...{ before: nullable(uuid), limit: bigint },
  },
  row: TASK,
});

const GOODS = { id: uuid, group_id: uuid, name: text, quantity: integer };

export type TaskGoodsRow = ValuesOf<typeof GOODS>;

/** The goods of each group, by group id. */
export async function readGoods(
  database: Database,
  tasks: readonly TaskRow[],
  locale: Locale,
): Promise<Map<string, TaskGoodsRow[]>> {
  const rows = await selectGoods.all(database, { groupIds: tasks.map((task) => task.group_id), locale });
  return groupBy(rows, (row) => row.group_id);
}

const selectGoods = statement({
  name: 'tasks.select_goods',
  sql: `SELECT id, group_id, quantity, CASE :locale::text WHEN 'ar' THEN name_ar ELSE name_en END AS name
          FROM order_lines WHERE group_id = ANY (:groupIds) ORDER BY id`,
  params: { locale: oneOf<Locale>(), groupIds: arrayOf(uuid) },
  row: GOODS,
});

const HISTORY = {
  subject_id: uuid,
  at: timestamptz,
  to_state: oneOf<TaskStatus>(),
  role: oneOf<Schemas['Actor']>(),
  reason: nullable(text),
  driver_id: nullable(text),
  // RFC 3339 UTC, as reported by the driver's phone.
  occurred_at: nullable(text),
};

export type TaskHistoryRow = ValuesOf<typeof HISTORY>;

/** Status changes of each task, oldest first, by task id. */
export async function readHistory(
  database: Database,
  tasks: readonly TaskRow[],
): Promise<Map<string, TaskHistoryRow[]>> {
  const rows = await selectHistory.all(database, { taskIds: tasks.map((task) => task.id) });
  return groupBy(rows, (row) => row.subject_id);
}

const selectHistory = statement({
  name: 'tasks.select_history',
  sql: `SELECT subject_id, at, to_state, role, reason, data ->> 'driverId' AS driver_id,
               data ->> 'occurredAt' AS occurred_at
          FROM transitions
         WHERE subject_type = 'TASK' AND subject_id = ANY (:taskIds) AND from_state IS DISTINCT FROM to_state
         ORDER BY actor_version, id`,
  params: { taskIds: arrayOf(uuid) },
  row: HISTORY,
});

const OF_ORDER = { orderId: uuid, groupId: uuid, round: integer };

/** The order whose actor takes a task's commands. */
export function findOrderOfTask(
  database: Database,
  taskId: string,
): Promise<ValuesOf<typeof OF_ORDER> | null> {
  return selectOrder.first(database, { taskId });
}

const selectOrder = statement({
  name: 'tasks.find_order',
  sql: 'SELECT order_id AS "orderId", group_id AS "groupId", round FROM delivery_tasks WHERE id = :taskId',
  params: { taskId: uuid },
  row: OF_ORDER,
});

/** The first of an order's recent events whose type is in `types` and whose `field` equals `id`. */
export async function findOrderEvent<Event extends JsonObject>(
  database: Database,
  asked: { orderId: string; field: string; id: string; types: readonly Event['type'][] },
): Promise<Event | null> {
  const found = await selectOrderEvent.first(database, { ...asked, types: asked.types.map(String) });
  return found === null ? null : (found.event as Event);
}

const selectOrderEvent = statement({
  name: 'tasks.find_order_event',
  sql: `SELECT e.event FROM actor_command c CROSS JOIN jsonb_array_elements(c.events) AS e (event)
         WHERE c.kind = 'order' AND c.key = :orderId AND c.at > now() - interval '3 days'
           AND e.event ->> :field = :id AND e.event ->> 'type' = ANY (:types)
         ORDER BY c.version LIMIT 1`,
  params: { orderId: uuid, field: text, id: text, types: arrayOf(text) },
  row: { event: jsonb<JsonObject>() },
});

const DUE = {
  id: uuid,
  status: text,
  due_by: timestamptz,
  pickup_eta: nullable(timestamptz),
  dropoff_eta: nullable(timestamptz),
  pickup_lat: double,
  pickup_lng: double,
  dropoff_lat: double,
  dropoff_lng: double,
};

/** A task on its way to the door, with its expected arrival. */
export type DueTask = ValuesOf<typeof DUE>;

export interface DueQuery {
  /** Returned first. */
  known: readonly string[];
  /** Includes all tasks due earlier, whatever their planned arrival. */
  soon: Date;
  /** Seconds. Includes tasks whose planned arrival is within this margin of their due time, or later. */
  margin: number;
  limit: number;
}

/** Tasks under way that may be late. */
export function tasksDue(trx: Transaction, query: DueQuery): Promise<DueTask[]> {
  return selectDue.all(trx, query);
}

const selectDue = statement({
  name: 'tasks.select_due',
  sql: `SELECT id, status, due_by, pickup_eta, dropoff_eta, pickup_lat, pickup_lng, dropoff_lat, dropoff_lng
          FROM delivery_tasks
         WHERE status IN ('UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED',
                          'CODE_VERIFIED', 'CASH_RECORDED')
           AND (due_by < :soon OR greatest(pickup_eta, dropoff_eta) > due_by - make_interval(secs => :margin))
         ORDER BY id = ANY (:known) DESC, due_by, id LIMIT :limit`,
  params: { known: arrayOf(uuid), soon: timestamptz, margin: double, limit: bigint },
  row: DUE,
});
