import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import type { Database } from '../../../db/database.ts';
import { DeliveryZone } from '../../../db/models/delivery-zone.ts';
import { boolean, double, integer, jsonb, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement } from '../../../db/statement.ts';

/** Most zones read at once. */
const MAX_ZONES = 1_000;

/**
 * The zones at a past moment, without deleted ones, newest first. Polygons are large and read only where they are
 * shown.
 */
export async function readPastZones(
  database: Database,
  at: string,
  geometry: boolean,
): Promise<DeliveryZone[]> {
  const rows = await (geometry ? withGeometry : withoutGeometry).all(database, { at: new Date(at) });
  return rows.map((row) => DeliveryZone.fromDatabaseJson(row));
}

const ZONE = {
  id: uuid,
  name_en: text,
  name_ar: text,
  priority: integer,
  active: boolean,
  area_m2: double,
  min_lng: double,
  min_lat: double,
  max_lng: double,
  max_lat: double,
  version: integer,
  created_at: timestamptz,
  updated_at: timestamptz,
};

function zonesAt<R extends Shape>(name: string, row: R) {
  const columns = Object.keys(row).join(', ');
  return statement({
    name,
    sql: `SELECT ${columns}
            FROM (SELECT DISTINCT ON (id) ${columns}, deleted_at FROM delivery_zone_versions
                   WHERE valid_from <= :at ORDER BY id, version DESC) v
           WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ${MAX_ZONES}`,
    params: { at: timestamptz },
    row,
  });
}

const withGeometry = zonesAt('history.zones_with_geometry', { ...ZONE, geometry: jsonb<AreaGeometry>() });
const withoutGeometry = zonesAt('history.zones', ZONE);

/** When zones changed within a time span, both ends excluded. */
export async function zoneChanges(database: Database, from: Date, to: Date): Promise<Date[]> {
  return (await changes.all(database, { from, to })).map(({ valid_from: at }) => at);
}

const changes = statement({
  name: 'history.zone_changes',
  sql: `SELECT DISTINCT valid_from FROM delivery_zone_versions
         WHERE valid_from > :from AND valid_from < :to ORDER BY valid_from`,
  params: { from: timestamptz, to: timestamptz },
  row: { valid_from: timestamptz },
});
