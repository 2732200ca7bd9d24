import type { Point } from '../../../actors/planning/point.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';
import type { Cause, Condition, Sight } from '../alerts/alerts.ts';
import { type DueTask, tasksDue } from './task-store.ts';

const MINUTE = 60_000;
/** A task on the board leaves it only when its arrival is so much better than needed, or it would come and go. */
const STEADY = 2 * MINUTE;
/** The expected arrival is told in steps, so that not every recomputed second is news. */
const STEP = 5 * MINUTE;
/** No way across the city takes longer: without a planned arrival only tasks due sooner are looked at. */
const LONGEST_WAY = 3 * 60 * MINUTE;
/** Rows looked at in one go. */
const MOST_ROWS = 2_000;

/**
 * A task will probably be late: its planned arrival lies after its due time less the margin, or it has none and is due
 * too soon for the way from pickup to door. Once it is past due, the same alert says LATE and is critical.
 */
export const lateRisk: Condition = {
  kind: 'LATE_RISK',
  async causes(sight) {
    const rows = await candidates(sight);
    return rows.flatMap((row) => causeOf(row, sight)).slice(0, sight.most);
  },
};

function candidates({ trx, now, settings, known }: Sight): Promise<DueTask[]> {
  const margin = settings.lateRiskMarginMinutes * MINUTE + STEADY;
  return tasksDue(trx, {
    known,
    soon: new Date(now.getTime() + margin + LONGEST_WAY),
    margin: margin / 1000,
    limit: MOST_ROWS,
  });
}

function causeOf(row: DueTask, { now, settings, known }: Sight): Cause[] {
  const due = row.due_by.getTime();
  const dueBy = row.due_by.toISOString();
  const task = { key: row.id, subjectType: 'TASK', subjectId: row.id };
  if (due < now.getTime()) return [{ ...task, severity: 'CRITICAL', data: { phase: 'LATE', dueBy } }];
  const steady = known.includes(row.id) ? STEADY : 0;
  const expected = expectedArrival(row, now.getTime());
  if (expected <= due - settings.lateRiskMarginMinutes * MINUTE - steady) return [];
  const expectedAt =
    row.dropoff_eta === null ? null : new Date(Math.ceil(expected / STEP) * STEP).toISOString();
  return [{ ...task, data: { phase: 'AT_RISK', dueBy, expectedAt } }];
}

const BEFORE_PICKUP: readonly string[] = ['UNASSIGNED', 'ASSIGNED', 'ACCEPTED'];

/** Milliseconds since the epoch. Without a planned arrival, the earliest one: somebody picks up as planned, or right now. */
function expectedArrival(row: DueTask, now: number): number {
  if (row.dropoff_eta !== null) return Math.max(now, row.dropoff_eta.getTime());
  if (!BEFORE_PICKUP.includes(row.status)) return now;
  const pickup: Point = { latitude: row.pickup_lat, longitude: row.pickup_lng };
  const door: Point = { latitude: row.dropoff_lat, longitude: row.dropoff_lng };
  const pickedUp = Math.max(now, row.pickup_eta?.getTime() ?? now);
  return pickedUp + (cityTravelTimes.service + cityTravelTimes.seconds(pickup, door)) * 1000;
}
