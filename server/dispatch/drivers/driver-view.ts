import type { DriverPresence, Presence } from '../../../actors/geo/presence-port.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { notFound } from '../../kernel/http/not-found.ts';
import { type BoardRow, ownPlans } from '../shifts/shifts.ts';
import {
  type DriverRecord,
  driversBefore,
  findDriver,
  type ShiftRunRecord,
  shiftRuns,
} from './driver-store.ts';

/** A driver with the current shift and live state. */
export interface DriverView {
  driver: DriverRecord;
  shift: ShiftRunRecord | null;
  /** Today's plans and the next one; null in lists. */
  plans: BoardRow[] | null;
  presence: Presence;
}

interface Sources {
  database: Database;
  presence: DriverPresence;
  clock: Clock;
}

/** Drivers read per batch while filtering by presence, and the most batches. */
const BATCH_SIZE = 200;
const MAX_BATCHES = 10;

/** Throws common.NOT_FOUND. */
export async function readDriver(sources: Sources, id: string): Promise<DriverView> {
  const driver = await findDriver(sources.database, id);
  if (driver === null) throw notFound('driver');
  const [[view], plans] = await Promise.all([
    withLiveState(sources, [driver]),
    ownPlans(sources.database, id, sources.clock.now()),
  ]);
  if (view === undefined) throw notFound('driver');
  return { ...view, plans };
}

export interface DriverFilter {
  status?: DriverRecord['status'] | undefined;
  presence?: Presence | undefined;
}

/**
 * Drivers older than `before`, newest first, at most `limit`. Presence is not in the database, so filtering by it scans
 * batches; `scannedTo` is the id at which the scan stopped early, otherwise null.
 */
export async function listDrivers(
  sources: Sources,
  filter: DriverFilter,
  before: string | null,
  limit: number,
): Promise<{ views: DriverView[]; scannedTo: string | null }> {
  if (filter.presence === undefined) {
    const drivers = await driversBefore(sources.database, filter.status, before, limit);
    return { views: await withLiveState(sources, drivers), scannedTo: null };
  }
  const views: DriverView[] = [];
  let position = before;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const drivers = await driversBefore(sources.database, filter.status, position, BATCH_SIZE);
    const found = await withLiveState(sources, drivers);
    views.push(...found.filter(({ presence }) => presence === filter.presence));
    position = drivers.at(-1)?.id ?? null;
    if (views.length >= limit || drivers.length < BATCH_SIZE || position === null) {
      return { views: views.slice(0, limit), scannedTo: null };
    }
  }
  return { views, scannedTo: position };
}

async function withLiveState(
  { database, presence }: Pick<Sources, 'database' | 'presence'>,
  drivers: readonly DriverRecord[],
): Promise<DriverView[]> {
  const shiftIds = drivers.flatMap(({ shiftId }) => shiftId ?? []);
  const [shifts, states] = await Promise.all([
    shiftRuns(database, shiftIds),
    presence.stateOf(drivers.map(({ id }) => id)),
  ]);
  const byId = new Map(shifts.map((shift) => [shift.id, shift]));
  return drivers.map((driver) => ({
    driver,
    shift: (driver.shiftId === null ? undefined : byId.get(driver.shiftId)) ?? null,
    plans: null,
    presence: states.get(driver.id) ?? 'UNKNOWN',
  }));
}
