import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  double,
  integer,
  jsonb,
  nullable,
  numeric,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Most tasks in one plan; the rest waits for the next one. */
const MAX_TASKS = 3_000;

const free = {
  id: uuid,
  round: integer,
  driver_id: nullable(uuid),
  pickup_lat: double,
  pickup_lng: double,
  dropoff_lat: double,
  dropoff_lng: double,
  due_by: timestamptz,
  cash_due: numeric,
  items: integer,
  excluded: nullable(jsonb<{ driverId: string; until: string | null }[]>()),
  refused: nullable(jsonb<string[]>()),
  /** Number of such tasks, including those beyond the limit. */
  all: integer,
};
export type FreeTaskRow = ValuesOf<typeof free>;

/** The zone's unaccepted tasks, most urgent first, except those with an assignment by hand under way. */
export function readFreeRows(database: Database, zoneId: string): Promise<FreeTaskRow[]> {
  return freeTasks.all(database, { zoneId, limit: MAX_TASKS });
}

const freeTasks = statement({
  name: 'planning.free_tasks',
  sql: `SELECT t.id, t.round, t.driver_id, t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng, t.due_by,
               t.cash_due, t.items, z.excluded, z.refused, count(*) OVER ()::int AS all
          FROM delivery_tasks t LEFT JOIN zone_tickets z ON z.task_id = t.id
         WHERE t.zone_id = :zoneId AND t.status IN ('UNASSIGNED', 'ASSIGNED') AND t.manual_driver_id IS NULL
         ORDER BY t.due_by, t.id LIMIT :limit`,
  params: { zoneId: uuid, limit: bigint },
  row: free,
});

/** Approved drivers on duty, by id. */
export function readOnDuty(database: Database, limit: number): Promise<{ id: string; full_name: string }[]> {
  return onDuty.all(database, { limit });
}

const onDuty = statement({
  name: 'planning.drivers_on_duty',
  sql: `SELECT id, full_name FROM drivers WHERE status = 'APPROVED' AND duty = 'ON_DUTY' ORDER BY id LIMIT :limit`,
  params: { limit: bigint },
  row: { id: uuid, full_name: text },
});

export async function countOnDuty(database: Database): Promise<number> {
  return (await counted.first(database, {}))?.count ?? 0;
}

const counted = statement({
  name: 'planning.count_on_duty',
  sql: `SELECT count(*) AS count FROM drivers WHERE status = 'APPROVED' AND duty = 'ON_DUTY'`,
  row: { count: bigint },
});

const actor = { key: uuid, schema: integer, state: jsonb<JsonObject>() };

/** These drivers' stored actor states, by id. */
export function readActors(
  database: Database,
  driverIds: readonly string[],
): Promise<ValuesOf<typeof actor>[]> {
  return actors.all(database, { driverIds });
}

const actors = statement({
  name: 'planning.driver_actors',
  sql: `SELECT key, schema, state FROM actor WHERE kind = 'driver' AND key = ANY (:driverIds) ORDER BY key`,
  params: { driverIds: arrayOf(uuid) },
  row: actor,
});

const slot = { id: uuid, window_from: nullable(timestamptz), window_to: nullable(timestamptz) };

/** Promised slots of these tasks; a task without one has no row. */
export function readSlots(database: Database, taskIds: readonly string[]): Promise<ValuesOf<typeof slot>[]> {
  return slots.all(database, { taskIds });
}

const slots = statement({
  name: 'planning.promised_slots',
  sql: `SELECT id, window_from, window_to FROM delivery_tasks
         WHERE id = ANY (:taskIds) AND (window_from IS NOT NULL OR window_to IS NOT NULL)`,
  params: { taskIds: arrayOf(uuid) },
  row: slot,
});
