import type { WeighedDriver } from '../../../actors/assignment/candidate.ts';
import type { Why } from '../../../actors/assignment/policy.ts';
import type { OrderState } from '../../../actors/order/state.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const TASK_DRIVERS = { driver_id: nullable(uuid), manual_driver_id: nullable(uuid) };

/** The driver who has a task, and the driver being asked by hand. */
export function driversOfTask(
  database: Database,
  taskId: string,
): Promise<ValuesOf<typeof TASK_DRIVERS> | null> {
  return selectTaskDrivers.first(database, { taskId });
}

const selectTaskDrivers = statement({
  name: 'assignment.drivers_of_task',
  sql: 'SELECT driver_id, manual_driver_id FROM delivery_tasks WHERE id = :taskId',
  params: { taskId: uuid },
  row: TASK_DRIVERS,
});

/** The order actors' last committed states, by order. */
export async function orderStates(
  database: Database,
  orderIds: readonly string[],
): Promise<Map<string, OrderState>> {
  const rows = await selectOrderStates.all(database, { orderIds });
  return new Map(rows.map(({ key, state }) => [key, state]));
}

const selectOrderStates = statement({
  name: 'assignment.order_states',
  sql: `SELECT key, state FROM actor WHERE kind = 'order' AND key = ANY (:orderIds::uuid[])`,
  params: { orderIds: arrayOf(uuid) },
  row: { key: uuid, state: jsonb<OrderState>() },
});

const QUEUED_TASK = {
  id: uuid,
  order_id: uuid,
  round: integer,
  zone_id: nullable(uuid),
  pickup_lat: double,
  pickup_lng: double,
};

export type QueuedTask = ValuesOf<typeof QUEUED_TASK>;

/** Tasks in a zone's queue, by id. Excludes a task that waits for the answer to an assignment by hand. */
export function queuedTasks(database: Database, after: string, limit: number): Promise<QueuedTask[]> {
  return selectQueued.all(database, { after, limit });
}

const selectQueued = statement({
  name: 'assignment.queued_tasks',
  sql: `SELECT id, order_id, round, zone_id, pickup_lat, pickup_lng FROM delivery_tasks
         WHERE status = 'UNASSIGNED' AND manual_offer_id IS NULL AND id > :after
         ORDER BY id LIMIT :limit`,
  params: { after: uuid, limit: bigint },
  row: QUEUED_TASK,
});

const CHOICE = {
  round: integer,
  at: timestamptz,
  policy: text,
  chosen_driver_id: nullable(uuid),
  manual: boolean,
  candidates: jsonb<WeighedDriver[]>(),
  excluded_by: jsonb<{ [rule: string]: number }>(),
  why: nullable(jsonb<Why>()),
};

export type ChoiceRow = ValuesOf<typeof CHOICE>;

/** The latest choices for a task, newest first. */
export function latestChoices(database: Database, taskId: string, limit: number): Promise<ChoiceRow[]> {
  return selectChoices.all(database, { taskId, limit });
}

const selectChoices = statement({
  name: 'assignment.latest_choices',
  sql: `SELECT round, at, policy, chosen_driver_id, manual, candidates, excluded_by, why
          FROM assignment_choices WHERE task_id = :taskId
         ORDER BY round DESC, attempt DESC, at DESC LIMIT :limit`,
  params: { taskId: uuid, limit: bigint },
  row: CHOICE,
});

const UNASSIGNED_TASK = {
  id: uuid,
  since: timestamptz,
  zone_id: nullable(uuid),
  // From the last choice by policy; null if there was none.
  chosen_driver_id: nullable(uuid),
  excluded_by: nullable(CHOICE.excluded_by),
};

export type UnassignedTask = ValuesOf<typeof UNASSIGNED_TASK>;

/** Tasks not accepted since `before`, the `known` ones first. */
export function unassignedSince(
  trx: Transaction,
  asked: { known: readonly string[]; before: Date; limit: number },
): Promise<UnassignedTask[]> {
  return selectUnassigned.all(trx, asked);
}

const selectUnassigned = statement({
  name: 'assignment.unassigned_since',
  sql: `WITH waiting AS (
          SELECT t.id, t.zone_id, w.since FROM delivery_tasks t
           CROSS JOIN LATERAL (
             SELECT coalesce(max(h.at), t.created_at) AS since FROM transitions h
              WHERE h.subject_type = 'TASK' AND h.subject_id = t.id AND h.to_state = 'UNASSIGNED'
                AND h.from_state NOT IN ('UNASSIGNED', 'ASSIGNED')) w
           WHERE (t.status = 'UNASSIGNED'
                  OR (t.status = 'ASSIGNED' AND NOT t.offer_manual AND t.id = ANY (:known::uuid[])))
             AND t.created_at <= :before AND w.since <= :before
           ORDER BY t.id = ANY (:known) DESC, w.since, t.id LIMIT :limit)
        SELECT w.id, w.since, w.zone_id, c.chosen_driver_id, c.excluded_by
          FROM waiting w
          LEFT JOIN LATERAL (
            SELECT chosen_driver_id, excluded_by FROM assignment_choices
             WHERE task_id = w.id AND NOT manual ORDER BY round DESC, attempt DESC, at DESC LIMIT 1) c ON true`,
  params: { known: arrayOf(uuid), before: timestamptz, limit: bigint },
  row: UNASSIGNED_TASK,
});

/** Whether the alert is open, or was resolved by a person after zones last changed. */
export async function isAlertKnown(
  database: Database,
  dedupeKey: string,
  revision: number,
): Promise<boolean> {
  return (await findKnownAlert.first(database, { dedupeKey, revision })) !== null;
}

const findKnownAlert = statement({
  name: 'assignment.find_known_alert',
  sql: `SELECT id FROM alerts
         WHERE dedupe_key = :dedupeKey
           AND (status <> 'RESOLVED' OR (resolved_by IS NOT NULL AND (data ->> 'revision')::bigint = :revision))
         LIMIT 1`,
  params: { dedupeKey: text, revision: bigint },
  row: { id: uuid },
});

const OPEN_ALERT = { dedupe_key: text, subject_id: text };

/** Oldest first. */
export function openAlerts(
  database: Database,
  kind: string,
  limit: number,
): Promise<ValuesOf<typeof OPEN_ALERT>[]> {
  return selectOpenAlerts.all(database, { kind, limit });
}

const selectOpenAlerts = statement({
  name: 'assignment.open_alerts',
  sql: `SELECT dedupe_key, subject_id FROM alerts
         WHERE kind = :kind AND status <> 'RESOLVED' ORDER BY raised_at LIMIT :limit`,
  params: { kind: text, limit: bigint },
  row: OPEN_ALERT,
});
