import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { Span } from './day-span.ts';

/**
 * How the completed tasks of `tasks` (rows of `delivery_tasks`) went, from their transitions: the assignment that led to
 * the pick-up counts, and what former offers cost is part of the wait for it. Columns as in `task_journeys`.
 */
const journeysOf = (tasks: string) => `
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
    FROM (${tasks}) t
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
                          AND from_state = 'UNASSIGNED' AND at <= taken.at) assigned`;

const COLUMNS = [
  ...['task_id', 'completed_at', 'driver_id', 'zone_id', 'on_time', 'on_promised_day', 'taken_at'],
  ...['accept_s', 'pack_s', 'ready_s', 'assign_s', 'take_s', 'pick_up_s', 'deliver_s', 'total_s'],
];

/** The journeys of a day, once they are made. */
export const JOURNEYS = `
  SELECT ${COLUMNS.join(', ')} FROM task_journeys WHERE completed_at >= :from AND completed_at < :to`;

/** Completed from `:from` to before `:to`, and without a row. */
const UNMADE = `
  SELECT d.* FROM delivery_tasks d
   WHERE d.completed_at >= :from AND d.completed_at < :to
     AND NOT EXISTS (SELECT 1 FROM task_journeys j WHERE j.task_id = d.id AND j.completed_at = d.completed_at
                                                     AND j.completed_at >= :from AND j.completed_at < :to)
   ORDER BY d.completed_at, d.id LIMIT :most`;

const AT_ONCE = 2_000;
/** Batches of one run; what is left waits for the next. */
const MOST_BATCHES = 30;
/** How far back the worker makes rows. Those of older days are made by whoever asks for the day. */
const LOOK_BACK = 3 * 24 * 3_600_000;

/** Worker duty: puts tasks on record that have been completed, so that the overview finds its rows made. */
export function journeysDuty({ database, clock }: { database: Database; clock: Clock }): () => Promise<void> {
  return () => {
    const to = new Date(clock.now().getTime() + 1);
    return makeJourneys(database, { from: new Date(to.getTime() - LOOK_BACK), to });
  };
}

/**
 * Makes the rows that are missing, and takes away those of completions that were reversed. Mostly there is nothing to
 * do, and that is seen from two indexes alone. Whoever else does the same just then makes the same rows.
 */
export async function makeJourneys(database: Database, span: Pick<Span, 'from' | 'to'>): Promise<void> {
  const { missing, stale } = await compare(database, span);
  if (stale > 0) await dropStale(database, span);
  for (let left = missing, batch = 0; left > 0 && batch < MOST_BATCHES; batch += 1) {
    const made = await makeRows(database, span);
    left = made < AT_ONCE ? 0 : left - made;
  }
}

async function compare(
  database: Database,
  { from, to }: Pick<Span, 'from' | 'to'>,
): Promise<{ missing: number; stale: number }> {
  const { rows } = await database.raw<{ rows: { missing: number; stale: number }[] }>(
    `SELECT count(*) FILTER (WHERE j.task_id IS NULL) AS missing, count(*) FILTER (WHERE t.id IS NULL) AS stale
       FROM (SELECT id, completed_at FROM delivery_tasks WHERE completed_at >= :from AND completed_at < :to) t
       FULL JOIN (SELECT task_id, completed_at FROM task_journeys
                   WHERE completed_at >= :from AND completed_at < :to) j
         ON j.task_id = t.id AND j.completed_at = t.completed_at`,
    { from, to },
  );
  return rows[0] ?? { missing: 0, stale: 0 };
}

async function dropStale(database: Database, { from, to }: Pick<Span, 'from' | 'to'>): Promise<void> {
  await database.raw(
    `DELETE FROM task_journeys j
      WHERE j.completed_at >= :from AND j.completed_at < :to
        AND NOT EXISTS (SELECT 1 FROM delivery_tasks d WHERE d.id = j.task_id AND d.completed_at = j.completed_at)`,
    { from, to },
  );
}

async function makeRows(database: Database, { from, to }: Pick<Span, 'from' | 'to'>): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `INSERT INTO task_journeys (${COLUMNS.join(', ')}) ${journeysOf(UNMADE)}
     ON CONFLICT (task_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    { from, to, most: AT_ONCE },
  );
  return rowCount;
}
