import type { PlannedBreak } from '../../../actors/driver/state.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { Day } from '../../kernel/calendar/qatar-time.ts';
import type { PlannedTime } from './occurrences.ts';

const PLAN = `p.id, p.driver_id, p.planned_start, p.planned_end, p.breaks, p.status, p.reason, p.series_id,
              p.series_day, p.version`;
const plan = {
  id: uuid,
  driver_id: uuid,
  planned_start: timestamptz,
  planned_end: timestamptz,
  breaks: jsonb<PlannedBreak[]>(),
  status: oneOf<'PLANNED' | 'MISSED' | 'CANCELLED'>(),
  reason: nullable(text),
  series_id: nullable(uuid),
  series_day: nullable(date),
  version: integer,
};
export type PlanRow = ValuesOf<typeof plan>;

/** A plan that the driver has not started. */
const NOT_BEGUN = 'NOT EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id)';

export interface NewPlan extends PlannedTime {
  id: string;
  driverId: string;
  series: { id: string; day: Day } | null;
  createdBy: string;
  at: Date;
}

/** Serializes changes to one driver's plans. The exclusion constraint guards what this does not see. */
export async function lockPlansOf(trx: Transaction, driverId: string): Promise<void> {
  await lockPlans.count(trx, { name: `shift-plans:${driverId}` });
}

const lockPlans = statement({
  name: 'shifts.lock_plans_of_driver',
  sql: 'SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended(:name, 0))',
  params: { name: text },
  row: { locked: boolean },
});

/** A plan of this driver, other than `except`, that overlaps this time. */
export function overlapping(
  trx: Transaction,
  driverId: string,
  { plannedStart, plannedEnd }: PlannedTime,
  except: readonly string[],
): Promise<PlanRow | null> {
  return overlap.first(trx, { driverId, plannedStart, plannedEnd, except });
}

const overlap = statement({
  name: 'shifts.overlapping_plan',
  sql: `SELECT ${PLAN} FROM shift_plans p
         WHERE p.driver_id = :driverId AND p.status <> 'CANCELLED'
           AND p.planned_start < :plannedEnd AND p.planned_end > :plannedStart AND p.id <> ALL (:except)
         ORDER BY p.planned_start LIMIT 1`,
  params: { driverId: uuid, plannedStart: timestamptz, plannedEnd: timestamptz, except: arrayOf(uuid) },
  row: plan,
});

export async function insertPlan(trx: Transaction, given: NewPlan): Promise<void> {
  await insert.count(trx, columnsOf(given));
}

/** For a job: null if the occurrence already exists or another plan occupies its time. */
export function insertPlanIfFree(trx: Transaction, given: NewPlan): Promise<PlanRow | null> {
  return insertIfFree.first(trx, columnsOf(given));
}

function columnsOf({ series, ...given }: NewPlan) {
  return { ...given, seriesId: series?.id ?? null, seriesDay: series?.day ?? null };
}

const INSERT = `INSERT INTO shift_plans AS p (id, driver_id, planned_start, planned_end, breaks, status, series_id,
                                              series_day, created_by, created_at, updated_at)
                VALUES (:id, :driverId, :plannedStart, :plannedEnd, :breaks, 'PLANNED', :seriesId,
                        :seriesDay, :createdBy, :at, :at)`;
const inserted = {
  id: uuid,
  driverId: uuid,
  plannedStart: timestamptz,
  plannedEnd: timestamptz,
  breaks: jsonb<PlannedBreak[]>(),
  seriesId: nullable(uuid),
  seriesDay: nullable(date),
  createdBy: uuid,
  at: timestamptz,
};
const insert = statement({ name: 'shifts.insert_plan', sql: INSERT, params: inserted });
const insertIfFree = statement({
  name: 'shifts.insert_plan_if_free',
  sql: `${INSERT} ON CONFLICT DO NOTHING RETURNING ${PLAN}`,
  params: inserted,
  row: plan,
});

/** Earliest first. */
export function readPlans(trx: Transaction, ids: readonly string[]): Promise<PlanRow[]> {
  return byIds.all(trx, { ids });
}

const byIds = statement({
  name: 'shifts.read_plans',
  sql: `SELECT ${PLAN} FROM shift_plans p WHERE p.id = ANY (:ids) ORDER BY p.planned_start`,
  params: { ids: arrayOf(uuid) },
  row: plan,
});

export function findPlan(trx: Transaction, id: string): Promise<PlanRow | null> {
  return find.first(trx, { id });
}

const find = statement({
  name: 'shifts.find_plan',
  sql: `SELECT ${PLAN} FROM shift_plans p WHERE p.id = :id`,
  params: { id: uuid },
  row: plan,
});

