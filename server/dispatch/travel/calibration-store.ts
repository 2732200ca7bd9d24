import {
  cellOf,
  errorOf,
  estimateFactors,
  type MeasuredLeg,
  NO_FACTORS,
  pairOf,
  type TravelFactors,
} from '../../../actors/planning/calibration.ts';
import type { Database } from '../../../db/database.ts';
import { qatarHour } from '../../kernel/calendar/qatar-time.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';

/** The latest legs count: towns change, and a worker's memory is not for years of them. */
const DAYS = 30;
const MOST_LEGS = 20_000;
/** Of the legs, in order of time, the last so many are kept from the estimate that is judged by them. */
const LATER = 0.2;
const MOST_KEPT = 200;

interface LegRow {
  from_zone_id: string | null;
  to_zone_id: string | null;
  started_at: Date;
  straight_m: number;
  travel_s: number;
  planned_s: number;
}

interface StoredFactors {
  all: number;
  pairs: { [pair: string]: number };
  cells: { [cell: string]: number };
}

export interface CalibrationRow {
  id: number;
  at: Date;
  legs: number;
  later_legs: number;
  error: number | null;
  default_error: number | null;
  planned_error: number | null;
  factors: StoredFactors;
}

/**
 * Estimates the factors from the legs of the last weeks, and how wrong they are: factors of the earlier legs, judged
 * by the later ones, beside the default and beside what was really planned. Those then used are of all legs.
 * Answers false where no leg has come since.
 */
export async function estimateTravelTimes({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const rows = await readLegs(database, now);
  const latest = await readCalibration(database);
  if (rows.length === (latest?.legs ?? 0) && !(await anySince(database, latest?.at ?? null))) return false;
  const legs = rows.map(measured);
  const split = Math.floor(legs.length * (1 - LATER));
  const later = legs.slice(split);
  const factors = estimateFactors(legs);
  await database('travel_calibrations').insert({
    at: now,
    legs: legs.length,
    later_legs: later.length,
    error: errorOf(estimateFactors(legs.slice(0, split)), later),
    default_error: errorOf(NO_FACTORS, later),
    planned_error: plannedError(rows.slice(split)),
    factors: JSON.stringify({
      all: factors.all,
      pairs: Object.fromEntries(factors.pairs),
      cells: Object.fromEntries(factors.cells),
    } satisfies StoredFactors),
  });
  await database.raw(
    'DELETE FROM travel_calibrations WHERE id NOT IN (SELECT id FROM travel_calibrations ORDER BY id DESC LIMIT ?)',
    [MOST_KEPT],
  );
  return true;
}

export async function readCalibration(database: Database): Promise<CalibrationRow | null> {
  const row = await database<CalibrationRow>('travel_calibrations').orderBy('id', 'desc').first();
  return row ?? null;
}

export async function readFactors(database: Database): Promise<TravelFactors> {
  const row = await readCalibration(database);
  if (row === null) return NO_FACTORS;
  const { all, pairs, cells } = row.factors;
  return { all, pairs: new Map(Object.entries(pairs)), cells: new Map(Object.entries(cells)) };
}

/** How many of the counted legs each pair of zones, and each hour of it, has. */
export async function countLegs(database: Database, now: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { fromZoneId, toZoneId, hour } of (await readLegs(database, now)).map(measured)) {
    const pair = pairOf(fromZoneId, toZoneId);
    add(pair);
    add(cellOf(pair, hour));
  }
  return counts;
}

/** In order of time. */
async function readLegs(database: Database, now: Date): Promise<LegRow[]> {
  const since = new Date(now.getTime() - DAYS * 86_400_000);
  const rows = await database<LegRow & { arrived_at: Date; id: string }>('route_legs')
    .where('arrived_at', '>', since)
    .orderBy('arrived_at', 'desc')
    .orderBy('id')
    .limit(MOST_LEGS)
    .select('from_zone_id', 'to_zone_id', 'started_at', 'straight_m', 'travel_s', 'planned_s');
  return rows.reverse();
}

async function anySince(database: Database, at: Date | null): Promise<boolean> {
  const query = database('route_legs').first('id');
  if (at !== null) query.where('arrived_at', '>', at);
  return (await query) !== undefined;
}

function measured(row: LegRow): MeasuredLeg {
  return {
    fromZoneId: row.from_zone_id,
    toZoneId: row.to_zone_id,
    hour: qatarHour(row.started_at),
    straight: row.straight_m,
    seconds: row.travel_s,
  };
}

/** Of what plans said when drivers set off, whoever knew the times then. */
function plannedError(rows: readonly LegRow[]): number | null {
  if (rows.length === 0) return null;
  const errors = rows.map(({ planned_s, travel_s }) => Math.abs(planned_s - travel_s) / travel_s);
  return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
}
