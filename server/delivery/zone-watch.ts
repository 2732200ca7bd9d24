import { v7 as uuidv7 } from 'uuid';
import type { Place } from '../../actors/geo/service-area.ts';
import type { ZoneMap } from '../../actors/geo/zone-map.ts';
import type { Database } from '../../db/database.ts';
import { type AlertDependencies, close, raise } from '../alerts/alert-consumer.ts';
import type { KnownZones, ZoneDirectory } from './zone-directory.ts';

export type WatchDependencies = AlertDependencies & { zones: ZoneDirectory };

export type StopKind = 'PICKUP' | 'DROPOFF';

/** A task with a driver, and those of its stops still ahead that lie outside that driver's zones. */
export interface OutsideTask {
  taskId: string;
  orderNumber: string;
  status: string;
  round: number;
  driverId: string;
  driverName: string;
  stops: StopKind[];
}

interface Row {
  id: string;
  order_number: string;
  status: string;
  round: number;
  driver_id: string;
  driver_name: string;
  zone_ids: string[];
  pickup_lat: number;
  pickup_lng: number;
  dropoff_lat: number;
  dropoff_lng: number;
}

/** The stops a driver is still to go to. At the door the zone no longer matters. */
const AHEAD: { readonly [status: string]: readonly StopKind[] } = {
  ASSIGNED: ['PICKUP', 'DROPOFF'],
  ACCEPTED: ['PICKUP', 'DROPOFF'],
  PICKED_UP: ['DROPOFF'],
  IN_TRANSIT: ['DROPOFF'],
  FAILED: ['DROPOFF'],
  RETURNING: ['PICKUP'],
};
const PAGE = 500;

export interface Scope {
  taskId?: string;
  /** Only tasks of drivers who have this zone. */
  zoneId?: string;
  /** Leaves out stops that lay outside these zones, too: an edit is told what it changed. */
  before?: ZoneMap;
}

/** Every assigned task of the scope with a stop outside its driver's zones, by id. */
export async function* assignedOutside(
  database: Database,
  zones: ZoneMap,
  scope: Scope = {},
): AsyncGenerator<OutsideTask> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await assigned(database, scope, after);
    for (const row of rows) {
      const former = scope.before === undefined ? [] : stopsOutside(row, scope.before);
      const stops = stopsOutside(row, zones).filter((stop) => !former.includes(stop));
      if (stops.length > 0) yield outsideTask(row, stops);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

function outsideTask(row: Row, stops: StopKind[]): OutsideTask {
  return {
    taskId: row.id,
    orderNumber: row.order_number,
    status: row.status,
    round: row.round,
    driverId: row.driver_id,
    driverName: row.driver_name,
    stops,
  };
}

function stopsOutside(row: Row, zones: ZoneMap): StopKind[] {
  const places: Record<StopKind, Place> = {
    PICKUP: { latitude: row.pickup_lat, longitude: row.pickup_lng },
    DROPOFF: { latitude: row.dropoff_lat, longitude: row.dropoff_lng },
  };
  return (AHEAD[row.status] ?? []).filter((stop) => !zones.cover(row.zone_ids, [places[stop]]));
}

function assigned(database: Database, { taskId, zoneId }: Scope, after: string): Promise<Row[]> {
  const query = database('delivery_tasks as t')
    .join('orders as o', 'o.id', 't.order_id')
    .join('drivers as d', 'd.id', 't.driver_id')
    .whereIn('t.status', Object.keys(AHEAD))
    .where('t.id', '>', after)
    .orderBy('t.id')
    .limit(PAGE)
    .select<Row[]>(
      't.id',
      'o.number as order_number',
      't.status',
      't.round',
      't.driver_id',
      'd.full_name as driver_name',
      'd.zone_ids',
      't.pickup_lat',
      't.pickup_lng',
      't.dropoff_lat',
      't.dropoff_lng',
    );
  if (taskId !== undefined) query.where('t.id', taskId);
  if (zoneId !== undefined) query.whereRaw('d.zone_ids @> ARRAY[?]::uuid[]', [zoneId]);
  return query;
}

const KIND = 'TASK_OUTSIDE_ZONES';

/**
 * Raises an alert about each assigned task with a stop outside its driver's zones, and closes those whose cause is
 * over: the zones came back, the task moved on. One that a person resolved is not raised again before zones change.
 */
export async function watchAssigned(deps: WatchDependencies): Promise<void> {
  const known = await deps.zones.present();
  const outside = new Set<string>();
  for await (const task of assignedOutside(deps.database, known.map)) {
    const key = keyOf(task);
    outside.add(key);
    if (!(await isKnown(deps.database, key, known))) await raiseOutside(deps, task, key, known.revision);
  }
  const open = await openAlerts(deps.database);
  for (const { dedupe_key, subject_id } of open) {
    if (outside.has(dedupe_key) || (await isStillOutside(deps, subject_id, dedupe_key))) continue;
    await close(deps, dedupe_key);
  }
}

function keyOf({ taskId, driverId }: OutsideTask): string {
  return `outside-zones:${taskId}:${driverId}`;
}

async function raiseOutside(
  deps: WatchDependencies,
  { taskId, driverId, driverName, stops }: OutsideTask,
  dedupeKey: string,
  revision: number,
): Promise<void> {
  const data = { driverId, driverName, stops, revision };
  await raise(deps, { kind: KIND, dedupeKey, subjectType: 'TASK', subjectId: taskId, data }, uuidv7());
}

/** Open already, or resolved by a person since zones last changed. */
async function isKnown(database: Database, key: string, { revision }: KnownZones): Promise<boolean> {
  const { rows } = await database.raw<{ rows: object[] }>(
    `SELECT 1 FROM alerts
      WHERE dedupe_key = ?
        AND (status <> 'RESOLVED' OR (resolved_by IS NOT NULL AND (data ->> 'revision')::bigint = ?)) LIMIT 1`,
    [key, revision],
  );
  return rows.length > 0;
}

function openAlerts(database: Database): Promise<{ dedupe_key: string; subject_id: string }[]> {
  return database('alerts')
    .where('kind', KIND)
    .whereNot('status', 'RESOLVED')
    .orderBy('raised_at')
    .limit(PAGE)
    .select('dedupe_key', 'subject_id');
}

/** Asked again just before closing: another process may have raised it a moment ago, knowing newer zones. */
async function isStillOutside(deps: WatchDependencies, taskId: string, key: string): Promise<boolean> {
  for await (const task of assignedOutside(deps.database, await deps.zones.map(), { taskId }))
    if (keyOf(task) === key) return true;
  return false;
}
