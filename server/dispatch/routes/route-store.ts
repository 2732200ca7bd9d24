import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { arrayOf, bigint, integer, jsonb, nullable, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { RouteStopRow } from '../assignment/assignment.ts';

const ROUTES = `
  SELECT r.id, r.driver_id, d.full_name AS driver_name, r.shift_id, r.version, r.stops
    FROM routes r JOIN drivers d ON d.id = r.driver_id`;
const route = {
  id: uuid,
  driver_id: uuid,
  driver_name: text,
  shift_id: uuid,
  version: integer,
  stops: jsonb<RouteStopRow[]>(),
};
/** A route with everything its response shows. */
export type RouteRow = ValuesOf<typeof route>;

export function findRoute(database: Database, id: string): Promise<RouteRow | null> {
  return find.first(database, { id });
}

const find = statement({
  name: 'routes.find',
  sql: `${ROUTES} WHERE r.id = :id`,
  params: { id: uuid },
  row: route,
});

/** The route of the driver's current shift. */
export function presentRouteOf(database: Database, driverId: string): Promise<RouteRow | null> {
  return presentOf.first(database, { driverId });
}

const presentOf = statement({
  name: 'routes.present_of_driver',
  sql: `${ROUTES} WHERE r.driver_id = :driverId AND r.shift_id = d.shift_id ORDER BY r.id DESC LIMIT 1`,
  params: { driverId: uuid },
  row: route,
});

/** Routes of one driver or of all, older than `before`, newest first. */
export function listRoutes(
  database: Database,
  { driverId, before, limit }: { driverId: string | undefined; before: string | null; limit: number },
): Promise<RouteRow[]> {
  return list.all(database, { driverId: driverId ?? null, before, limit });
}

const list = statement({
  name: 'routes.list',
  sql: `${ROUTES}
         WHERE (:driverId::uuid IS NULL OR r.driver_id = :driverId) AND (:before::uuid IS NULL OR r.id < :before)
         ORDER BY r.id DESC LIMIT :limit`,
  params: { driverId: nullable(uuid), before: nullable(uuid), limit: bigint },
  row: route,
});

/** Most routes read; equals the drivers on a board. */
const MAX_PRESENT = 5_000;

/** Routes of running shifts that still have open stops. */
export function readPresentRoutes(database: Database): Promise<RouteRow[]> {
  return present.all(database, { limit: MAX_PRESENT });
}

const present = statement({
  name: 'routes.present',
  sql: `${ROUTES}
         WHERE r.shift_id = d.shift_id AND r.stops @> '[{"done": false}]'
         ORDER BY r.id DESC LIMIT :limit`,
  params: { limit: bigint },
  row: route,
});

const underWay = { key: uuid, version: bigint, schema: integer, state: jsonb<JsonObject>() };
/** A driver actor as stored. */
export type DriverActorRow = ValuesOf<typeof underWay>;

/** Drivers on duty with work, in order of id, after `after`. */
export function driversUnderWay(database: Database, after: string, limit: number): Promise<DriverActorRow[]> {
  return drivers.all(database, { after, limit });
}

const drivers = statement({
  name: 'routes.drivers_under_way',
  sql: `SELECT a.key, a.version, a.schema, a.state
          FROM drivers d JOIN actor a ON a.kind = 'driver' AND a.key = d.id
         WHERE d.duty IN ('ON_DUTY', 'ON_BREAK') AND d.active_tasks > 0 AND d.id > :after
         ORDER BY d.id LIMIT :limit`,
  params: { after: uuid, limit: bigint },
  row: underWay,
});

const told = {
  id: uuid,
  order_id: uuid,
  offer_id: nullable(uuid),
  pickup_eta: nullable(timestamptz),
  dropoff_eta: nullable(timestamptz),
};
export type AnnouncedRow = ValuesOf<typeof told>;

/** The arrivals last announced for these tasks, by task. */
export async function readAnnounced(
  database: Database,
  taskIds: readonly string[],
): Promise<Map<string, AnnouncedRow>> {
  const rows = await lastSaid.all(database, { taskIds });
  return new Map(rows.map((row) => [row.id, row]));
}

const lastSaid = statement({
  name: 'routes.arrivals_last_said',
  sql: 'SELECT id, order_id, offer_id, pickup_eta, dropoff_eta FROM delivery_tasks WHERE id = ANY (:taskIds)',
  params: { taskIds: arrayOf(uuid) },
  row: told,
});
