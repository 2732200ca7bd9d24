import type { Bounds } from '../../../actors/geo/area.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  double,
  integer,
  jsonb,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const ZONE_COLUMNS = `id, name_en AS "nameEn", name_ar AS "nameAr", priority, active, geometry, area_m2 AS "areaM2",
  min_lng AS "minLng", min_lat AS "minLat", max_lng AS "maxLng", max_lat AS "maxLat", version,
  created_at AS "createdAt", updated_at AS "updatedAt", deleted_at AS "deletedAt"`;

const ZONE = {
  id: uuid,
  nameEn: text,
  nameAr: text,
  priority: integer,
  active: boolean,
  geometry: jsonb<AreaGeometry>(),
  areaM2: double,
  minLng: double,
  minLat: double,
  maxLng: double,
  maxLat: double,
  version: integer,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  deletedAt: nullable(timestamptz),
};

/**
 * An area that drivers may be assigned to. `geometry` is GeoJSON in WGS 84; area and bounds are derived from it. A
 * deleted zone is inactive and stays, because tasks and choices refer to it.
 */
export type Zone = ValuesOf<typeof ZONE>;

/** Null if it does not exist or is deleted. */
export function findZone(executor: Database | Transaction, id: string): Promise<Zone | null> {
  return find.first(executor, { id });
}

const find = statement({
  name: 'zones.find',
  sql: `SELECT ${ZONE_COLUMNS} FROM delivery_zones WHERE id = :id AND deleted_at IS NULL`,
  params: { id: uuid },
  row: ZONE,
});

/** Deleted or not. */
export function findAnyZone(trx: Transaction, id: string): Promise<Zone | null> {
  return findAny.first(trx, { id });
}

const findAny = statement({
  name: 'zones.find_any',
  sql: `SELECT ${ZONE_COLUMNS} FROM delivery_zones WHERE id = :id`,
  params: { id: uuid },
  row: ZONE,
});

/** A past version of a zone; null if it never existed or is older than the history. */
export function zoneVersion(trx: Transaction, id: string, version: number): Promise<Zone | null> {
  return findVersion.first(trx, { id, version });
}

const findVersion = statement({
  name: 'zones.find_version',
  sql: `SELECT ${ZONE_COLUMNS} FROM delivery_zone_versions WHERE id = :id AND version = :version`,
  params: { id: uuid, version: integer },
  row: ZONE,
});

/** Zones older than `before`, newest first, without deleted ones. */
export function listZones(database: Database, before: string | null, limit: number): Promise<Zone[]> {
  return list.all(database, { before, limit });
}

const list = statement({
  name: 'zones.list',
  sql: `SELECT ${ZONE_COLUMNS} FROM delivery_zones
         WHERE deleted_at IS NULL AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :limit`,
  params: { before: nullable(uuid), limit: bigint },
  row: ZONE,
});

/** The ids among these that are active zones. */
export async function activeZones(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await selectActive.all(database, { ids });
  return new Set(rows.map(({ id }) => id));
}

const selectActive = statement({
  name: 'zones.select_active',
  sql: 'SELECT id FROM delivery_zones WHERE id = ANY (:ids) AND active',
  params: { ids: arrayOf(uuid) },
  row: { id: uuid },
});

/** The bounds of a zone, deleted or not. */
export async function zoneBounds(database: Database, id: string): Promise<Bounds | null> {
  return selectBounds.first(database, { id });
}

const selectBounds = statement({
  name: 'zones.select_bounds',
  sql: `SELECT min_lng AS west, min_lat AS south, max_lng AS east, max_lat AS north
          FROM delivery_zones WHERE id = :id`,
  params: { id: uuid },
  row: { west: double, south: double, east: double, north: double },
});

/** The largest active zones whose bounds contain all of these, except one of them. */
export function zonesReachingOver(
  executor: Database | Transaction,
  bounds: Bounds,
  without: string | null,
  limit: number,
): Promise<{ geometry: AreaGeometry }[]> {
  const { west, south, east, north } = bounds;
  return selectReachingOver.all(executor, { west, south, east, north, without, limit });
}

