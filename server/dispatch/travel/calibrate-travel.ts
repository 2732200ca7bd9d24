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
import {
  anyLegSince,
  type LegRow,
  readCalibration,
  readLegs,
  storeCalibration,
} from './calibration-store.ts';

/** Days of legs used: traffic changes, and a worker's memory is limited. */
const LEG_DAYS = 30;
/** Share of the legs, the latest in time, withheld from the estimate to test it. */
const TEST_SHARE = 0.2;

/**
 * Estimates the factors from the legs of the last LEG_DAYS and measures their error: factors from the earlier legs are
 * tested on the later ones, next to the default factors and to the planned times. The factors finally used come from
 * all legs. Returns false if there is no new leg.
 */
export async function estimateTravelTimes({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<boolean> {
  const now = clock.now();
  const rows = await readLegs(database, sinceOf(now));
  const latest = await readCalibration(database);
  if (rows.length === (latest?.legs ?? 0) && !(await anyLegSince(database, latest?.at ?? null))) return false;
  const legs = rows.map(measured);
  const split = Math.floor(legs.length * (1 - TEST_SHARE));
  const later = legs.slice(split);
  const factors = estimateFactors(legs);
  await storeCalibration(database, {
    at: now,
    legs: legs.length,
    later_legs: later.length,
    error: errorOf(estimateFactors(legs.slice(0, split)), later),
    default_error: errorOf(NO_FACTORS, later),
    planned_error: plannedError(rows.slice(split)),
    factors: {
      all: factors.all,
      pairs: Object.fromEntries(factors.pairs),
      cells: Object.fromEntries(factors.cells),
    },
  });
  return true;
}

export async function readFactors(database: Database): Promise<TravelFactors> {
  const row = await readCalibration(database);
  if (row === null) return NO_FACTORS;
  const { all, pairs, cells } = row.factors;
  return { all, pairs: new Map(Object.entries(pairs)), cells: new Map(Object.entries(cells)) };
}

/** Number of legs used per pair of zones, in total and per hour. */
export async function countLegs(database: Database, now: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { fromZoneId, toZoneId, hour } of (await readLegs(database, sinceOf(now))).map(measured)) {
    const pair = pairOf(fromZoneId, toZoneId);
    add(pair);
    add(cellOf(pair, hour));
  }
  return counts;
}

function sinceOf(now: Date): Date {
  return new Date(now.getTime() - LEG_DAYS * 86_400_000);
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

/** Error of the planned times at departure, whatever their source was. */
function plannedError(rows: readonly LegRow[]): number | null {
  if (rows.length === 0) return null;
  const errors = rows.map(({ planned_s, travel_s }) => Math.abs(planned_s - travel_s) / travel_s);
  return (100 * errors.reduce((sum, error) => sum + error, 0)) / errors.length;
}
