import type { Database } from '../../../db/database.ts';
import { bigint, double, integer, jsonb, nullable, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const MAX_LEGS = 20_000;
const MAX_KEPT = 200;

interface StoredFactors {
  all: number;
  pairs: { [pair: string]: number };
  cells: { [cell: string]: number };
}

const calibration = {
  at: timestamptz,
  legs: integer,
  later_legs: integer,
  error: nullable(double),
  default_error: nullable(double),
  planned_error: nullable(double),
  factors: jsonb<StoredFactors>(),
};
export type CalibrationRow = ValuesOf<typeof calibration>;

/** Stores it, and keeps a limited number of earlier ones. */
export async function storeCalibration(database: Database, row: CalibrationRow): Promise<void> {
  await insert.count(database, row);
  await forget.count(database, { kept: MAX_KEPT });
}

const insert = statement({
  name: 'travel.insert_calibration',
  sql: `INSERT INTO travel_calibrations (at, legs, later_legs, error, default_error, planned_error, factors)
        VALUES (:at, :legs, :later_legs, :error, :default_error, :planned_error, :factors)`,
  params: calibration,
});
const forget = statement({
  name: 'travel.forget_calibrations',
  sql: `DELETE FROM travel_calibrations
         WHERE id NOT IN (SELECT id FROM travel_calibrations ORDER BY id DESC LIMIT :kept)`,
  params: { kept: bigint },
});

/** The latest. */
export function readCalibration(database: Database): Promise<CalibrationRow | null> {
  return latest.first(database, {});
}

const latest = statement({
  name: 'travel.latest_calibration',
  sql: `SELECT at, legs, later_legs, error, default_error, planned_error, factors
          FROM travel_calibrations ORDER BY id DESC LIMIT 1`,
  row: calibration,
});

const leg = {
  from_zone_id: nullable(uuid),
  to_zone_id: nullable(uuid),
  started_at: timestamptz,
  straight_m: integer,
  travel_s: integer,
  planned_s: integer,
};
export type LegRow = ValuesOf<typeof leg>;

/** Ordered by time. */
export async function readLegs(database: Database, since: Date): Promise<LegRow[]> {
  const rows = await latestLegs.all(database, { since, limit: MAX_LEGS });
  return rows.reverse();
}

const latestLegs = statement({
  name: 'travel.latest_legs',
  sql: `SELECT from_zone_id, to_zone_id, started_at, straight_m, travel_s, planned_s
          FROM route_legs WHERE arrived_at > :since
         ORDER BY arrived_at DESC, id LIMIT :limit`,
  params: { since: timestamptz, limit: bigint },
  row: leg,
});

/** @param since Null for any time. */
export async function anyLegSince(database: Database, since: Date | null): Promise<boolean> {
  return (await anyLeg.count(database, { since })) > 0;
}

const anyLeg = statement({
  name: 'travel.any_leg_since',
  sql: 'SELECT id FROM route_legs WHERE (:since::timestamptz IS NULL OR arrived_at > :since) LIMIT 1',
  params: { since: nullable(timestamptz) },
  row: { id: uuid },
});
