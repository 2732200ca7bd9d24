import type { Database } from '../../../db/database.ts';

/** What a driver's application said, as it stood. */
export interface DriverFacts {
  fullName: string;
  phone: string;
  vehicleType: 'BICYCLE' | 'MOTORCYCLE' | 'CAR' | 'VAN';
  vehiclePlate: string | null;
}

/**
 * By driver. Of a time from which nothing is on record: the oldest that is.
 * @param at Domain time, RFC 3339.
 */
export async function driverFactsAt(
  database: Database,
  ids: readonly string[],
  at: string,
): Promise<Map<string, DriverFacts>> {
  const { rows } = await database.raw<{ rows: (DriverFacts & { id: string })[] }>(
    `SELECT d.id, v.full_name AS "fullName", v.phone, v.vehicle_type AS "vehicleType", v.vehicle_plate AS "vehiclePlate"
       FROM unnest(:ids::uuid[]) AS d (id)
      CROSS JOIN LATERAL (SELECT * FROM driver_versions WHERE driver_id = d.id
                           ORDER BY valid_from > :at, greatest(valid_from - :at, :at - valid_from) LIMIT 1) v`,
    { ids: [...new Set(ids)], at } as never,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
