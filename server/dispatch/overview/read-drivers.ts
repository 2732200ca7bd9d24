import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Span } from './day-span.ts';
import { JOURNEYS } from './journeys.ts';

type DriverFigures = components['schemas']['DispatchOverview']['driversOfDay'];

/** Drivers shown, those with most deliveries first. */
const MOST_DRIVERS = 500;

interface DriverRow {
  driver_id: string;
  driver_name: string;
  tasks: number;
  on_time: number;
  cash: string;
  duty_s: number;
  idle_s: number;
  metres: number | null;
}

/**
 * Who delivered how much on a day, for everybody who was on duty, delivered or collected. The journeys are made.
 * @param now Domain time: nothing is counted beyond it.
 */
export async function readDrivers(database: Database, { from, to }: Span, now: Date): Promise<DriverFigures> {
  const until = new Date(Math.max(from.getTime(), Math.min(to.getTime(), now.getTime())));
  const { rows } = await database.raw<{ rows: DriverRow[] }>(SQL, { from, to, until });
  return rows.map((row) => ({
    driverId: row.driver_id,
    driverName: row.driver_name,
    tasks: row.tasks,
    onTime: row.on_time,
    cashCollected: qar(row.cash),
    dutySeconds: Math.round(row.duty_s),
    idleSeconds: Math.round(row.idle_s),
    distanceMetres: row.metres === null ? null : Math.round(row.metres),
  }));
}

/** Seconds of a multirange. */
const secondsOf = (spans: string) =>
  `coalesce((SELECT sum(extract(epoch FROM upper(r) - lower(r))) FROM unnest(${spans}) r), 0)::float8`;

const NONE = "'{}'::tstzmultirange";

/**
 * A row per driver, from `:from` to `:until`: the day's end, or now. Idle is the time on duty, breaks
 * left out, without any accepted task; of a task under way, its time until now counts as work.
 */
const SQL = `
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
    -- as the crow flies
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
     ORDER BY 3 DESC, d.full_name, d.id LIMIT ${MOST_DRIVERS}`;
