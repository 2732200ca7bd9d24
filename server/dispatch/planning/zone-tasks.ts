import type { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { Database } from '../../../db/database.ts';
import { readFreeRows } from './live-store.ts';

/** A task that no driver has accepted: waiting or offered. Money is a decimal string. */
export interface FreeTask {
  id: string;
  round: number;
  /** The driver it is offered to; null if it waits. */
  offeredTo: string | null;
  pickup: Point;
  dropoff: Point;
  dueBy: string;
  cod: string;
  items: number;
  /** Drivers who declined it or could not take it; a plan does not ask them again. */
  excluded: ReadonlySet<string>;
}

/**
 * The zone's tasks that a plan may assign, most urgent first, and the number left for the next plan. Excludes tasks
 * with an assignment by hand under way.
 */
export async function readFreeTasks(
  database: Database,
  zoneId: string,
  now: Date,
): Promise<{ tasks: FreeTask[]; leftOut: number }> {
  const rows = await readFreeRows(database, zoneId);
  const tasks = rows.map((row) => ({
    id: row.id,
    round: row.round,
    offeredTo: row.driver_id,
    pickup: { latitude: row.pickup_lat, longitude: row.pickup_lng },
    dropoff: { latitude: row.dropoff_lat, longitude: row.dropoff_lng },
    dueBy: row.due_by.toISOString(),
    cod: row.cash_due,
    items: row.items,
    excluded: new Set([
      ...(row.excluded ?? [])
        .filter(({ until }) => until === null || Date.parse(until) > now.getTime())
        .map(({ driverId }) => driverId),
      ...(row.refused ?? []),
    ]),
  }));
  return { tasks, leftOut: (rows[0]?.all ?? 0) - rows.length };
}

/** Tasks looked up before yielding to the event loop. */
const LOOKUPS_PER_SLICE = 100;

/** By task, the drivers who may be asked and whose zones contain both of its stops. */
export async function allowedDrivers(
  tasks: readonly FreeTask[],
  drivers: readonly { driverId: string; zoneIds: readonly string[] }[],
  zones: ZoneMap,
): Promise<Map<string, string[]>> {
  const allowed = new Map<string, string[]>();
  for (const [index, { id, pickup, dropoff, excluded }] of tasks.entries()) {
    if (index % LOOKUPS_PER_SLICE === LOOKUPS_PER_SLICE - 1)
      await new Promise((resolve) => setImmediate(resolve));
    const doors = [pickup, dropoff].map((door) => new Set(zones.zonesAt(door)));
    const fits = ({ zoneIds }: { zoneIds: readonly string[] }) =>
      doors.every((door) => zoneIds.some((zoneId) => door.has(zoneId)));
    const ids = drivers.filter((driver) => !excluded.has(driver.driverId) && fits(driver));
    allowed.set(
      id,
      ids.map(({ driverId }) => driverId),
    );
  }
  return allowed;
}