const selectReachingOver = statement({
  name: 'zones.select_reaching_over',
  sql: `SELECT geometry FROM delivery_zones
         WHERE active AND id IS DISTINCT FROM :without::uuid
           AND min_lng <= :west AND min_lat <= :south AND max_lng >= :east AND max_lat >= :north
         ORDER BY area_m2 DESC LIMIT :limit`,
  params: {
    west: double,
    south: double,
    east: double,
    north: double,
    without: nullable(uuid),
    limit: bigint,
  },
  row: { geometry: jsonb<AreaGeometry>() },
});

/** Serializes transactions that write zones. */
export async function lockZones(trx: Transaction): Promise<void> {
  await lock.first(trx, {});
}

const lock = statement({
  name: 'zones.lock',
  sql: 'SELECT revision FROM zone_revision FOR UPDATE',
  row: { revision: bigint },
});

/** Serializes transactions that create the default zones. */
export async function lockSeeding(trx: Transaction): Promise<void> {
  await lockSeeds.first(trx, {});
}

const lockSeeds = statement({
  name: 'zones.lock_seeding',
  sql: `SELECT true AS locked FROM pg_advisory_xact_lock(hashtextextended('seed-zones', 0))`,
  row: { locked: boolean },
});

/** The default zones created so far, including deleted ones. */
export async function plantedSeeds(trx: Transaction): Promise<Set<string>> {
  const rows = await selectSeeds.all(trx, {});
  return new Set(rows.map(({ seed_key }) => seed_key));
}

const selectSeeds = statement({
  name: 'zones.select_seeds',
  sql: 'SELECT seed_key FROM delivery_zones WHERE seed_key IS NOT NULL',
  row: { seed_key: text },
});

const OUTLINE = {
  geometry: jsonb<AreaGeometry>(),
  areaM2: double,
  minLng: double,
  minLat: double,
  maxLng: double,
  maxLat: double,
};

export type NewZoneRow = Parameters<typeof insert.count>[1];

export async function insertZone(trx: Transaction, zone: NewZoneRow): Promise<void> {
  await insert.count(trx, zone);
}

const insert = statement({
  name: 'zones.insert',
  sql: `INSERT INTO delivery_zones (id, seed_key, name_en, name_ar, priority, active, geometry, area_m2,
                                    min_lng, min_lat, max_lng, max_lat, created_at, updated_at)
        VALUES (:id, :seedKey, :nameEn, :nameAr, :priority, :active, :geometry, :areaM2,
                :minLng, :minLat, :maxLng, :maxLat, :createdAt, :createdAt)`,
  params: {
    ...{ id: uuid, seedKey: nullable(text), nameEn: text, nameAr: text, priority: integer },
    ...{ active: boolean, createdAt: timestamptz },
    ...OUTLINE,
  },
});

const CHANGES = {
  nameEn: nullable(text),
  nameAr: nullable(text),
  priority: nullable(integer),
  active: nullable(boolean),
  geometry: nullable(OUTLINE.geometry),
  areaM2: nullable(double),
  minLng: nullable(double),
  minLat: nullable(double),
  maxLng: nullable(double),
  maxLat: nullable(double),
  deletedAt: nullable(timestamptz),
};

const UNCHANGED: ValuesOf<typeof CHANGES> = {
  nameEn: null,
  nameAr: null,
  priority: null,
  active: null,
  geometry: null,
  areaM2: null,
  minLng: null,
  minLat: null,
  maxLng: null,
  maxLat: null,
  deletedAt: null,
};

/** Writes a zone's next version; what `changes` omits stays unchanged. Rejects if the zone does not exist. */
export async function changeZone(
  trx: Transaction,
  { id, version, updatedAt }: Pick<Zone, 'id' | 'version' | 'updatedAt'>,
  changes: Partial<ValuesOf<typeof CHANGES>>,
): Promise<Zone> {
  const zone = await update.first(trx, { ...UNCHANGED, ...changes, id, version, updatedAt });
  if (zone === null) throw new Error(`no zone ${id} to change`);
  return zone;
}

