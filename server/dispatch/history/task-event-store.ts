import type { ExceptionKind } from '../../../actors/order/exceptions.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { bigint, jsonb, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Schemas = components['schemas'];

const TASK_EVENT = {
  at: timestamptz,
  /**
   * Orders events of one instant: by the actor's version, then by kind, so that the command that hands goods over
   * precedes their completion.
   */
  id: text,
  what: text,
  status: nullable(oneOf<Schemas['TaskStatus']>()),
  role: oneOf<Schemas['Actor']>(),
  account_id: nullable(uuid),
  reason: nullable(text),
  data: jsonb<JsonObject>(),
};
export type TaskEventRow = ValuesOf<typeof TASK_EVENT>;

/**
 * Exceptions that leave the status unchanged and are therefore not in `transitions`, named by their command. Null: it
 * changed a status of the task or its group and is in `transitions`.
 */
const QUIET_EXCEPTIONS: Record<ExceptionKind, string | null> = {
  FAILED: null,
  RETRIED: null,
  RETURN_STARTED: null,
  RETURNED: null,
  RETURN_CONFIRMED: null,
  WRITTEN_OFF: null,
  CODE_OVERRIDDEN: null,
  REVERSED: null,
  HAND_OVER_OPENED: 'open-hand-over',
  HAND_OVER_CONFIRMED: 'hand-over',
  HAND_OVER_ENDED: 'hand-over-ended',
  HANDED_OVER: 'handed-over',
  REVERSAL_ASKED: 'reverse',
  REVERSAL_REFUSED: 'reversal-refused',
};

/**
 * Everything recorded about a task, oldest first: status changes, events that left the status unchanged (codes,
 * assignments by hand, hand-overs, requested reversals), every choice of a driver, and alerts.
 */
export function readTaskEvents(
  database: Database,
  taskId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<TaskEventRow[]> {
  return taskEvents.all(database, {
    taskId,
    subject: taskId,
    quiet: QUIET_EXCEPTIONS,
    at: after?.at ?? '-infinity',
    id: after?.id ?? '',
    limit,
  });
}

const taskEvents = statement({
  name: 'history.task_events',
  sql: `SELECT at, id, what, status, role, account_id, reason, data FROM (
       SELECT at, lpad(actor_version::text, 12, '0') || '/1/' || id AS id, command AS what, to_state AS status, role,
              account_id, reason, data
         FROM transitions WHERE subject_type = 'TASK' AND subject_id = :taskId
       UNION ALL
       SELECT at, lpad(actor_version::text, 12, '0') || '/0/' || id, CASE WHEN manual THEN 'choice-by-hand' ELSE 'choice' END,
              NULL, 'SYSTEM', NULL, NULL,
              jsonb_build_object('round', round, 'attempt', attempt, 'policy', policy, 'driverId', chosen_driver_id,
                                 'excludedBy', excluded_by)
         FROM assignment_choices WHERE task_id = :taskId
       UNION ALL
       SELECT at, lpad(actor_version::text, 12, '0') || CASE kind WHEN 'HANDED_OVER' THEN '/3/' ELSE '/2/' END || id,
              :quiet::jsonb ->> kind, NULL, role, account_id, note,
              data || jsonb_build_object('driverId', driver_id)
         FROM task_exceptions WHERE task_id = :taskId AND :quiet::jsonb ->> kind IS NOT NULL
       UNION ALL
       SELECT raised_at, '9/' || id, 'alert-raised', NULL, 'SYSTEM', NULL, NULL,
              jsonb_build_object('alertId', id, 'kind', kind, 'severity', severity)
         FROM alerts a
        WHERE subject_type = 'TASK' AND subject_id = :subject
          AND NOT EXISTS (SELECT FROM alert_subjects s WHERE s.alert_id = a.id)
       UNION ALL
       SELECT s.since, '9/' || a.id, 'alert-raised', NULL, 'SYSTEM', NULL, NULL,
              jsonb_build_object('alertId', a.id, 'kind', a.kind, 'severity', a.severity)
         FROM alert_subjects s JOIN alerts a ON a.id = s.alert_id
        WHERE s.subject_type = 'TASK' AND s.subject_id = :subject
     ) events
      WHERE (date_trunc('milliseconds', at), id COLLATE "C") > (:at::text::timestamptz, :id::text)
      ORDER BY date_trunc('milliseconds', at), id COLLATE "C" LIMIT :limit`,
  params: {
    taskId: uuid,
    /** The same id as text. */
    subject: text,
    quiet: jsonb<typeof QUIET_EXCEPTIONS>(),
    /** RFC 3339 or `-infinity`. */
    at: text,
    id: text,
    limit: bigint,
  },
  row: TASK_EVENT,
});
