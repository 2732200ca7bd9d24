import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { cashWithin } from './driver-cash-store.ts';
import { countsWithin, type DriverWorkSpell, workWithin } from './driver-store.ts';

type DriverDay = components['schemas']['DriverDay'];

/** A driver's day in Qatar time, up to `now`. Three reads, each by an index on the driver. */
export async function readDriverDay(
  database: Database,
  driverId: string,
  day: Day,
  now: Date,
): Promise<DriverDay> {
  const [from, until] = [startOfDay(day), endOfDay(day)];
  const span = { driverId, from, until };
  const [work, counts, cash] = await Promise.all([
    workWithin(database, span),
    countsWithin(database, span),
    cashWithin(database, span),
  ]);
  return {
    day,
    ...workedSeconds(work, from, earlier(until, now)),
    delivered: counts.delivered,
    onTime: counts.on_time,
    failed: counts.failed,
    returned: counts.returned,
    cashCollected: qar(cash.collected),
    cashHandedIn: qar(cash.handed_in),
  };
}

/** Time on duty and on breaks within the span. */
function workedSeconds(shifts: readonly DriverWorkSpell[], from: Date, until: Date) {
  let [worked, breaks] = [0, 0];
  for (const { started_at: start, ended_at: end, breaks: pauses } of shifts) {
    const shift = overlap(start, end ?? until, from, until);
    const paused = pauses.reduce(
      (sum, each) =>
        sum + overlap(new Date(each.from), each.to === null ? until : new Date(each.to), from, until),
      0,
    );
    breaks += paused;
    worked += shift - paused;
  }
  return { workedSeconds: Math.round(worked / 1_000), breakSeconds: Math.round(breaks / 1_000) };
}

/** Milliseconds. */
function overlap(start: Date, end: Date, from: Date, until: Date): number {
  return Math.max(0, Math.min(end.getTime(), until.getTime()) - Math.max(start.getTime(), from.getTime()));
}

function earlier(left: Date, right: Date): Date {
  return left < right ? left : right;
}