const update = statement({
  name: 'zones.change',
  sql: `UPDATE delivery_zones
           SET name_en = coalesce(:nameEn, name_en), name_ar = coalesce(:nameAr, name_ar),
               priority = coalesce(:priority, priority), active = coalesce(:active, active),
               geometry = coalesce(:geometry, geometry), area_m2 = coalesce(:areaM2, area_m2),
               min_lng = coalesce(:minLng, min_lng), min_lat = coalesce(:minLat, min_lat),
               max_lng = coalesce(:maxLng, max_lng), max_lat = coalesce(:maxLat, max_lat),
               deleted_at = coalesce(:deletedAt, deleted_at), version = :version, updated_at = :updatedAt
         WHERE id = :id
        RETURNING ${ZONE_COLUMNS}`,
  params: { ...CHANGES, id: uuid, version: integer, updatedAt: timestamptz },
  row: ZONE,
});

/**
 * Writes a zone's next version with the contents of an earlier one, deleted or not. Rejects if the zone does not exist.
 */
export async function restoreZone(
  trx: Transaction,
  { id, version, updatedAt }: Pick<Zone, 'id' | 'version' | 'updatedAt'>,
  former: Zone,
): Promise<Zone> {
  const { nameEn, nameAr, priority, active, geometry, areaM2, minLng, minLat, maxLng, maxLat, deletedAt } =
    former;
  const as = {
    nameEn,
    nameAr,
    priority,
    active,
    geometry,
    areaM2,
    minLng,
    minLat,
    maxLng,
    maxLat,
    deletedAt,
  };
  const zone = await restore.first(trx, { ...as, id, version, updatedAt });
  if (zone === null) throw new Error(`no zone ${id} to restore`);
  return zone;
}

const restore = statement({
  name: 'zones.restore',
  sql: `UPDATE delivery_zones
           SET name_en = :nameEn, name_ar = :nameAr, priority = :priority, active = :active, geometry = :geometry,
               area_m2 = :areaM2, min_lng = :minLng, min_lat = :minLat, max_lng = :maxLng, max_lat = :maxLat,
               deleted_at = :deletedAt, version = :version, updated_at = :updatedAt
         WHERE id = :id
        RETURNING ${ZONE_COLUMNS}`,
  params: {
    ...{ id: uuid, version: integer, updatedAt: timestamptz, nameEn: text, nameAr: text, priority: integer },
    ...{ active: boolean, deletedAt: nullable(timestamptz) },
    ...OUTLINE,
  },
  row: ZONE,
});

/** One row per active zone, or one without an id if there are none. */
const PRESENT_ZONE = {
  revision: bigint,
  id: nullable(uuid),
  // Null only if the id is null.
  version: integer,
  priority: integer,
  area_m2: double,
  min_lng: double,
  min_lat: double,
  max_lng: double,
  max_lat: double,
  // Null if the caller already has it.
  geometry: nullable(jsonb<AreaGeometry>()),
};

export type PresentZoneRow = ValuesOf<typeof PRESENT_ZONE>;

/** The active zones, with the outlines of those whose present version is not in `known`. */
export function presentZones(
  database: Database,
  known: readonly { id: string; version: number }[],
): Promise<PresentZoneRow[]> {
  return selectPresent.all(database, {
    ids: known.map(({ id }) => id),
    versions: known.map(({ version }) => version),
  });
}

const selectPresent = statement({
  name: 'zones.select_present',
  // One statement, so that revision and zones are from the same snapshot.
  sql: `SELECT r.revision, z.id, z.version, z.priority, z.area_m2, z.min_lng, z.min_lat, z.max_lng, z.max_lat,
               CASE WHEN k.version IS DISTINCT FROM z.version THEN z.geometry END AS geometry
          FROM zone_revision r
          LEFT JOIN delivery_zones z ON z.active
          LEFT JOIN unnest(:ids::uuid[], :versions::int[]) AS k (id, version) ON k.id = z.id`,
  params: { ids: arrayOf(uuid), versions: arrayOf(integer) },
  row: PRESENT_ZONE,
});

