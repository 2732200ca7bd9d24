import type { PlannedBreak } from '../../../actors/driver/state.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Day } from '../../kernel/calendar/qatar-time.ts';
import type { ClockBreak, PlannedTime, SeriesTerms, Weekday } from './occurrences.ts';

export interface PlanRow {
  id: string;
  driver_id: string;
  planned_start: Date;
  planned_end: Date;
  breaks: PlannedBreak[];
  status: 'PLANNED' | 'MISSED' | 'CANCELLED';
  reason: string | null;
  series_id: string | null;
  series_day: Day | null;
  version: number;
}

export interface SeriesRow {
  id: string;
  driver_id: string;
  weekdays: Weekday[];
  /** 'HH:MM:SS' */
  local_start: string;
  local_end: string;
  breaks: ClockBreak[];
  from_day: Day;
  until_day: Day | null;
  version: number;
  created_by: string;
  created_at: Date;
}

export interface NewPlan extends PlannedTime {
  id: string;
  driverId: string;
  series: { id: string; day: Day } | null;
  createdBy: string;
  at: Date;
}

/** Whoever plans shifts of a driver waits for whoever does so already; the constraint guards what this does not see. */
export async function lockPlansOf(trx: Transaction, driverId: string): Promise<void> {
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`shift-plans:${driverId}`]);
}

/** The plan of this driver, none of `except`, that takes some of this time. */
export async function overlapping(
  trx: Transaction,
  driverId: string,
  { plannedStart, plannedEnd }: PlannedTime,
  except: readonly string[],
): Promise<PlanRow | null> {
  const query = trx<PlanRow>('shift_plans')
    .where('driver_id', driverId)
    .whereNot('status', 'CANCELLED')
    .where('planned_start', '<', plannedEnd)
    .where('planned_end', '>', plannedStart)
    .whereNotIn('id', [...except])
    .orderBy('planned_start');
  return (await query.first()) ?? null;
}

export async function insertPlan(trx: Transaction, plan: NewPlan): Promise<void> {
  await trx('shift_plans').insert(columnsOf(plan));
}

/** For a duty: false when the occurrence was made before, or another plan takes its time. */
export async function insertPlanIfFree(database: Database | Transaction, plan: NewPlan): Promise<boolean> {
  const rows: { id: string }[] = await database('shift_plans')
    .insert(columnsOf(plan))
    .onConflict()
    .ignore()
    .returning('id');
  return rows.length > 0;
}

function columnsOf({ id, driverId, plannedStart, plannedEnd, breaks, series, createdBy, at }: NewPlan) {
  return {
    id,
    driver_id: driverId,
    planned_start: plannedStart,
    planned_end: plannedEnd,
    breaks: JSON.stringify(breaks),
    status: 'PLANNED',
    series_id: series?.id ?? null,
    series_day: series?.day ?? null,
    created_by: createdBy,
    created_at: at,
    updated_at: at,
  };
}

export async function lockPlan(trx: Transaction, id: string): Promise<PlanRow | null> {
  return (await trx<PlanRow>('shift_plans').where({ id }).forUpdate().first()) ?? null;
}

/** Writes a plan's new times or status, and counts its version. */
export async function updatePlan(
  trx: Transaction,
  id: string,
  change: Partial<Pick<PlanRow, 'planned_start' | 'planned_end' | 'breaks' | 'status' | 'reason'>>,
  at: Date,
): Promise<PlanRow> {
  const { breaks, ...plain } = change;
  const columns = breaks === undefined ? plain : { ...plain, breaks: JSON.stringify(breaks) };
  const [row]: PlanRow[] = await trx('shift_plans')
    .where({ id })
    .update({ ...columns, version: trx.raw('version + 1'), updated_at: at })
    .returning('*');
  if (row === undefined) throw new Error(`shift plan ${id} is gone`);
  return row;
}

export async function insertSeries(
  trx: Transaction,
  series: SeriesTerms & { id: string; driverId: string; createdBy: string; at: Date },
): Promise<void> {
  await trx('shift_series').insert({
    id: series.id,
    driver_id: series.driverId,
    weekdays: [...series.weekdays],
    local_start: series.start,
    local_end: series.end,
    breaks: JSON.stringify(series.breaks),
    from_day: series.from,
    until_day: series.until,
    created_by: series.createdBy,
    created_at: series.at,
    updated_at: series.at,
  });
}

export async function findSeries(database: Database | Transaction, id: string): Promise<SeriesRow | null> {
  return (await database<SeriesRow>('shift_series').where({ id }).first()) ?? null;
}

export function termsOf(row: SeriesRow): SeriesTerms {
  return {
    weekdays: row.weekdays,
    start: row.local_start.slice(0, 5),
    end: row.local_end.slice(0, 5),
    from: row.from_day,
    until: row.until_day,
    breaks: row.breaks,
  };
}

/** Whether a driver has begun a plan, and how its newest run stands. */
export async function runOf(
  database: Database | Transaction,
  planId: string,
): Promise<'STARTED' | 'ENDED' | null> {
  const run = await database<{ plan_id: string; status: string; started_at: Date }>('shift_runs')
    .where('plan_id', planId)
    .orderBy('started_at', 'desc')
    .first('status');
  if (run === undefined) return null;
  return run.status === 'ENDED' ? 'ENDED' : 'STARTED';
}
