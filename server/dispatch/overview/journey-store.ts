import type { Database } from '../../../db/database.ts';
import { bigint, timestamptz } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Span } from './day-span.ts';

/**
 * Stage durations of the completed tasks in `tasks` (with columns of `delivery_tasks`), from their transitions. Only
 * the assignment that led to the pick-up counts; time spent on earlier offers is part of waiting for it. Columns as in
 * `task_journeys`.
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

/** The journeys of a day, once created. */
export const JOURNEYS = `
  SELECT ${COLUMNS.join(', ')} FROM task_journeys WHERE completed_at >= :from AND completed_at < :to`;

/** Completed from `:from` to before `:to`, and without a row. */
const UNMADE = `
  SELECT d.id, d.order_id, d.group_id, d.driver_id, d.zone_id, d.due_by, d.completed_at FROM delivery_tasks d
   WHERE d.completed_at >= :from AND d.completed_at < :to
     AND NOT EXISTS (SELECT 1 FROM task_journeys j WHERE j.task_id = d.id AND j.completed_at = d.completed_at
                                                     AND j.completed_at >= :from AND j.completed_at < :to)
   ORDER BY d.completed_at, d.id LIMIT :limit`;

type Instants = Pick<Span, 'from' | 'to'>;
const span = { from: timestamptz, to: timestamptz };

const difference = { missing: bigint, stale: bigint };

/** Number of missing rows, and of rows whose completion was reversed. */
export async function compare(
  database: Database,
  { from, to }: Instants,
): Promise<ValuesOf<typeof difference>> {
  return (await comparison.first(database, { from, to })) ?? { missing: 0, stale: 0 };
}

const comparison = statement({
  name: 'overview.compare_journeys',
  sql: `SELECT count(*) FILTER (WHERE j.task_id IS NULL) AS missing, count(*) FILTER (WHERE t.id IS NULL) AS stale
          FROM (SELECT id, completed_at FROM delivery_tasks WHERE completed_at >= :from AND completed_at < :to) t
          FULL JOIN (SELECT task_id, completed_at FROM task_journeys
                      WHERE completed_at >= :from AND completed_at < :to) j
            ON j.task_id = t.id AND j.completed_at = t.completed_at`,
  params: span,
  row: difference,
});

export async function dropStale(database: Database, { from, to }: Instants): Promise<void> {
  await drop.count(database, { from, to });
}

const drop = statement({
  name: 'overview.drop_stale_journeys',
  sql: `DELETE FROM task_journeys j
         WHERE j.completed_at >= :from AND j.completed_at < :to
           AND NOT EXISTS (SELECT 1 FROM delivery_tasks d WHERE d.id = j.task_id AND d.completed_at = j.completed_at)`,
  params: span,
});

/** Creates missing rows, at most `limit`. Returns how many. */
export function makeRows(database: Database, { from, to }: Instants, limit: number): Promise<number> {
  return make.count(database, { from, to, limit });
}

const make = statement({
  name: 'overview.make_journeys',
  sql: `INSERT INTO task_journeys (${COLUMNS.join(', ')}) ${journeysOf(UNMADE)}
        ON CONFLICT (task_id) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  params: { ...span, limit: bigint },
});
