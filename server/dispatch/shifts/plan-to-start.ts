import type { PlanFigures } from '../../../actors/driver/shift.ts';
import type { PlannedBreak } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';

/** Minutes before its planned start from which a shift may begin. */
export const EARLIEST_START_MINUTES = 60;

interface Row {
  id: string;
  version: number;
  planned_end: Date;
  breaks: PlannedBreak[];
}

/**
 * The plan that a driver who goes on duty now follows: one whose window (from an hour before its start to its end)
 * holds now. One not begun yet goes before one that the driver has ended early and takes up again.
 */
export async function planToStart(
  database: Database,
  driverId: string,
  now: Date,
): Promise<PlanFigures | null> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `SELECT p.id, p.version, p.planned_end, p.breaks
       FROM shift_plans p
      WHERE p.driver_id = ? AND p.status = 'PLANNED'
        AND p.planned_start <= ?::timestamptz + make_interval(mins => ?) AND p.planned_end > ?
      ORDER BY EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id), p.planned_start
      LIMIT 1`,
    [driverId, now, EARLIEST_START_MINUTES, now],
  );
  const [plan] = rows;
  if (plan === undefined) return null;
  return {
    planId: plan.id,
    planVersion: plan.version,
    plannedEnd: plan.planned_end.toISOString(),
    breaksPlanned: plan.breaks,
  };
}
