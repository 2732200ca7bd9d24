import type { Place } from '../../../actors/geo/service-area.ts';
import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Database } from '../../../db/database.ts';
import { type AssignedTask, assignedTasks } from './zone-store.ts';

export type StopKind = 'PICKUP' | 'DROPOFF';

/** An assigned task, and its remaining stops that lie outside its driver's zones. */
export interface OutsideTask {
  taskId: string;
  orderNumber: string;
  status: string;
  round: number;
  driverId: string;
  driverName: string;
  stops: StopKind[];
}

/** The remaining stops by status. Once at the door, the zone no longer matters. */
const REMAINING_STOPS: { readonly [status: string]: readonly StopKind[] } = {
  ASSIGNED: ['PICKUP', 'DROPOFF'],
  ACCEPTED: ['PICKUP', 'DROPOFF'],
  PICKED_UP: ['DROPOFF'],
  IN_TRANSIT: ['DROPOFF'],
  FAILED: ['DROPOFF'],
  RETURNING: ['PICKUP'],
};
const PAGE_SIZE = 500;

export interface Scope {
  taskId?: string;
  /** Only tasks of drivers who have this zone. */
  zoneId?: string;
  /** Omits stops that lay outside these zones before, so that an edit sees only what it changed. */
  before?: ZoneMap;
}

/** Every assigned task in scope with a stop outside its driver's zones, by id. */
export async function* assignedOutside(
  database: Database,
  zones: ZoneMap,
  scope: Scope = {},
): AsyncGenerator<OutsideTask> {
  const { taskId = null, zoneId = null } = scope;
  const statuses = Object.keys(REMAINING_STOPS);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await assignedTasks(database, { statuses, after, taskId, zoneId, limit: PAGE_SIZE });
    for (const row of rows) {
      const former = scope.before === undefined ? [] : stopsOutside(row, scope.before);
      const stops = stopsOutside(row, zones).filter((stop) => !former.includes(stop));
      if (stops.length > 0) yield outsideTask(row, stops);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    after = last.id;
  }
}

function outsideTask(row: AssignedTask, stops: StopKind[]): OutsideTask {
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

function stopsOutside(row: AssignedTask, zones: ZoneMap): StopKind[] {
  const places: Record<StopKind, Place> = {
    PICKUP: { latitude: row.pickup_lat, longitude: row.pickup_lng },
    DROPOFF: { latitude: row.dropoff_lat, longitude: row.dropoff_lng },
  };
  return (REMAINING_STOPS[row.status] ?? []).filter((stop) => !zones.cover(row.zone_ids, [places[stop]]));
}
