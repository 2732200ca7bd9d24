import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';

type Schemas = components['schemas'];

export interface TaskEventRow {
  at: Date;
  /** Orders those of one instant: the actor's version, then what it is: the word that handed goods over before it is done. */
  id: string;
  what: string;
  status: Schemas['TaskStatus'] | null;
  role: Schemas['Actor'];
  account_id: string | null;
  reason: string | null;
  data: JsonObject;
}

/** Exceptions that leave the status as it is, so that `transitions` knows nothing of them, in the words of commands. */
const QUIET_EXCEPTIONS = {
  HAND_OVER_OPENED: 'open-hand-over',
  HAND_OVER_CONFIRMED: 'hand-over',
  HAND_OVER_ENDED: 'hand-over-ended',
  HANDED_OVER: 'handed-over',
  REVERSAL_ASKED: 'reverse',
  REVERSAL_REFUSED: 'reversal-refused',
} as const;

/**
 * Everything that is recorded about a task, oldest first: changes of its status and what left it as it was (codes,
 * assignments by hand, hand-overs, reversals that were asked for), every choice of a driver, and the alerts about it.
 */
export async function readTaskEvents(
  database: Database,
  taskId: string,
  after: { at: string; id: string } | null,
  limit: number,
): Promise<TaskEventRow[]> {
  const { rows } = await database.raw<{ rows: TaskEventRow[] }>(
    `SELECT * FROM (
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
              CAST(:quiet AS jsonb) ->> kind, NULL, role, account_id, note,
              data || jsonb_build_object('driverId', driver_id)
         FROM task_exceptions WHERE task_id = :taskId AND CAST(:quiet AS jsonb) ->> kind IS NOT NULL
       UNION ALL
       SELECT raised_at, '9/' || id, 'alert-raised', NULL, 'SYSTEM', NULL, NULL,
              jsonb_build_object('alertId', id, 'kind', kind, 'severity', severity)
         FROM alerts WHERE subject_type = 'TASK' AND subject_id = :subject
     ) events
      WHERE (date_trunc('milliseconds', at), id COLLATE "C") > (:at, :id)
      ORDER BY date_trunc('milliseconds', at), id COLLATE "C" LIMIT :limit`,
    {
      ...{ taskId, subject: taskId, quiet: JSON.stringify(QUIET_EXCEPTIONS) },
      ...{ at: after?.at ?? '-infinity', id: after?.id ?? '', limit },
    } as never,
  );
  return rows;
}

export function renderTaskEvent(row: TaskEventRow): Schemas['TaskEvent'] {
  const { at, what, status, role, account_id: accountId, reason, data } = row;
  return { at: at.toISOString(), what, status, by: role, accountId, reason, data };
}