export function lockPlan(trx: Transaction, id: string): Promise<PlanRow | null> {
  return lock.first(trx, { id });
}

const lock = statement({
  name: 'shifts.lock_plan',
  sql: `SELECT ${PLAN} FROM shift_plans p WHERE p.id = :id FOR UPDATE`,
  params: { id: uuid },
  row: plan,
});

/** The series' plans from a day on that are planned and not started, row-locked, ordered by day. */
export function lockPlansFrom(trx: Transaction, seriesId: string, day: Day): Promise<PlanRow[]> {
  return lockFrom.all(trx, { seriesId, day });
}

const lockFrom = statement({
  name: 'shifts.lock_plans_of_series',
  sql: `SELECT ${PLAN} FROM shift_plans p
         WHERE p.series_id = :seriesId AND p.status = 'PLANNED' AND p.series_day >= :day AND ${NOT_BEGUN}
         ORDER BY p.series_day FOR UPDATE`,
  params: { seriesId: uuid, day: date },
  row: plan,
});

/** Days from `day` on whose shifts of the series have been created. */
export async function madeDays(database: Database, seriesId: string, day: Day): Promise<Set<Day>> {
  const rows = await made.all(database, { seriesId, day });
  return new Set(rows.map(({ series_day }) => series_day));
}

const made = statement({
  name: 'shifts.made_days',
  sql: 'SELECT series_day FROM shift_plans WHERE series_id = :seriesId AND series_day >= :day',
  params: { seriesId: uuid, day: date },
  row: { series_day: date },
});

/** Moves a plan and increments its version. A new start time resets the reminder. */
export async function movePlan(
  trx: Transaction,
  id: string,
  { plannedStart, plannedEnd, breaks }: PlannedTime,
  at: Date,
): Promise<PlanRow> {
  return orGone(await move.first(trx, { id, plannedStart, plannedEnd, breaks, at }), id);
}

const move = statement({
  name: 'shifts.move_plan',
  sql: `UPDATE shift_plans p
           SET planned_start = :plannedStart, planned_end = :plannedEnd, breaks = :breaks,
               reminded_at = CASE WHEN p.planned_start = :plannedStart THEN p.reminded_at END,
               version = p.version + 1, updated_at = :at
         WHERE p.id = :id RETURNING ${PLAN}`,
  params: {
    id: uuid,
    plannedStart: timestamptz,
    plannedEnd: timestamptz,
    breaks: jsonb<PlannedBreak[]>(),
    at: timestamptz,
  },
  row: plan,
});

/** Ends a plan that was not started, and increments its version. */
export async function closePlan(
  trx: Transaction,
  id: string,
  { status, reason = null }: { status: 'MISSED' | 'CANCELLED'; reason?: string | null },
  at: Date,
): Promise<PlanRow> {
  return orGone(await closing.first(trx, { id, status, reason, at }), id);
}

const closing = statement({
  name: 'shifts.close_plan',
  sql: `UPDATE shift_plans p SET status = :status, reason = :reason, version = p.version + 1, updated_at = :at
         WHERE p.id = :id RETURNING ${PLAN}`,
  params: {
    id: uuid,
    status: oneOf<'MISSED' | 'CANCELLED'>(),
    reason: nullable(text),
    at: timestamptz,
  },
  row: plan,
});

function orGone(row: PlanRow | null, id: string): PlanRow {
  if (row === null) throw new Error(`shift plan ${id} does not exist`);
  return row;
}

/** Moves the series' plans from a day on to another series. */
export async function movePlansToSeries(
  trx: Transaction,
  change: { from: string; to: string; day: Day; at: Date },
): Promise<void> {
  await toSeries.count(trx, change);
}

const toSeries = statement({
  name: 'shifts.move_plans_to_series',
  sql: 'UPDATE shift_plans SET series_id = :to, updated_at = :at WHERE series_id = :from AND series_day >= :day',
  params: { from: uuid, to: uuid, day: date, at: timestamptz },
});

/** Plans not started that match a job's condition, earliest first. */
const unbegun = (name: string, condition: string) =>
  statement({
    name,
    sql: `SELECT ${PLAN} FROM shift_plans p
           WHERE p.status = 'PLANNED' AND ${condition} AND ${NOT_BEGUN}
           ORDER BY p.planned_start, p.id LIMIT :limit`,
    params: { now: timestamptz, minutes: integer, limit: bigint },
    row: plan,
  });

