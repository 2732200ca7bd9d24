import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  double,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Span } from './day-span.ts';
import { JOURNEYS } from './journey-store.ts';

const day = { from: timestamptz, to: timestamptz };
const of = ({ from, to }: Pick<Span, 'from' | 'to'>) => ({ from, to });

export async function countOpenAlerts(database: Database): Promise<number> {
  return (await openAlerts.first(database, {}))?.count ?? 0;
}

const openAlerts = statement({
  name: 'overview.count_open_alerts',
  sql: `SELECT count(*) AS count FROM alerts WHERE status = 'OPEN'`,
  row: { count: bigint },
});

const taskCount = { status: oneOf<TaskStatus>(), count: numeric };

/** Open tasks and those that ended on the day, by status. Tasks that ended earlier would be most of the table. */
export function countTasks(database: Database, span: Span): Promise<ValuesOf<typeof taskCount>[]> {
  return tasks.all(database, of(span));
}

const tasks = statement({
  name: 'overview.count_tasks',
  sql: `SELECT status, sum(count) AS count FROM (
          SELECT status, count(*) FROM delivery_tasks
           WHERE status IN ('UNASSIGNED', 'ASSIGNED', 'ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED',
                            'CODE_VERIFIED', 'CASH_RECORDED', 'FAILED', 'RETURNING') GROUP BY status
          UNION ALL
          SELECT 'COMPLETED', count(*) FROM delivery_tasks
           WHERE completed_at >= :from AND completed_at < :to HAVING count(*) > 0
          UNION ALL
          SELECT t.status, count(*) FROM order_groups g JOIN delivery_tasks t ON t.group_id = g.id
           WHERE g.ended_at >= :from AND g.ended_at < :to AND g.status <> 'DELIVERED'
             AND t.status IN ('CANCELLED', 'RETURNED', 'WRITTEN_OFF') GROUP BY t.status) counted
         GROUP BY status ORDER BY status`,
  params: day,
  row: taskCount,
});

const duty = { id: uuid, duty: oneOf<'OFF' | 'ON_DUTY' | 'ON_BREAK'>() };

/** Approved drivers, by id. */
export function readDutyStates(database: Database, limit: number): Promise<ValuesOf<typeof duty>[]> {
  return duties.all(database, { limit });
}

const duties = statement({
  name: 'overview.duties',
  sql: `SELECT id, duty FROM drivers WHERE status = 'APPROVED' ORDER BY id LIMIT :limit`,
  params: { limit: bigint },
  row: duty,
});

const cash = {
  collected: numeric,
  reversed: numeric,
  handed_in: numeric,
  differences: numeric,
  on_the_road: numeric,
};

/**
 * Computes holdings at the end of a day from present holdings minus later movements, which avoids summing the whole
 * ledger.
 */
export function readCashOf(database: Database, span: Span): Promise<ValuesOf<typeof cash> | null> {
  return cashOfDay.first(database, of(span));
}

const cashOfDay = statement({
  name: 'overview.cash_of_day',
  sql: `WITH collected AS (
          SELECT coalesce(sum(amount) FILTER (WHERE recorded_at < :to), 0) AS of_day,
                 coalesce(sum(amount) FILTER (WHERE recorded_at >= :to), 0) AS since
            FROM driver_collections WHERE recorded_at >= :from),
        booked AS (
          SELECT coalesce(sum(-e.amount) FILTER (WHERE j.at < :to AND j.kind = 'REVERSAL'
                                                   AND e.account LIKE 'driver:%'), 0) AS reversed,
                 coalesce(sum(e.amount) FILTER (WHERE j.at < :to AND j.kind = 'HAND_IN' AND e.account = 'till'), 0)
                   AS handed_in,
                 coalesce(sum(-e.amount) FILTER (WHERE j.at < :to AND j.kind = 'HAND_IN'
                                                   AND e.account LIKE 'driver-difference:%'), 0) AS differences,
                 coalesce(sum(e.amount) FILTER (WHERE j.at >= :to AND e.account LIKE 'driver:%'), 0) AS since
            FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
           WHERE j.kind IN ('HAND_IN', 'REVERSAL') AND j.at >= :from)
        SELECT c.of_day AS collected, b.reversed, b.handed_in, b.differences,
               (SELECT coalesce(sum(cash_on_hand), 0) FROM drivers) - c.since - b.since AS on_the_road
          FROM collected c, booked b`,
  params: day,
  row: cash,
});

