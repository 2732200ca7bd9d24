import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import type { LiveDriver, PromisedWindow } from './live-vehicle.ts';

interface Row {
  key: string;
  schema: number;
  state: JsonObject;
}

/** These drivers as their actors are, and where their devices are. */
export async function readDrivers(
  { database, presence }: { database: Database; presence: DriverPresence },
  driverIds: readonly string[],
): Promise<LiveDriver[]> {
  const [rows, positions] = await Promise.all([
    database<Row & { kind: string }>('actor')
      .where({ kind: 'driver' })
      .whereIn('key', [...driverIds])
      .orderBy('key')
      .select('key', 'schema', 'state'),
    presence.positionOf(driverIds),
  ]);
  return rows.map(({ key, schema, state }) => {
    const known = positions.get(key);
    const position = known === undefined ? null : { latitude: known.latitude, longitude: known.longitude };
    return { state: driverMachine.upcast(state, schema), position };
  });
}

/** The slots promised for attempts after the first, by task. */
export async function readWindows(
  database: Database,
  states: readonly DriverState[],
): Promise<Map<string, PromisedWindow>> {
  const taskIds = states.flatMap(({ work }) => Object.keys(work));
  const { rows } = await database.raw<{ rows: { id: string; task: Slot }[] }>(
    `SELECT t.id, to_jsonb(t) AS task FROM delivery_tasks t WHERE t.id = ANY(?::uuid[])`,
    [taskIds],
  );
  return new Map(rows.flatMap(({ id, task }) => (hasSlot(task) ? [[id, windowOf(task)] as const] : [])));
}

interface Slot {
  window_from?: string | null;
  window_to?: string | null;
}

function hasSlot({ window_from: from, window_to: to }: Slot): boolean {
  return (from ?? to ?? null) !== null;
}

function windowOf({ window_from: from, window_to: to }: Slot): PromisedWindow {
  return { from: from == null ? null : new Date(from), to: to == null ? null : new Date(to) };
}
