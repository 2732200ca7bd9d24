import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Database } from '../../../db/database.ts';
import { readActors, readSlots } from './live-store.ts';
import type { LiveDriver, PromisedWindow } from './live-vehicle.ts';

/** These drivers' actor states and device positions. */
export async function readDrivers(
  { database, presence }: { database: Database; presence: DriverPresence },
  driverIds: readonly string[],
): Promise<LiveDriver[]> {
  const [rows, positions] = await Promise.all([
    readActors(database, driverIds),
    presence.positionOf(driverIds),
  ]);
  return rows.map(({ key, schema, state }) => {
    const known = positions.get(key);
    const position = known === undefined ? null : { latitude: known.latitude, longitude: known.longitude };
    return { state: driverMachine.upcast(state, schema), position };
  });
}

/** Promised slots for attempts after the first, by task. */
export async function readWindows(
  database: Database,
  states: readonly DriverState[],
): Promise<Map<string, PromisedWindow>> {
  const taskIds = states.flatMap(({ work }) => Object.keys(work));
  const rows = await readSlots(database, taskIds);
  return new Map(rows.map(({ id, window_from: from, window_to: to }) => [id, { from, to }]));
}
