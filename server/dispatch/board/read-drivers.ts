import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { renderCashFigures } from '../drivers/drivers.ts';
import { readDriverRows } from './board-store.ts';

type BoardDriver = components['schemas']['BoardDriver'];

/** Most drivers on one board. */
const MAX_DRIVERS = 5_000;

/** All drivers who may drive or still have work to finish, with live state. Excludes applicants. */
export async function readBoardDrivers(
  database: Database,
  presence: DriverPresence,
): Promise<{ drivers: BoardDriver[]; complete: boolean }> {
  const rows = await readDriverRows(database, MAX_DRIVERS + 1);
  const shown = rows.slice(0, MAX_DRIVERS);
  const ids = shown.map(({ id }) => id);
  const [states, positions] = await Promise.all([presence.stateOf(ids), presence.positionOf(ids)]);
  const drivers = shown.map((driver) => {
    const position = positions.get(driver.id);
    return {
      driverId: driver.id,
      fullName: driver.fullName,
      phone: driver.phone,
      vehicle: { type: driver.vehicleType, plate: driver.vehiclePlate },
      status: driver.status,
      duty: driver.duty,
      idleSince: driver.idleSince?.toISOString() ?? null,
      shiftEndsAt: driver.shiftPlannedEnd?.toISOString() ?? null,
      zoneIds: [...driver.zoneIds],
      capacity: driver.capacity,
      itemsAssigned: driver.itemsAssigned,
      activeTasks: driver.activeTasks,
      cash: renderCashFigures(driver),
      presence: states.get(driver.id) ?? 'UNKNOWN',
      position:
        position === undefined
          ? null
          : { latitude: position.latitude, longitude: position.longitude, recordedAt: position.at },
      version: driver.actorVersion,
    } satisfies BoardDriver;
  });
  return { drivers, complete: rows.length <= MAX_DRIVERS };
}
