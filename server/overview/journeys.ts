import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';

/**
 * How completed tasks went whose row in `task_journeys` is missing, from their transitions: the assignment that led to
 * the pick-up counts, and what former offers cost is part of the wait for it. Columns as in `task_journeys`.
 */
const MISSING = `
  SELECT t.id AS task_id, t.completed_at, t.driver_id, t.zone_id,
         t.completed_at <= t.due_by AS on_time,
         (t.completed_at AT TIME ZONE 'Asia/Qatar')::date <= g.promised_to AS on_promised_day,
         taken.at AS taken_at,
         extract(epoch FROM g.accepted_at - o.placed_at)::real AS accept_s,
         extract(epoch FROM packed.at - g.accepted_at)::real AS pack_s,
         extract(epoch FROM g.ready_at - packed.at)::real AS ready_s,
         extract(epoch FROM assigned.at - g.ready_at)::real AS assign_s,
         extract(epoch FROM taken.at - assigned.at)::real AS take_s,
         extract(epoch FROM picked.at - taken.at)::real AS pick_up_s,
         extract(epoch FROM t.completed_at - picked.at)::real AS deliver_s,
         extract(epoch FROM t.completed_at - o.placed_at)::real AS total_s
    FROM delivery_tasks t
    JOIN order_groups g ON g.id = t.group_id
    JOIN orders o ON o.id = t.order_id
   CROSS JOIN LATERAL (SELECT max(at) AS at FROM transitions
                        WHERE subject_type = 'GROUP' AND subject_id = t.group_id AND to_state = 'PACKED') packed
   CROSS JOIN LATERAL (SELECT min(at) AS at FROM transitions
                        WHERE subject_type = 'TASK' AND subject_id = t.id AND to_state = 'PICKED_UP') picked
   CROSS JOIN LATERAL (SELECT max(at) AS at FROM transitions
                        WHERE subject_type = 'TASK' AND subject_id = t.id AND to_state = 'ACCEPTED'
                          AND from_state = 'ASSIGNED' AND at <= picked.at) taken
   CROSS JOIN LATERAL (SELECT max(at) AS at FROM transitions
                        WHERE subject_type = 'TASK' AND subject_id = t.id AND to_state = 'ASSIGNED'
                          AND from_state = 'UNASSIGNED' AND at <= taken.at) assigned
   WHERE t.completed_at >= :from AND t.completed_at < :to
     AND NOT EXISTS (SELECT 1 FROM task_journeys j WHERE j.task_id = t.id AND j.completed_at = t.completed_at)`;

const COLUMNS = [
  ...['task_id', 'completed_at', 'driver_id', 'zone_id', 'on_time', 'on_promised_day', 'taken_at'],
  ...['accept_s', 'pack_s', 'ready_s', 'assign_s', 'take_s', 'pick_up_s', 'deliver_s', 'total_s'],
];

/**
 * The journeys of all tasks completed from `:from` to before `:to`, whether or not their row has been made. One whose
 * completion was reversed is none of them.
 */
export const JOURNEYS = `
  SELECT ${COLUMNS.map((column) => `j.${column}`).join(', ')} FROM task_journeys j
    JOIN delivery_tasks t ON t.id = j.task_id AND t.completed_at = j.completed_at
   WHERE j.completed_at >= :from AND j.completed_at < :to
   UNION ALL ${MISSING}`;

const AT_ONCE = 500;
/** Batches of one run; what is left waits for the next. */
const MOST_BATCHES = 20;
/** How far back rows are made. Of older days the overview makes them while it reads. */
const LOOK_BACK = 3 * 24 * 3_600_000;

/** Worker duty: makes the rows of tasks that have been completed. Two workers at once make the same rows. */
export function journeysDuty({ database, clock }: { database: Database; clock: Clock }): () => Promise<void> {
  return async () => {
    const to = new Date(clock.now().getTime() + 1);
    const from = new Date(to.getTime() - LOOK_BACK);
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      if ((await makeRows(database, from, to)) < AT_ONCE) return;
    }
  };
}

async function makeRows(database: Database, from: Date, to: Date): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `INSERT INTO task_journeys (${COLUMNS.join(', ')}) ${MISSING} ORDER BY t.completed_at LIMIT ${AT_ONCE}
     ON CONFLICT (task_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    { from, to },
  );
  return rowCount;
}
