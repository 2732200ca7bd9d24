import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';

type DriverDay = components['schemas']['DriverDay'];

interface WorkRow {
  started_at: Date;
  ended_at: Date | null;
  breaks: { from: string; to: string | null }[];
}

interface CountRow {
  delivered: number;
  on_time: number;
  failed: number;
  returned: number;
}

interface CashRow {
  collected: string;
  handed_in: string;
}

/** What a driver did on a day of Qatar, up to `now`. Three reads by indexes on the driver. */
export async function readDriverDay(
  database: Database,
  driverId: string,
  day: Day,
  now: Date,
): Promise<DriverDay> {
  const [from, until] = [startOfDay(day), endOfDay(day)];
  const [work, counts, cash] = await Promise.all([
    readWork(database, driverId, from, until),
    readCounts(database, driverId, from, until),
    readCash(database, driverId, from, until),
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

function readWork(database: Database, driverId: string, from: Date, until: Date): Promise<WorkRow[]> {
  return database('shift_runs')
    .where('driver_id', driverId)
    .where('started_at', '<', until)
    .whereRaw('coalesce(ended_at, ?) > ?', [until, from])
    .select<WorkRow[]>('started_at', 'ended_at', 'breaks');
}

async function readCounts(database: Database, driverId: string, from: Date, until: Date): Promise<CountRow> {
  const { rows } = await database.raw<{ rows: CountRow[] }>(
    `SELECT (SELECT count(*)::int FROM delivery_tasks
              WHERE driver_id = :driverId AND completed_at >= :from AND completed_at < :until) AS delivered,
            (SELECT count(*)::int FROM delivery_tasks
              WHERE driver_id = :driverId AND completed_at >= :from AND completed_at < :until
                AND completed_at <= due_by) AS on_time,
            (SELECT count(*)::int FROM task_exceptions
              WHERE driver_id = :driverId AND kind = 'FAILED' AND at >= :from AND at < :until) AS failed,
            (SELECT count(*)::int FROM task_exceptions
              WHERE driver_id = :driverId AND kind = 'RETURNED' AND at >= :from AND at < :until) AS returned`,
    { driverId, from, until },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the counts of a day are one row');
  return row;
}

async function readCash(database: Database, driverId: string, from: Date, until: Date): Promise<CashRow> {
  const { rows } = await database.raw<{ rows: CashRow[] }>(
    `SELECT (SELECT coalesce(sum(amount), 0)::numeric(12,2) FROM driver_collections
              WHERE driver_id = :driverId AND recorded_at >= :from AND recorded_at < :until
                AND reversed_at IS NULL) AS collected,
            (SELECT coalesce(sum(counted), 0)::numeric(12,2) FROM settlements
              WHERE driver_id = :driverId AND created_at >= :from AND created_at < :until) AS handed_in`,
    { driverId, from, until },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the cash of a day is one row');
  return row;
}

/** Time on duty and on breaks within the span. */
function workedSeconds(shifts: readonly WorkRow[], from: Date, until: Date) {
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