/** Percentiles of a stage's seconds. */
const percentiles = nullable(arrayOf(double));
const flow = {
  tasks: bigint,
  on_time: bigint,
  on_day: bigint,
  accept_s_count: bigint,
  accept_s_at: percentiles,
  pack_s_count: bigint,
  pack_s_at: percentiles,
  ready_s_count: bigint,
  ready_s_at: percentiles,
  assign_s_count: bigint,
  assign_s_at: percentiles,
  take_s_count: bigint,
  take_s_at: percentiles,
  pick_up_s_count: bigint,
  pick_up_s_at: percentiles,
  deliver_s_count: bigint,
  deliver_s_at: percentiles,
  total_s_count: bigint,
  total_s_at: percentiles,
};
export type FlowRow = ValuesOf<typeof flow>;

/** Journey columns with the seconds of each stage, in order. */
export const STAGE_COLUMNS = [
  'accept_s',
  'pack_s',
  'ready_s',
  'assign_s',
  'take_s',
  'pick_up_s',
  'deliver_s',
  'total_s',
] as const;

const FIGURES = STAGE_COLUMNS.map(
  (column) =>
    `count(${column}) AS ${column}_count,
     percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY ${column}) AS ${column}_at`,
);

/** Number of deliveries, number on time, and median and 90th percentile of each stage. */
export function readFlowOf(database: Database, span: Span): Promise<FlowRow | null> {
  return flowOfDay.first(database, of(span));
}

const flowOfDay = statement({
  name: 'overview.flow_of_day',
  sql: `SELECT count(*) AS tasks, count(*) FILTER (WHERE on_time) AS on_time,
               count(*) FILTER (WHERE on_promised_day) AS on_day, ${FIGURES.join(', ')}
          FROM (${JOURNEYS}) journeys`,
  params: day,
  row: flow,
});

const zone = {
  zone_id: uuid,
  name_en: text,
  name_ar: text,
  tasks: bigint,
  on_time: bigint,
  wait_s: nullable(double),
  waiting: bigint,
};

/** Zones with deliveries on the day or tasks waiting now, the busiest first. */
export function readZonesOf(database: Database, span: Span, limit: number): Promise<ValuesOf<typeof zone>[]> {
  return zonesOfDay.all(database, { ...of(span), limit });
}

const zonesOfDay = statement({
  name: 'overview.zones_of_day',
  sql: `
  WITH done AS (
    SELECT zone_id, count(*) AS tasks, count(*) FILTER (WHERE on_time) AS on_time,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY assign_s + take_s) AS wait_s
      FROM (${JOURNEYS}) journeys WHERE zone_id IS NOT NULL GROUP BY zone_id),
  waiting AS (SELECT zone_id, count(*) AS waiting FROM zone_tickets GROUP BY zone_id)
  SELECT z.id AS zone_id, z.name_en, z.name_ar, coalesce(done.tasks, 0) AS tasks,
         coalesce(done.on_time, 0) AS on_time, done.wait_s, coalesce(waiting.waiting, 0) AS waiting
    FROM delivery_zones z
    LEFT JOIN done ON done.zone_id = z.id
    LEFT JOIN waiting ON waiting.zone_id = z.id
   WHERE done.zone_id IS NOT NULL OR waiting.zone_id IS NOT NULL
   ORDER BY 4 DESC, waiting.waiting DESC NULLS LAST, z.id LIMIT :limit`,
  params: { ...day, limit: bigint },
  row: zone,
});

const exception = {
  subject_type: oneOf<'TASK' | 'GROUP'>(),
  command: text,
  from_state: nullable(text),
  to_state: text,
  failure: nullable(text),
  count: bigint,
};
export type ExceptionRow = ValuesOf<typeof exception>;

/** Must match the partial index `transitions_exceptions` word for word, or PostgreSQL does not use it. */
const EXCEPTIONAL = `
  (subject_type = 'TASK' AND command NOT IN ('ready', 'assign', 'accept', 'pick-up', 'in-transit', 'arrive',
                                             'request-code', 'verify-code', 'record-cash', 'complete', 'requeue',
                                             'eta-changed'))
  OR (subject_type = 'GROUP' AND to_state IN ('CANCELLED', 'REJECTED'))`;

/** Exceptional transitions of a day, counted by state and command. */
export function readExceptionsOf(database: Database, span: Span): Promise<ExceptionRow[]> {
  return exceptionsOfDay.all(database, of(span));
}

const exceptionsOfDay = statement({
  name: 'overview.exceptions_of_day',
  sql: `SELECT subject_type, command, from_state, to_state,
               CASE WHEN to_state = 'FAILED'
                    THEN coalesce(data ->> 'failure', data ->> 'reason', 'OTHER') END AS failure,
               count(*) AS count
          FROM transitions
         WHERE at >= :from AND at < :to AND (${EXCEPTIONAL})
           AND (from_state IS DISTINCT FROM to_state OR command = 'assign-by-hand')
         GROUP BY 1, 2, 3, 4, 5`,
  params: day,
  row: exception,
});

