import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  date,
  integer,
  jsonb,
  nullable,
  oneOf,
  time,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type Day, dayAfter } from '../../kernel/calendar/qatar-time.ts';
import type { ClockBreak, SeriesTerms, Weekday } from './occurrences.ts';

const SERIES = `s.id, s.driver_id, s.weekdays, s.local_start, s.local_end, s.breaks, s.from_day, s.until_day,
                s.version, s.created_by, s.created_at`;
const series = {
  id: uuid,
  driver_id: uuid,
  weekdays: arrayOf(oneOf<Weekday>()),
  local_start: time,
  local_end: time,
  breaks: jsonb<ClockBreak[]>(),
  from_day: date,
  until_day: nullable(date),
  version: integer,
  created_by: uuid,
  created_at: timestamptz,
};
export type SeriesRow = ValuesOf<typeof series>;

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

export async function insertSeries(
  trx: Transaction,
  { weekdays, start, end, breaks, from, until, ...rest }: SeriesTerms & NewSeries,
): Promise<void> {
  await insert.count(trx, { ...rest, weekdays, start, end, from, until, breaks: [...breaks] });
}

interface NewSeries {
  id: string;
  driverId: string;
  createdBy: string;
  at: Date;
}

const insert = statement({
  name: 'shifts.insert_series',
  sql: `INSERT INTO shift_series (id, driver_id, weekdays, local_start, local_end, breaks, from_day, until_day,
                                  created_by, created_at, updated_at)
        VALUES (:id, :driverId, :weekdays, :start, :end, :breaks, :from, :until, :createdBy, :at, :at)`,
  params: {
    id: uuid,
    driverId: uuid,
    weekdays: arrayOf(oneOf<Weekday>()),
    start: time,
    end: time,
    breaks: jsonb<ClockBreak[]>(),
    from: date,
    until: nullable(date),
    createdBy: uuid,
    at: timestamptz,
  },
});

export function findSeries(executor: Database | Transaction, id: string): Promise<SeriesRow | null> {
  return find.first(executor, { id });
}

/** Locks the series for a change; the job that creates its occurrences waits. */
export function lockSeries(trx: Transaction, id: string): Promise<SeriesRow | null> {
  return lock.first(trx, { id });
}

/** Locks the series in share mode for creating occurrences; a concurrent change waits or is already visible. */
export function shareSeries(trx: Transaction, id: string): Promise<SeriesRow | null> {
  return share.first(trx, { id });
}

const byId = (name: string, end: string) =>
  statement({
    name,
    sql: `SELECT ${SERIES} FROM shift_series s WHERE s.id = :id ${end}`,
    params: { id: uuid },
    row: series,
  });
const find = byId('shifts.find_series', '');
const lock = byId('shifts.lock_series', 'FOR UPDATE');
const share = byId('shifts.share_series', 'FOR SHARE');

/** Ends the series: no shifts from this day on. */
export async function endSeriesBefore(trx: Transaction, id: string, day: Day, at: Date): Promise<void> {
  await end.count(trx, { id, last: dayAfter(day, -1), at });
}

const end = statement({
  name: 'shifts.end_series',
  sql: 'UPDATE shift_series SET until_day = :last, version = version + 1, updated_at = :at WHERE id = :id',
  params: { id: uuid, last: date, at: timestamptz },
});

/** Series of approved drivers that continue today or later, in order of id, after `after`. */
export function seriesGoingOn(
  database: Database,
  { after, today, limit }: { after: string; today: Day; limit: number },
): Promise<SeriesRow[]> {
  return goingOn.all(database, { after, today, limit });
}

const goingOn = statement({
  name: 'shifts.series_going_on',
  sql: `SELECT ${SERIES} FROM shift_series s JOIN drivers d ON d.id = s.driver_id
         WHERE d.status = 'APPROVED' AND s.id > :after AND (s.until_day IS NULL OR s.until_day >= :today)
         ORDER BY s.id LIMIT :limit`,
  params: { after: uuid, today: date, limit: bigint },
  row: series,
});
