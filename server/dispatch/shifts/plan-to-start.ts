import type { PlanFigures } from '../../../actors/driver/shift.ts';
import type { Database } from '../../../db/database.ts';
import { planWithin } from './plan-store.ts';

/** Minutes before its planned start from which a shift may begin. */
export const EARLIEST_START_MINUTES = 60;

/** The plan that a driver going on duty now follows. */
export async function planToStart(
  database: Database,
  driverId: string,
  now: Date,
): Promise<PlanFigures | null> {
  const plan = await planWithin.first(database, { driverId, now, minutes: EARLIEST_START_MINUTES });
  if (plan === null) return null;
  return {
    planId: plan.id,
    planVersion: plan.version,
    plannedEnd: plan.planned_end.toISOString(),
    breaksPlanned: plan.breaks,
  };
}
