import type { Database } from '../../../db/database.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { BoardPosition, BoardRow } from '../shifts/shifts.ts';

const STATUS = oneOf<BoardRow['status']>();
const PLAN = {
  id: uuid,
  driver_id: uuid,
  planned: boolean,
  starts_at: timestamptz,
  status: STATUS,
  planned_start: nullable(timestamptz),
  planned_end: nullable(timestamptz),
  planned_breaks: jsonb<BoardRow['planned_breaks']>(),
  reason: nullable(text),
  series_id: nullable(uuid),
  version: nullable(integer),
  created_by: nullable(uuid),
  created_at: timestamptz,
  run_id: nullable(uuid),
  started_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  run_breaks: nullable(jsonb<NonNullable<BoardRow['run_breaks']>>()),
};

/** With its run as it is now, not as it was then. */
export type PastPlanRow = ValuesOf<typeof PLAN>;

/**
 * The shift plans valid at a moment, each with its newest run until then, and unplanned runs until then, within a time
 * span. A run records when each of its parts began, so a later row also describes an earlier moment.
 */
const BOARD = `
  WITH plans AS (
    SELECT v.id, v.driver_id, v.planned_start, v.planned_end, v.breaks, v.status, v.reason, v.series_id, v.version,
           v.created_by, v.created_at
      FROM shift_plan_versions v
     WHERE v.planned_start < :end AND v.planned_end > :begin AND v.valid_from <= :at
       AND NOT EXISTS (SELECT FROM shift_plan_versions n
                        WHERE n.id = v.id AND n.valid_from > v.valid_from AND n.valid_from <= :at)
  ), board AS (
    SELECT p.id, p.driver_id, true AS planned, p.planned_start AS starts_at, p.status AS plan_status, p.planned_start,
           p.planned_end, p.breaks AS planned_breaks, p.reason, p.series_id, p.version, p.created_by, p.created_at,
           r.id AS run_id, r.started_at, r.ended_at, r.breaks AS run_breaks
      FROM plans p
      LEFT JOIN LATERAL (SELECT id, started_at, ended_at, breaks FROM shift_runs
                          WHERE plan_id = p.id AND started_at <= :at
                          ORDER BY started_at DESC LIMIT 1) r ON true
    UNION ALL
    SELECT r.id, r.driver_id, false, r.started_at, NULL, NULL, NULL, '[]'::jsonb, NULL, NULL, NULL, NULL, r.started_at,
           r.id, r.started_at, r.ended_at, r.breaks
      FROM shift_runs r
     WHERE r.plan_id IS NULL AND r.started_at >= :begin AND r.started_at < :end AND r.started_at <= :at
  ), told AS (
    SELECT id, driver_id, planned, starts_at,
           CASE WHEN run_id IS NULL THEN plan_status WHEN ended_at <= :at THEN 'ENDED' ELSE 'STARTED' END AS status,
           planned_start, planned_end, planned_breaks, reason, series_id, version, created_by, created_at, run_id,
           started_at, ended_at, run_breaks
      FROM board
  )
  SELECT id, driver_id, planned, starts_at, status, planned_start, planned_end, planned_breaks, reason, series_id,
         version, created_by, created_at, run_id, started_at, ended_at, run_breaks
    FROM told`;

/** The moment, and the time span. */
const SPAN = { at: timestamptz, begin: timestamptz, end: timestamptz };
type Span = ValuesOf<typeof SPAN>;

interface ShiftFilter {
  driverId?: string | undefined;
  status?: BoardRow['status'] | undefined;
}

/** Shifts that start within the span, latest start first. */
export function readPastShifts(
  database: Database,
  span: Span,
  { driverId, status }: ShiftFilter,
  after: BoardPosition | null,
  limit: number,
): Promise<PastPlanRow[]> {
  return shifts.all(database, {
    ...span,
    driverId: driverId ?? null,
    status: status ?? null,
    startsAt: after?.startsAt ?? null,
    id: after?.id ?? null,
    limit,
  });
}

const shifts = statement({
  name: 'history.shifts',
  sql: `${BOARD} WHERE starts_at >= :begin AND (:driverId::uuid IS NULL OR driver_id = :driverId)
                   AND (:status::text IS NULL OR status = :status)
                   AND (:id::uuid IS NULL OR (starts_at, id) < (:startsAt::timestamptz, :id))
         ORDER BY starts_at DESC, id DESC LIMIT :limit`,
  params: {
    ...SPAN,
    driverId: nullable(uuid),
    status: nullable(STATUS),
    startsAt: nullable(timestamptz),
    id: nullable(uuid),
    limit: bigint,
  },
  row: PLAN,
});

/** Plans that overlap the span, in any status until the moment, in order; at most `limit`. */
export function readPastPlans(
  database: Database,
  span: Span,
  driverId: string | undefined,
  limit: number,
): Promise<PastPlanRow[]> {
  return plans.all(database, { ...span, driverId: driverId ?? null, limit });
}

const plans = statement({
  name: 'history.plans',
  sql: `${BOARD} WHERE planned AND (:driverId::uuid IS NULL OR driver_id = :driverId) ORDER BY starts_at, id LIMIT :limit`,
  params: { ...SPAN, driverId: nullable(uuid), limit: bigint },
  row: PLAN,
});
