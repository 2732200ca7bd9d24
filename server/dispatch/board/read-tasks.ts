import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';

type BoardTask = components['schemas']['BoardTask'];

/** More tasks than this are not on one board. */
export const MOST_TASKS = 5_000;

interface Row {
  id: string;
  order_id: string;
  group_id: string;
  order_number: string;
  status: TaskStatus;
  driver_id: string | null;
  round: number;
  zone_id: string | null;
  due_by: Date;
  pickup_eta: Date | null;
  dropoff_eta: Date | null;
  attempt: number;
  failure_reason: string | null;
  hand_over_driver_id: string | null;
  warehouse_name: string;
  pickup_lat: number;
  pickup_lng: number;
  dropoff_lat: number;
  dropoff_lng: number;
  contact_name: string;
  zone_number: number;
  street_number: number;
  building_number: number;
  cash_due: string;
  items: number;
  created_at: Date;
  enqueued_at: Date | null;
  ended_at: Date | null;
  actor_version: number;
}

/** Just what a row of the list and a mark on the map show: a whole task is many times as large. */
const SELECT = `
  SELECT t.id, t.order_id, t.group_id, o.number AS order_number, t.status, t.driver_id, t.round, t.zone_id, t.due_by,
         t.pickup_eta, t.dropoff_eta, t.attempt, t.failure_reason, t.hand_over_driver_id, w.name AS warehouse_name,
         t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng, o.address ->> 'contactName' AS contact_name,
         (o.address ->> 'zoneNumber')::int AS zone_number, (o.address ->> 'streetNumber')::int AS street_number,
         (o.address ->> 'buildingNumber')::int AS building_number, t.cash_due, t.items, t.created_at,
         q.enqueued_at, g.ended_at, t.actor_version
    FROM delivery_tasks t
    JOIN orders o ON o.id = t.order_id
    JOIN order_groups g ON g.id = t.group_id
    JOIN warehouses w ON w.id = g.warehouse_id
    LEFT JOIN zone_tickets q ON q.task_id = t.id AND q.round = t.round`;

/** Open tasks, and those that ended since `endedSince`; the most urgent first. One more than may be shown says so. */
export async function readBoardTasks(
  database: Database,
  endedSince: Date,
): Promise<{ tasks: BoardTask[]; complete: boolean }> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `${SELECT}
      WHERE t.status IN ('UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED',
                         'CASH_RECORDED', 'FAILED', 'RETURNING')
         OR t.id IN (SELECT e.id FROM order_groups h JOIN delivery_tasks e ON e.group_id = h.id
                      WHERE h.ended_at >= :endedSince)
      ORDER BY t.due_by, t.id LIMIT :limit`,
    { endedSince, limit: MOST_TASKS + 1 },
  );
  return { tasks: rows.slice(0, MOST_TASKS).map(renderBoardTask), complete: rows.length <= MOST_TASKS };
}

/** These tasks, as far as they exist. */
export async function readBoardTasksOf(database: Database, ids: readonly string[]): Promise<BoardTask[]> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `${SELECT} WHERE t.id = ANY(?::uuid[]) ORDER BY t.due_by, t.id`,
    [[...ids]],
  );
  return rows.map(renderBoardTask);
}

function renderBoardTask(row: Row): BoardTask {
  return {
    taskId: row.id,
    orderId: row.order_id,
    groupId: row.group_id,
    orderNumber: row.order_number,
    status: row.status,
    driverId: row.driver_id,
    round: row.round,
    zoneId: row.zone_id,
    dueBy: row.due_by.toISOString(),
    pickupEta: row.pickup_eta?.toISOString() ?? null,
    dropoffEta: row.dropoff_eta?.toISOString() ?? null,
    attempt: row.attempt,
    failure: row.failure_reason,
    handOverTo: row.hand_over_driver_id,
    pickup: { name: row.warehouse_name, location: { latitude: row.pickup_lat, longitude: row.pickup_lng } },
    dropoff: {
      contactName: row.contact_name,
      zoneNumber: row.zone_number,
      streetNumber: row.street_number,
      buildingNumber: row.building_number,
      location: { latitude: row.dropoff_lat, longitude: row.dropoff_lng },
    },
    cashDue: qar(row.cash_due),
    items: row.items,
    createdAt: row.created_at.toISOString(),
    waitingSince: row.status === 'UNASSIGNED' ? (row.enqueued_at ?? row.created_at).toISOString() : null,
    endedAt: row.ended_at?.toISOString() ?? null,
    version: row.actor_version,
  };
}
