import type { ShiftBreak } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, qatarDay } from '../../kernel/calendar/qatar-time.ts';
import type { BoardFilter, BoardPosition, BoardRow } from '../shifts/shifts.ts';
import { driverFactsAt } from './past-driver-store.ts';
import { type PastPlanRow, readPastPlans, readPastShifts } from './past-shift-store.ts';

const DAY = 86_400_000;

/** A day's shifts (in Qatar time) as the live list showed them then: those that start on it, latest start first. */
export async function listPastShifts(
  database: Database,
  at: string,
  { day = qatarDay(new Date(at)), driverId, status }: BoardFilter,
  after: BoardPosition | null,
  limit: number,
): Promise<BoardRow[]> {
  const span = spanOf(day, at);
  return named(database, await readPastShifts(database, span, { driverId, status }, after, limit), at);
}

/** Plans that overlap the moment's day in Qatar, in any status until then, in order; at most `limit`. */
export function pastPlans(
  database: Database,
  at: string,
  driverId: string | undefined,
  limit: number,
): Promise<PastPlanRow[]> {
  return readPastPlans(database, spanOf(qatarDay(new Date(at)), at), driverId, limit);
}

function spanOf(day: Day, at: string): { at: Date; begin: Date; end: Date } {
  const end = endOfDay(day);
  return { at: new Date(at), begin: new Date(end.getTime() - DAY), end };
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

/** The run as it was then, without later parts. */
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