/** Seconds of a multirange. */
const secondsOf = (spans: string) =>
  `coalesce((SELECT sum(extract(epoch FROM upper(r) - lower(r))) FROM unnest(${spans}) r), 0)::float8`;

const NONE = "'{}'::tstzmultirange";

const driver = {
  driver_id: uuid,
  driver_name: text,
  tasks: bigint,
  on_time: bigint,
  cash: numeric,
  duty_s: double,
  idle_s: double,
  metres: nullable(double),
};

/**
 * One row per driver, from `from` to `until` (the day's end, or now). Idle: time on duty, without breaks, with no
 * accepted task. A task under way counts as work until now.
 */
export function readDriversOf(
  database: Database,
  span: Span,
  terms: { until: Date; limit: number },
): Promise<ValuesOf<typeof driver>[]> {
  return driversOfDay.all(database, { ...of(span), ...terms });
}

const driversOfDay = statement({
  name: 'overview.drivers_of_day',
  sql: `
    WITH done AS (
      SELECT driver_id, count(*) AS tasks, count(*) FILTER (WHERE on_time) AS on_time,
             range_agg(tstzrange(greatest(taken_at, :from), completed_at)) FILTER (WHERE taken_at IS NOT NULL) AS spans
        FROM (${JOURNEYS}) journeys WHERE driver_id IS NOT NULL GROUP BY driver_id),
    shifts AS (
      SELECT s.driver_id,
             range_agg(tstzrange(greatest(s.started_at, :from), least(coalesce(s.ended_at, :until), :until))) AS spans,
             range_agg(b.spans) AS breaks
        FROM shift_runs s
        LEFT JOIN LATERAL (
          SELECT range_agg(tstzrange((e ->> 'from')::timestamptz, coalesce((e ->> 'to')::timestamptz, :until))) AS spans
            FROM jsonb_array_elements(s.breaks) e
           WHERE (e ->> 'from')::timestamptz <= coalesce((e ->> 'to')::timestamptz, :until)) b ON true
       WHERE s.started_at < :until AND (s.ended_at IS NULL OR s.ended_at > :from)
       GROUP BY s.driver_id),
    under_way AS (
      SELECT t.driver_id, range_agg(tstzrange(greatest(a.at, :from), :until)) AS spans
        FROM delivery_tasks t
       CROSS JOIN LATERAL (
         SELECT max(at) AS at FROM transitions
          WHERE subject_type = 'TASK' AND subject_id = t.id AND to_state = 'ACCEPTED' AND from_state = 'ASSIGNED') a
       WHERE t.status IN ('ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED', 'CASH_RECORDED',
                          'FAILED', 'RETURNING')
         AND t.driver_id IS NOT NULL AND a.at < :until
       GROUP BY t.driver_id),
    cash AS (
      SELECT driver_id, sum(amount) AS amount FROM driver_collections
       WHERE recorded_at >= :from AND recorded_at < :to AND reversed_at IS NULL GROUP BY driver_id),
    -- straight-line distance
    legs AS (
      SELECT driver_id, sum(straight_m)::float8 AS metres FROM route_legs
       WHERE arrived_at >= :from AND arrived_at < :to GROUP BY driver_id)
    SELECT d.id AS driver_id, d.full_name AS driver_name, coalesce(done.tasks, 0) AS tasks,
           coalesce(done.on_time, 0) AS on_time, coalesce(cash.amount, 0.00) AS cash,
           ${secondsOf(`coalesce(shifts.spans - coalesce(shifts.breaks, ${NONE}), ${NONE})`)} AS duty_s,
           ${secondsOf(`coalesce(shifts.spans - coalesce(shifts.breaks, ${NONE}) - coalesce(done.spans, ${NONE})
                                  - coalesce(under_way.spans, ${NONE}), ${NONE})`)} AS idle_s,
           legs.metres
      FROM drivers d
      LEFT JOIN done ON done.driver_id = d.id
      LEFT JOIN shifts ON shifts.driver_id = d.id
      LEFT JOIN under_way ON under_way.driver_id = d.id
      LEFT JOIN cash ON cash.driver_id = d.id
      LEFT JOIN legs ON legs.driver_id = d.id
     WHERE done.driver_id IS NOT NULL OR shifts.driver_id IS NOT NULL OR cash.driver_id IS NOT NULL
     ORDER BY 3 DESC, d.full_name, d.id LIMIT :limit`,
  params: { ...day, until: timestamptz, limit: bigint },
  row: driver,
});
