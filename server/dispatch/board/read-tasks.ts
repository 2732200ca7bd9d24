import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { type BoardTaskRow, readTaskRows, readTaskRowsOf } from './board-store.ts';

type BoardTask = components['schemas']['BoardTask'];

/** Most tasks on one board. */
export const MAX_TASKS = 5_000;

/**
 * Open tasks and those that ended since `endedSince`, most urgent first. Reads one more than may be shown, to detect
 * truncation.
 */
export async function readBoardTasks(
  database: Database,
  endedSince: Date,
): Promise<{ tasks: BoardTask[]; complete: boolean }> {
  const rows = await readTaskRows(database, { endedSince, limit: MAX_TASKS + 1 });
  return { tasks: rows.slice(0, MAX_TASKS).map(renderBoardTask), complete: rows.length <= MAX_TASKS };
}

/** These tasks; missing ones are omitted. */
export async function readBoardTasksOf(database: Database, ids: readonly string[]): Promise<BoardTask[]> {
  const rows = await readTaskRowsOf(database, ids);
  return rows.map(renderBoardTask);
}

function renderBoardTask(row: BoardTaskRow): BoardTask {
  return {
    taskId: row.id,
    orderId: row.order_id,
    groupId: row.group_id,
    orderNumber: row.order_number,
    ...(row.parcel === null ? {} : { parcel: row.parcel }),
    status: row.status,
    driverId: row.driver_id,
    round: row.round,
    zoneId: row.zone_id,
    dueBy: row.due_by.toISOString(),
    pickupEta: row.pickup_eta?.toISOString() ?? null,
    dropoffEta: row.dropoff_eta?.toISOString() ?? null,
    attempt: row.attempt,
    failure: row.failure_reason,
    failedAt: row.failed_at?.toISOString() ?? null,
    handOverTo: row.hand_over_driver_id,
    pickup: {
      name: row.warehouse_name,
      shop: { en: row.shop_en, ar: row.shop_ar },
      location: { latitude: row.pickup_lat, longitude: row.pickup_lng },
    },
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
