import type { PlannedBreak, ShiftBreak } from '../../../actors/driver/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type Day, endOfDay, qatarDay } from '../../kernel/calendar/qatar-time.ts';

export type ShiftStatus = 'PLANNED' | 'STARTED' | 'ENDED' | 'MISSED' | 'CANCELLED';

const BOARD = `
  SELECT b.id, b.driver_id, d.full_name AS driver_name, b.planned, b.starts_at, b.status, b.planned_start,
         b.planned_end, b.planned_breaks, b.reason, b.series_id, b.version, b.created_by, b.created_at, b.run_id,
         b.run_status, b.started_at, b.ended_at, b.run_breaks
    FROM shift_board b JOIN drivers d ON d.id = b.driver_id`;
const board = {
  id: uuid,
  driver_id: uuid,
  driver_name: text,
  planned: boolean,
  starts_at: timestamptz,
  status: oneOf<ShiftStatus>(),
  planned_start: nullable(timestamptz),
  planned_end: nullable(timestamptz),
  planned_breaks: jsonb<PlannedBreak[]>(),
  reason: nullable(text),
  series_id: nullable(uuid),
  version: nullable(integer),
  created_by: nullable(uuid),
  created_at: timestamptz,
  run_id: nullable(uuid),
  run_status: nullable(oneOf<'ON_DUTY' | 'ON_BREAK' | 'ENDED'>()),
  started_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  run_breaks: nullable(jsonb<ShiftBreak[]>()),
};
/** A row of the view `shift_board`: a plan with its newest run, or an unplanned run. */
export type BoardRow = ValuesOf<typeof board>;

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
/** How far ahead a driver's next shift is searched: as far as series are created. */
const LOOK_AHEAD_MS = 15 * DAY;
const MAX_OWN_PLANS = 10;

/** Latest start first. */
export function listBoard(
  database: Database,
  { day, driverId, status }: BoardFilter,
  after: BoardPosition | null,
  limit: number,
): Promise<BoardRow[]> {
  const to = day === undefined ? null : endOfDay(day);
  const from = to === null ? null : new Date(to.getTime() - DAY);
  const wanted = { from, to, driverId: driverId ?? null, status: status ?? null };
  const position = { afterStart: after?.startsAt ?? null, afterId: after?.id ?? null };
  return list.all(database, { ...wanted, ...position, limit });
}

const list = statement({
  name: 'shifts.list_board',
  sql: `${BOARD}
         WHERE (:from::timestamptz IS NULL OR b.starts_at >= :from AND b.starts_at < :to)
           AND (:driverId::uuid IS NULL OR b.driver_id = :driverId)
           AND (:status::text IS NULL OR b.status = :status)
           AND (:afterStart::timestamptz IS NULL OR (b.starts_at, b.id) < (:afterStart, :afterId))
         ORDER BY b.starts_at DESC, b.id DESC LIMIT :limit`,
  params: {
    from: nullable(timestamptz),
    to: nullable(timestamptz),
    driverId: nullable(uuid),
    status: nullable(oneOf<ShiftStatus>()),
    afterStart: nullable(timestamptz),
    afterId: nullable(uuid),
    limit: bigint,
  },
  row: board,
});

/** By the id of a plan or of a run, planned or not. */
export async function findOnBoard(database: Database, id: string): Promise<BoardRow | null> {
  const row = await find.first(database, { id });
  if (row !== null) return row;
  const run = await planOfRun.first(database, { id });
  return run === null || run.plan_id === null ? null : find.first(database, { id: run.plan_id });
}

const find = statement({
  name: 'shifts.find_on_board',
  sql: `${BOARD} WHERE b.id = :id LIMIT 1`,
  params: { id: uuid },
  row: board,
});
const planOfRun = statement({
  name: 'shifts.plan_of_run',
  sql: 'SELECT plan_id FROM shift_runs WHERE id = :id',
  params: { id: uuid },
  row: { plan_id: nullable(uuid) },
});

/** The driver's shift plans of today in Qatar, and the next one. */
export async function ownPlans(database: Database, driverId: string, now: Date): Promise<BoardRow[]> {
  const end = endOfDay(qatarDay(now));
  const from = new Date(end.getTime() - DAY);
  const to = new Date(end.getTime() + LOOK_AHEAD_MS);
  const rows = await own.all(database, { driverId, from, to, limit: MAX_OWN_PLANS });
  const today = rows.filter(({ starts_at }) => starts_at < end);
  return rows.slice(0, today.length + 1);
}

const own = statement({
  name: 'shifts.own_plans',
  sql: `${BOARD}
         WHERE b.driver_id = :driverId AND b.planned AND b.status <> 'CANCELLED'
           AND b.planned_end > :from AND b.starts_at < :to
         ORDER BY b.starts_at LIMIT :limit`,
  params: { driverId: uuid, from: timestamptz, to: timestamptz, limit: bigint },
  row: board,
});
