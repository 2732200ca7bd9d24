import type { Place } from '../../../actors/geo/service-area.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Database } from '../../../db/database.ts';

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
