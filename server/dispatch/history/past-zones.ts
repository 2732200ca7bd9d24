import type { Database } from '../../../db/database.ts';
import { DeliveryZone } from '../../../db/models/delivery-zone.ts';

/** More zones than this are not read at once. */
const MOST_ZONES = 1_000;

/** The zones as they stood, deleted ones left out, newest first. Polygons are large: read only where they are shown. */
export async function readPastZones(
  database: Database,
  at: string,
  geometry: boolean,
): Promise<DeliveryZone[]> {
  const { rows } = await database.raw<{ rows: object[] }>(
    `SELECT v.id, v.name_en, v.name_ar, v.priority, v.active, v.area_m2, v.min_lng, v.min_lat, v.max_lng, v.max_lat,
            v.version, v.created_at, v.updated_at${geometry ? ', v.geometry' : ''}
       FROM (SELECT DISTINCT ON (id) * FROM delivery_zone_versions WHERE valid_from <= ? ORDER BY id, version DESC) v
      WHERE v.deleted_at IS NULL ORDER BY v.id DESC LIMIT ?`,
    [at, MOST_ZONES],
  );
  return rows.map((row) => DeliveryZone.fromDatabaseJson(row));
}
