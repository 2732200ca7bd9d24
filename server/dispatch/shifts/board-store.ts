import type { PlannedBreak, ShiftBreak } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, qatarDay } from '../../kernel/calendar/qatar-time.ts';

export type ShiftStatus = 'PLANNED' | 'STARTED' | 'ENDED' | 'MISSED' | 'CANCELLED';

/** A row of the view `shift_board`: a plan with its newest run, or a run that nobody planned. */
export interface BoardRow {
  id: string;
  driver_id: string;
  driver_name: string;
  planned: boolean;
  starts_at: Date;
  status: ShiftStatus;
  planned_start: Date | null;
  planned_end: Date | null;
  planned_breaks: PlannedBreak[];
  reason: string | null;
  series_id: string | null;
  version: number | null;
  created_by: string | null;
  created_at: Date;
  run_id: string | null;
  run_status: 'ON_DUTY' | 'ON_BREAK' | 'ENDED' | null;
  started_at: Date | null;
  ended_at: Date | null;
  run_breaks: ShiftBreak[] | null;
}

export interface BoardFilter {
  day?: Day | undefined;
  driverId?: string | undefined;
  status?: ShiftStatus | undefined;
}

export interface BoardPosition {
  startsAt: Date;
  id: string;
}

const DAY = 86_400_000;
/** The next shift of a driver is looked for so far ahead: as far as series are made. */
const SOON = 15 * DAY;
const OWN_LIMIT = 10;

function board(database: Database) {
  return database('shift_board as b').join('drivers as d', 'd.id', 'b.driver_id');
}

/** The latest start first. */
export function listBoard(
  database: Database,
  { day, driverId, status }: BoardFilter,
  after: BoardPosition | null,
  limit: number,
): Promise<BoardRow[]> {
  const query = board(database).orderBy('b.starts_at', 'desc').orderBy('b.id', 'desc').limit(limit);
  if (day !== undefined) {
    const end = endOfDay(day);
    query.where('b.starts_at', '>=', new Date(end.getTime() - DAY)).where('b.starts_at', '<', end);
  }
  if (driverId !== undefined) query.where('b.driver_id', driverId);
  if (status !== undefined) query.where('b.status', status);
  if (after !== null) query.whereRaw('(b.starts_at, b.id) < (?, ?)', [after.startsAt, after.id]);
  return query.select<BoardRow[]>('b.*', 'd.full_name as driver_name');
}

/** By the plan's id, or by that of a run, whoever planned it. */
export async function findOnBoard(database: Database, id: string): Promise<BoardRow | null> {
  const find = (boardId: string) =>
    board(database).where('b.id', boardId).first<BoardRow | undefined>('b.*', 'd.full_name as driver_name');
  const row = await find(id);
  if (row !== undefined) return row;
  const run = await database<{ id: string; plan_id: string | null }>('shift_runs')
    .where({ id })
    .first('plan_id');
  return run === undefined || run.plan_id === null ? null : ((await find(run.plan_id)) ?? null);
}

/** The shifts planned for a driver for today in Qatar, and the next one after it. */
export async function ownPlans(database: Database, driverId: string, now: Date): Promise<BoardRow[]> {
  const end = endOfDay(qatarDay(now));
  const rows = await board(database)
    .where('b.driver_id', driverId)
    .where('b.planned', true)
    .whereNot('b.status', 'CANCELLED')
    .where('b.planned_end', '>', new Date(end.getTime() - DAY))
    .where('b.starts_at', '<', new Date(end.getTime() + SOON))
    .orderBy('b.starts_at')
    .limit(OWN_LIMIT)
    .select<BoardRow[]>('b.*', 'd.full_name as driver_name');
  const today = rows.filter(({ starts_at }) => starts_at < end);
  return rows.slice(0, today.length + 1);
}
