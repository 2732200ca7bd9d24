import type { FailureReason } from '../../../actors/order/failure.ts';
import type { GroupStatus, ManualRefusal, TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

type Schemas = components['schemas'];

/** A delivery task with what its two doors need. */
export interface TaskRow {
  id: string;
  order_id: string;
  group_id: string;
  seller_id: string;
  order_number: string;
  group_status: GroupStatus;
  group_ended_at: Date | null;
  return_confirmed_at: Date | null;
  /** Somebody of the seller's can sign in. */
  seller_staffed: boolean;
  status: TaskStatus;
  round: number;
  driver_id: string | null;
  driver_name: string | null;
  offer_id: string | null;
  offer_expires_at: Date | null;
  manual_offer_id: string | null;
  manual_driver_id: string | null;
  manual_refusal: ManualRefusal | null;
  zone_id: string | null;
  due_by: Date;
  pickup_eta: Date | null;
  dropoff_eta: Date | null;
  cash_due: string;
  cash_recorded: string | null;
  completed_at: Date | null;
  /** When a hand-in, open or closed, named its cash. */
  cash_named_at: Date | null;
  attempt: number;
  failure_reason: FailureReason | null;
  window_from: Date | null;
  window_to: Date | null;
  reversal_id: string | null;
  hand_over_id: string | null;
  hand_over_driver_id: string | null;
  hand_over_driver_name: string | null;
  hand_over_reserved: boolean;
  hand_over_gave: boolean;
  hand_over_took: boolean;
  hand_over_expires_at: Date | null;
  code_expires_at: Date | null;
  actor_version: number;
  pickup_lat: number;
  pickup_lng: number;
  address: Schemas['AddressSnapshot'];
  warehouse_name: string;
  warehouse_phone: string | null;
  zone_number: number;
  street_number: number;
  building_number: number;
  unit: string | null;
  landmark: string | null;
}

export interface TaskGoodsRow {
  id: string;
  group_id: string;
  name: string;
  quantity: number;
}

export interface TaskHistoryRow {
  subject_id: string;
  at: Date;
  to_state: TaskStatus;
  role: Schemas['Actor'];
  reason: string | null;
  driver_id: string | null;
  /** RFC 3339 UTC, as a driver's phone told it. */
  occurred_at: string | null;
}

export interface TaskFilter {
  id?: string | undefined;
  ids?: readonly string[] | undefined;
  status?: TaskStatus | undefined;
  zoneId?: string | undefined;
  driverId?: string | undefined;
  /** The driver who has it, or is to take it over. */
  visibleTo?: string | undefined;
}

const SELLER_STAFFED = `EXISTS (
  SELECT FROM accounts a
   WHERE a.status = 'ACTIVE'
     AND a.id IN (SELECT owner_account_id FROM sellers WHERE id = t.seller_id
                  UNION ALL SELECT account_id FROM seller_staff WHERE seller_id = t.seller_id AND permissions @> '{ORDERS}'))`;

/** Tasks older than `before`, newest first. */
export async function readTasks(
  database: Database,
  filter: TaskFilter,
  before: string | null,
  limit: number,
): Promise<TaskRow[]> {
  const query = database('delivery_tasks as t')
    .join('orders as o', 'o.id', 't.order_id')
    .join('order_groups as g', 'g.id', 't.group_id')
    .join('warehouses as w', 'w.id', 'g.warehouse_id')
    .leftJoin('drivers as d', 'd.id', 't.driver_id')
    .leftJoin('drivers as h', 'h.id', 't.hand_over_driver_id')
    .orderBy('t.id', 'desc')
    .limit(limit)
    .select<TaskRow[]>(
      't.*',
      'o.number as order_number',
      'o.address',
      'g.status as group_status',
      'g.ended_at as group_ended_at',
      'g.return_confirmed_at',
      'd.full_name as driver_name',
      'h.full_name as hand_over_driver_name',
      'w.name as warehouse_name',
      'w.phone as warehouse_phone',
      'w.zone_number',
      'w.street_number',
      'w.building_number',
      'w.unit',
      'w.landmark',
      database.raw(`(SELECT s.created_at FROM driver_collections c JOIN settlements s ON s.id = c.settlement_id
                      WHERE c.task_id = t.id AND c.reversed_at IS NULL) AS cash_named_at`),
      database.raw(`${SELLER_STAFFED} AS seller_staffed`),
    );
  if (filter.id !== undefined) query.where('t.id', filter.id);
  if (filter.ids !== undefined) query.whereIn('t.id', filter.ids);
  if (filter.status !== undefined) query.where('t.status', filter.status);
  if (filter.zoneId !== undefined) query.where('t.zone_id', filter.zoneId);
  if (filter.driverId !== undefined) query.where('t.driver_id', filter.driverId);
  const { visibleTo } = filter;
  if (visibleTo !== undefined) {
    const receives = 't.hand_over_reserved AND t.hand_over_driver_id = ?';
    query.whereRaw(`(t.driver_id = ? OR (${receives}))`, [visibleTo, visibleTo]);
  }
  if (before !== null) query.where('t.id', '<', before);
  return query;
}

/** The goods of each group, by group id. */
export async function readGoods(
  database: Database,
  tasks: readonly TaskRow[],
  locale: Locale,
): Promise<Map<string, TaskGoodsRow[]>> {
  const rows = await database('order_lines')
    .whereIn(
      'group_id',
      tasks.map((task) => task.group_id),
    )
    .orderBy('id')
    .select<TaskGoodsRow[]>('id', 'group_id', 'quantity', { name: locale === 'ar' ? 'name_ar' : 'name_en' });
  return groupBy(rows, (row) => row.group_id);
}

/** Changes of status of each task, oldest first, by task id. */
export async function readHistory(
  database: Database,
  tasks: readonly TaskRow[],
): Promise<Map<string, TaskHistoryRow[]>> {
  const { rows } = await database.raw<{ rows: TaskHistoryRow[] }>(
    `SELECT subject_id, at, to_state, role, reason, data ->> 'driverId' AS driver_id,
            data ->> 'occurredAt' AS occurred_at
       FROM transitions
      WHERE subject_type = 'TASK' AND subject_id = ANY(?::uuid[]) AND from_state IS DISTINCT FROM to_state
      ORDER BY actor_version, id`,
    [tasks.map((task) => task.id)],
  );
  return groupBy(rows, (row) => row.subject_id);
}

/** Where a task's commands go. */
export async function findOrderOfTask(
  database: Database,
  taskId: string,
): Promise<{ orderId: string; groupId: string; round: number } | null> {
  const row = await database<{ id: string; order_id: string; group_id: string; round: number }>(
    'delivery_tasks',
  )
    .where('id', taskId)
    .first('order_id', 'group_id', 'round');
  return row === undefined ? null : { orderId: row.order_id, groupId: row.group_id, round: row.round };
}