const ASSIGNED_TASK = {
  id: uuid,
  order_number: text,
  status: text,
  round: integer,
  driver_id: uuid,
  driver_name: text,
  zone_ids: arrayOf(uuid),
  pickup_lat: double,
  pickup_lng: double,
  dropoff_lat: double,
  dropoff_lng: double,
};

/** A task, and the zones of its driver. */
export type AssignedTask = ValuesOf<typeof ASSIGNED_TASK>;

export interface AssignedQuery {
  statuses: readonly string[];
  /** Id of the last task on the previous page. */
  after: string;
  taskId: string | null;
  /** Only tasks of drivers who have this zone. */
  zoneId: string | null;
  limit: number;
}

/** By id. */
export function assignedTasks(database: Database, query: AssignedQuery): Promise<AssignedTask[]> {
  return selectAssigned.all(database, query);
}

const selectAssigned = statement({
  name: 'zones.select_assigned_tasks',
  sql: `SELECT t.id, o.number AS order_number, t.status, t.round, t.driver_id, d.full_name AS driver_name, d.zone_ids,
               t.pickup_lat, t.pickup_lng, t.dropoff_lat, t.dropoff_lng
          FROM delivery_tasks t
          JOIN orders o ON o.id = t.order_id
          JOIN drivers d ON d.id = t.driver_id
         WHERE t.status = ANY (:statuses) AND t.id > :after
           AND (:taskId::uuid IS NULL OR t.id = :taskId)
           AND (:zoneId::uuid IS NULL OR d.zone_ids @> ARRAY[:zoneId])
         ORDER BY t.id LIMIT :limit`,
  params: {
    ...{ statuses: arrayOf(text), after: uuid, taskId: nullable(uuid), zoneId: nullable(uuid) },
    limit: bigint,
  },
  row: ASSIGNED_TASK,
});

const WAITING_TASK = {
  id: uuid,
  order_number: text,
  store: text,
  zone_id: nullable(uuid),
  pickup_lat: double,
  pickup_lng: double,
};

/** A task without a driver, with its zone and pickup. */
export type WaitingTask = ValuesOf<typeof WAITING_TASK>;

/** In order of id, after this one. Excludes tasks offered by hand. */
export function waitingTasks(database: Database, after: string, limit: number): Promise<WaitingTask[]> {
  return selectWaiting.all(database, { after, limit });
}

const selectWaiting = statement({
  name: 'zones.select_waiting_tasks',
  sql: `SELECT t.id, o.number AS order_number, w.name AS store, t.zone_id, t.pickup_lat, t.pickup_lng
          FROM delivery_tasks t
          JOIN orders o ON o.id = t.order_id
          JOIN order_groups g ON g.id = t.group_id
          JOIN warehouses w ON w.id = g.warehouse_id
         WHERE t.status = 'UNASSIGNED' AND t.manual_offer_id IS NULL AND t.id > :after
         ORDER BY t.id LIMIT :limit`,
  params: { after: uuid, limit: bigint },
  row: WAITING_TASK,
});

const ZONE_DRIVER = { id: uuid, name: text, total: integer };

/** Drivers assigned to the zone, by name, with the total number on each row. */
export function zoneDrivers(database: Database, zoneId: string, limit: number) {
  return selectDrivers.all(database, { zoneId, limit });
}

const selectDrivers = statement({
  name: 'zones.select_drivers',
  sql: `SELECT id, full_name AS name, count(*) OVER ()::int AS total FROM drivers
         WHERE status = 'APPROVED' AND zone_ids @> ARRAY[:zoneId]::uuid[]
         ORDER BY full_name, id LIMIT :limit`,
  params: { zoneId: uuid, limit: bigint },
  row: ZONE_DRIVER,
});