/** Plans that start within this many minutes and whose driver has not been reminded. */
export const plansToRemindOf = unbegun(
  'shifts.plans_to_remind_of',
  `p.reminded_at IS NULL AND p.planned_start > :now
   AND p.planned_start <= :now::timestamptz + make_interval(mins => :minutes)`,
);

const LATE = `p.planned_end > :now AND p.planned_start <= :now::timestamptz - make_interval(mins => :minutes)`;

/** Plans that should have started this many minutes ago and are not over. */
export const latePlans = unbegun('shifts.late_plans', LATE);

/** Plans whose end has passed. */
export const plansOver = statement({
  name: 'shifts.plans_over',
  sql: `SELECT ${PLAN} FROM shift_plans p
         WHERE p.status = 'PLANNED' AND p.planned_end <= :now AND ${NOT_BEGUN}
         ORDER BY p.planned_start, p.id LIMIT :limit`,
  params: { now: timestamptz, limit: bigint },
  row: plan,
});

/** Keys of unresolved alerts about plans that are no longer late. */
export const lateNoLonger = statement({
  name: 'shifts.late_no_longer',
  sql: `SELECT a.dedupe_key FROM alerts a JOIN shift_plans p ON a.dedupe_key = 'shift-not-started:' || p.id
         WHERE a.kind = 'SHIFT_NOT_STARTED' AND a.status <> 'RESOLVED'
           AND NOT (p.status = 'PLANNED' AND ${LATE} AND ${NOT_BEGUN})
         LIMIT :limit`,
  params: { now: timestamptz, minutes: integer, limit: bigint },
  row: { dedupe_key: text },
});

/** False if another worker has already reminded the driver. */
export async function noteReminder(trx: Transaction, id: string, at: Date): Promise<boolean> {
  return (await remind.count(trx, { id, at })) > 0;
}

const remind = statement({
  name: 'shifts.note_reminder',
  sql: 'UPDATE shift_plans SET reminded_at = :at WHERE id = :id AND reminded_at IS NULL',
  params: { id: uuid, at: timestamptz },
});

/**
 * The driver's plan whose window (from this many minutes before its start to its end) includes now. A plan not started
 * yet precedes one that the driver ended early and resumes.
 */
export const planWithin = statement({
  name: 'shifts.plan_within',
  sql: `SELECT ${PLAN} FROM shift_plans p
         WHERE p.driver_id = :driverId AND p.status = 'PLANNED'
           AND p.planned_start <= :now::timestamptz + make_interval(mins => :minutes) AND p.planned_end > :now
         ORDER BY EXISTS (SELECT 1 FROM shift_runs r WHERE r.plan_id = p.id), p.planned_start
         LIMIT 1`,
  params: { driverId: uuid, now: timestamptz, minutes: integer },
  row: plan,
});

type RunStatus = 'ON_DUTY' | 'ON_BREAK' | 'ENDED';

/** Whether a driver has started a plan, and the state of its newest run. */
export async function runOf(trx: Transaction, planId: string): Promise<'STARTED' | 'ENDED' | null> {
  return standing(await newestRun.first(trx, { planId }));
}

/** The state of an unplanned run; null if it does not exist. */
export async function unplannedRun(trx: Transaction, id: string): Promise<'STARTED' | 'ENDED' | null> {
  return standing(await unplanned.first(trx, { id }));
}

function standing(run: { status: RunStatus } | null): 'STARTED' | 'ENDED' | null {
  if (run === null) return null;
  return run.status === 'ENDED' ? 'ENDED' : 'STARTED';
}

const newestRun = statement({
  name: 'shifts.newest_run_of_plan',
  sql: 'SELECT status FROM shift_runs WHERE plan_id = :planId ORDER BY started_at DESC LIMIT 1',
  params: { planId: uuid },
  row: { status: oneOf<RunStatus>() },
});
const unplanned = statement({
  name: 'shifts.unplanned_run',
  sql: 'SELECT status FROM shift_runs WHERE id = :id AND plan_id IS NULL',
  params: { id: uuid },
  row: { status: oneOf<RunStatus>() },
});

/** The driver's status; null if the driver does not exist. */
export async function driverStatus(
  trx: Transaction,
  driverId: string,
): Promise<ValuesOf<typeof driver>['status'] | null> {
  return (await statusOf.first(trx, { driverId }))?.status ?? null;
}

const driver = { status: oneOf<'APPLIED' | 'APPROVED' | 'REJECTED' | 'SUSPENDED'>() };
const statusOf = statement({
  name: 'shifts.driver_status',
  sql: 'SELECT status FROM drivers WHERE id = :driverId',
  params: { driverId: uuid },
  row: driver,
});
