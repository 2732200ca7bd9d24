import type { Database } from '../../../db/database.ts';
import { Driver } from '../../../db/models/driver.ts';
import { ShiftRun } from '../../../db/models/shift-run.ts';
import { arrayOf, bigint, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

type VehicleType = 'BICYCLE' | 'MOTORCYCLE' | 'CAR' | 'VAN';

/** A driver's application data at a given time. */
export interface DriverFacts {
  fullName: string;
  phone: string;
  vehicleType: VehicleType;
  vehiclePlate: string | null;
}

/**
 * By driver. For a time before the first record, returns the oldest record.
 * @param at Domain time, RFC 3339.
 */
export async function driverFactsAt(
  database: Database,
  ids: readonly string[],
  at: string,
): Promise<Map<string, DriverFacts>> {
  const rows = await factsAt.all(database, { ids: [...new Set(ids)], at: new Date(at) });
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

const factsAt = statement({
  name: 'history.driver_facts_at',
  sql: `SELECT d.id, v.full_name AS "fullName", v.phone, v.vehicle_type AS "vehicleType", v.vehicle_plate AS "vehiclePlate"
          FROM unnest(:ids::uuid[]) AS d (id)
         CROSS JOIN LATERAL (SELECT full_name, phone, vehicle_type, vehicle_plate
                               FROM driver_versions WHERE driver_id = d.id
                              ORDER BY valid_from > :at, greatest(valid_from - :at, :at - valid_from) LIMIT 1) v`,
  params: { ids: arrayOf(uuid), at: timestamptz },
  row: {
    id: uuid,
    fullName: text,
    phone: text,
    vehicleType: oneOf<VehicleType>(),
    vehiclePlate: nullable(text),
  },
});

/** As they are now. */
export async function readPresentDrivers(database: Database, ids: readonly string[]): Promise<Driver[]> {
  return Driver.query(database).findByIds([...ids]);
}

/** Ids of drivers after the given one, in order; omits rejected applications. */
export async function driversAfter(
  database: Database,
  after: string | null,
  limit: number,
): Promise<string[]> {
  return (await idsAfter.all(database, { after, limit })).map(({ id }) => id);
}

const idsAfter = statement({
  name: 'history.drivers_after',
  sql: `SELECT id FROM drivers
         WHERE status <> 'REJECTED' AND (:after::uuid IS NULL OR id > :after) ORDER BY id LIMIT :limit`,
  params: { after: nullable(uuid), limit: bigint },
  row: { id: uuid },
});

/** Today's driver with the actor's past mirror applied: `row` has the columns of `drivers`. */
export function driverAsMirrored(now: Driver, row: object): Driver {
  return Driver.fromJson({}, { skipValidation: true }).$setDatabaseJson({ ...now.$toDatabaseJson(), ...row });
}

/** A shift as the actor's past mirror had it: `row` has the columns of `shift_runs`. */
export function shiftAsMirrored(row: object): ShiftRun {
  return ShiftRun.fromDatabaseJson(row);
}
