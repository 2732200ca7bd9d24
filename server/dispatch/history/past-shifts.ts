import type { ShiftBreak } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, qatarDay } from '../../kernel/calendar/qatar-time.ts';
import type { BoardFilter, BoardPosition, BoardRow } from '../shifts/shifts.ts';
import { driverFactsAt } from './past-drivers.ts';

const DAY = 86_400_000;

/**
 * The plans that held at a moment, with their newest run until then, and runs until then that nobody had planned, of a
 * stretch of time. Runs say themselves when each of their parts began: a row of a later time tells an earlier one, too.
 */
const BOARD = `
  WITH plans AS (
    SELECT v.* FROM shift_plan_versions v
     WHERE v.planned_start < :end AND v.planned_end > :begin AND v.valid_from <= :at
       AND NOT EXISTS (SELECT FROM shift_plan_versions n
                        WHERE n.id = v.id AND n.valid_from > v.valid_from AND n.valid_from <= :at)
  ), board AS (
    SELECT p.id, p.driver_id, true AS planned, p.planned_start AS starts_at, p.status AS plan_status, p.planned_start,
           p.planned_end, p.breaks AS planned_breaks, p.reason, p.series_id, p.version, p.created_by, p.created_at,
           r.id AS run_id, r.started_at, r.ended_at, r.breaks AS run_breaks
      FROM plans p
      LEFT JOIN LATERAL (SELECT * FROM shift_runs WHERE plan_id = p.id AND started_at <= :at
                          ORDER BY started_at DESC LIMIT 1) r ON true
    UNION ALL
    SELECT r.id, r.driver_id, false, r.started_at, NULL, NULL, NULL, '[]'::jsonb, NULL, NULL, NULL, NULL, r.started_at,
           r.id, r.started_at, r.ended_at, r.breaks
      FROM shift_runs r
     WHERE r.plan_id IS NULL AND r.started_at >= :begin AND r.started_at < :end AND r.started_at <= :at
  ), told AS (
    SELECT b.*, CASE WHEN run_id IS NULL THEN plan_status WHEN ended_at <= :at THEN 'ENDED' ELSE 'STARTED' END AS status
      FROM board b
  )
  SELECT * FROM told`;

/** As its run is now, not as it was then. */
export type PastPlanRow = Omit<BoardRow, 'driver_name' | 'run_status'>;

/** A day's shifts (in Qatar) as the live list told them then: those that start on it, the latest start first. */
export async function listPastShifts(
  database: Database,
  at: string,
  { day = qatarDay(new Date(at)), driverId, status }: BoardFilter,
  after: BoardPosition | null,
  limit: number,
): Promise<BoardRow[]> {
  const { begin, end } = spanOf(day);
  const { rows } = await database.raw<{ rows: PastPlanRow[] }>(
    `${BOARD} WHERE starts_at >= :begin AND (:driverId::uuid IS NULL OR driver_id = :driverId)
                AND (:status::text IS NULL OR status = :status)
                AND (:id::uuid IS NULL OR (starts_at, id) < (:startsAt::timestamptz, :id::uuid))
      ORDER BY starts_at DESC, id DESC LIMIT :limit`,
    {
      ...{ at, begin, end, limit, driverId: driverId ?? null, status: status ?? null },
      ...{ startsAt: after?.startsAt ?? null, id: after?.id ?? null },
    } as never,
  );
  return named(database, rows, at);
}

/** The plans that have some of the moment's day in Qatar, whatever became of them until then, in order; `limit` at most. */
export async function pastPlans(
  database: Database,
  at: string,
  driverId: string | undefined,
  limit: number,
): Promise<PastPlanRow[]> {
  const { rows } = await database.raw<{ rows: PastPlanRow[] }>(
    `${BOARD} WHERE planned AND (:driverId::uuid IS NULL OR driver_id = :driverId) ORDER BY starts_at, id LIMIT :limit`,
    { at, ...spanOf(qatarDay(new Date(at))), driverId: driverId ?? null, limit } as never,
  );
  return rows;
}

function spanOf(day: Day): { begin: Date; end: Date } {
  const end = endOfDay(day);
  return { begin: new Date(end.getTime() - DAY), end };
}

async function named(database: Database, rows: readonly PastPlanRow[], at: string): Promise<BoardRow[]> {
  const facts = await driverFactsAt(
    database,
    rows.map(({ driver_id }) => driver_id),
    at,
  );
  return rows.map((row) => ({
    ...row,
    driver_name: facts.get(row.driver_id)?.fullName ?? '',
    ...runAt(row, at),
  }));
}

/** The run as it stood: what came later had not come yet. */
function runAt(
  { run_id, ended_at, run_breaks }: PastPlanRow,
  at: string,
): Pick<BoardRow, 'run_status' | 'ended_at' | 'run_breaks'> {
  if (run_id === null) return { run_status: null, ended_at: null, run_breaks: null };
  const moment = Date.parse(at);
  const breaks = (run_breaks ?? []).flatMap(({ from, to }): ShiftBreak[] => {
    if (Date.parse(from) > moment) return [];
    return [{ from, to: to === null || Date.parse(to) > moment ? null : to }];
  });
  const ended = ended_at !== null && ended_at.getTime() <= moment;
  const running = breaks.some(({ to }) => to === null) ? 'ON_BREAK' : 'ON_DUTY';
  return {
    run_status: ended ? 'ENDED' : running,
    ended_at: ended ? ended_at : null,
    run_breaks: breaks,
  };
}
