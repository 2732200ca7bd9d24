import type { Point } from '../../../actors/planning/point.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import type { Cause, Condition, Sight } from '../alerts/alerts.ts';
import { type DueTask, tasksDue } from './task-store.ts';

const MINUTE_MS = 60_000;
/** Hysteresis: an alert ends only once the arrival is this much better than required, or it would flicker. */
const HYSTERESIS_MS = 2 * MINUTE_MS;
/** The expected arrival is rounded to steps, so that not every recalculated second is announced. */
const STEP_MS = 5 * MINUTE_MS;
/** Upper bound of a drive across the city: without a planned arrival, only tasks due sooner are checked. */
const MAX_DRIVE_MS = 3 * 60 * MINUTE_MS;
/** Most rows checked per run. */
const MAX_ROWS = 2_000;

/**
 * A task will probably be late: its planned arrival is after its due time less the margin, or it has no planned arrival
 * and is due too soon for the drive from pickup to door. Once past due, the same alert says LATE and is critical.
 */
export const lateRisk: Condition = {
  kind: 'LATE_RISK',
  async causes(sight) {
    const rows = await candidates(sight);
    return rows.flatMap((row) => causeOf(row, sight)).slice(0, sight.most);
  },
};

function candidates({ trx, now, settings, known }: Sight): Promise<DueTask[]> {
  const margin = settings.lateRiskMarginMinutes * MINUTE_MS + HYSTERESIS_MS;
  return tasksDue(trx, {
    known,
    soon: new Date(now.getTime() + margin + MAX_DRIVE_MS),
    margin: margin / 1000,
    limit: MAX_ROWS,
  });
}

function causeOf(row: DueTask, { now, settings, known }: Sight): Cause[] {
  const due = row.due_by.getTime();
  const dueBy = row.due_by.toISOString();
  const task = { key: row.id, subjectType: 'TASK', subjectId: row.id };
  if (due < now.getTime()) return [{ ...task, severity: 'CRITICAL', data: { phase: 'LATE', dueBy } }];
  const steady = known.includes(row.id) ? HYSTERESIS_MS : 0;
  const expected = expectedArrival(row, now.getTime());
  if (expected <= due - settings.lateRiskMarginMinutes * MINUTE_MS - steady) return [];
  const expectedAt =
    row.dropoff_eta === null ? null : new Date(Math.ceil(expected / STEP_MS) * STEP_MS).toISOString();
  return [{ ...task, data: { phase: 'AT_RISK', dueBy, expectedAt } }];
}

const BEFORE_PICKUP: readonly string[] = ['UNASSIGNED', 'ASSIGNED', 'ACCEPTED'];

/**
 * Milliseconds since the epoch. Without a planned arrival, the earliest possible one: pickup as planned, or right now.
 */
function expectedArrival(row: DueTask, now: number): number {
  if (row.dropoff_eta !== null) return Math.max(now, row.dropoff_eta.getTime());
  if (!BEFORE_PICKUP.includes(row.status)) return now;
  const pickup: Point = { latitude: row.pickup_lat, longitude: row.pickup_lng };
  const door: Point = { latitude: row.dropoff_lat, longitude: row.dropoff_lng };
  const pickedUp = Math.max(now, row.pickup_eta?.getTime() ?? now);
  return pickedUp + (cityTravelTimes.service + cityTravelTimes.seconds(pickup, door)) * 1000;
}
