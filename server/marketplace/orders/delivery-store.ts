import { TASK_PATH, type TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import { arrayOf, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Buyers and sellers see the driver once the driver has accepted. */
export const DRIVER_KNOWN: readonly TaskStatus[] = [
  ...TASK_PATH.slice(TASK_PATH.indexOf('ACCEPTED')),
  'FAILED',
  'RETURNING',
];

/** Deliveries of an order in one of these states, with their drivers. */
export function readDrivenTasks(database: Database, orderId: string, statuses: readonly TaskStatus[]) {
  return drivenTasks.all(database, { orderId, statuses });
}

const drivenTasks = statement({
  name: 'orders.driven_tasks',
  sql: `SELECT t.id, t.group_id, t.status, t.driver_id, t.dropoff_eta, d.full_name
          FROM delivery_tasks t JOIN drivers d ON d.id = t.driver_id
         WHERE t.order_id = :orderId AND t.status = ANY(:statuses::text[])`,
  params: { orderId: uuid, statuses: arrayOf(oneOf<TaskStatus>()) },
  row: {
    id: uuid,
    group_id: uuid,
    status: oneOf<TaskStatus>(),
    driver_id: uuid,
    /** Last estimate. */
    dropoff_eta: nullable(timestamptz),
    full_name: text,
  },
});

/** Start of the driver's newest shift, ended or not; null for a driver without any. */
export async function newestShiftStart(database: Database, driverId: string | null): Promise<Date | null> {
  return (await newestShift.first(database, { driverId }))?.started_at ?? null;
}

const newestShift = statement({
  name: 'orders.newest_shift_start',
  sql: 'SELECT started_at FROM shift_runs WHERE driver_id = :driverId ORDER BY started_at DESC LIMIT 1',
  params: { driverId: nullable(uuid) },
  row: { started_at: timestamptz },
});
