import { type DriverState, dutyOf } from '../../../actors/driver/state.ts';
import type { MappedZone } from '../../../actors/geo/zone-map.ts';
import { compare } from '../../../actors/money/money.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type {
  DriverChange,
  DriverTerms,
  ReplayDay,
  ReplayDriver,
  ReplayTask,
} from '../../../actors/replay/day.ts';
import type { PastActor, PastCommand } from '../../../actors/runtime/fold.ts';
import type { Database } from '../../../db/database.ts';
import { PgHistoryStore } from '../../../db/stores/history-store.ts';
import { driverFactsAt } from './past-driver-store.ts';
import { baseOf, fold } from './past-machines.ts';
import { readPastZones, zoneChanges } from './past-zone-store.ts';
import { legsOf, tasksOfOrder } from './replay-tasks.ts';

const DAY = 86_400_000;
/** Milliseconds after the end of the day for which its open tasks are followed. */
const FOLLOWED_FOR_MS = 12 * 3_600_000;
const CHUNK_SIZE = 200;

/** Reads from the events what had to be decided on a past day (in Asia/Qatar) and the outcome. */
export async function readReplayDay(database: Database, day: string, now: Date): Promise<ReplayDay> {
  const from = Date.parse(`${day}T00:00:00+03:00`);
  if (Number.isNaN(from) || from >= now.getTime()) throw new RangeError(`${day} is not a past day`);
  const to = Math.min(from + DAY, now.getTime());
  const store = new PgHistoryStore(database);
  const tasks = await readTasks(store, from, to);
  return {
    day,
    from,
    to,
    zones: await readZones(database, from, to),
    drivers: await readDrivers(database, store, from, to),
    tasks,
    legs: legsOf(tasks),
  };
}

async function readTasks(store: PgHistoryStore, from: number, to: number): Promise<ReplayTask[]> {
  const keys = await store.ordersUnderWay(iso(from), iso(to));
  const tasks: ReplayTask[] = [];
  for (let index = 0; index < keys.length; index += CHUNK_SIZE) {
    const bases = keys
      .slice(index, index + CHUNK_SIZE)
      .map((key) => ({ key, version: 0, upTo: Number.MAX_SAFE_INTEGER }));
    const commands = await store.commands('order', bases, iso(to + FOLLOWED_FOR_MS));
    for (const list of commands.values()) tasks.push(...tasksOfOrder(list, { from, to }));
  }
  return tasks.sort((left, right) => left.readyAt - right.readyAt || (left.taskId < right.taskId ? -1 : 1));
}

async function readZones(database: Database, from: number, to: number): Promise<ReplayDay['zones']> {
  const changes = await zoneChanges(database, new Date(from), new Date(to));
  const zones: { at: number; zones: MappedZone[] }[] = [];
  for (const at of [from, ...changes.map((change) => change.getTime())]) {
    const active = (await readPastZones(database, iso(at), true)).filter((zone) => zone.active);
    zones.push({
      at,
      zones: active.map(({ id, priority, areaM2, minLng, minLat, maxLng, maxLat, geometry }) => ({
        id,
        priority,
        squareMetres: areaM2,
        bounds: { west: minLng, south: minLat, east: maxLng, north: maxLat },
        geometry,
      })),
    });
  }
  return zones;
}

async function readDrivers(
  database: Database,
  store: PgHistoryStore,
  from: number,
  to: number,
): Promise<ReplayDriver[]> {
  const keys = await store.keysOf('driver');
  const facts = await driverFactsAt(database, keys, iso(to));
  const drivers: ReplayDriver[] = [];
  for (let index = 0; index < keys.length; index += CHUNK_SIZE) {
    const some = keys.slice(index, index + CHUNK_SIZE);
    const bases = await store.bases('driver', some, { at: iso(from), through: iso(to) });
    const commands = await store.commands('driver', bases, iso(to));
    const places = await placesAt(store, some, from);
    for (const base of bases) {
      const all = commands.get(base.key) ?? [];
      const start = fold('driver', baseOf('driver', base), all, iso(from));
      const name = facts.get(base.key)?.fullName ?? '';
      const first = start ?? fold('driver', null, all.slice(0, 1), iso(to));
      if (first === null) continue;
      const changes = await changesOf(store, first, all);
      drivers.push({ id: base.key, name, start: startOf(first, places.get(base.key) ?? null), changes });
    }
  }
  return drivers;
}

function startOf({ state }: PastActor, place: Point | null): ReplayDriver['start'] {
  const driver = state as DriverState;
  return {
    ...termsOf(driver),
    duty: dutyOf(driver),
    cashOnHand: driver.cashOnHand,
    position: place ?? driver.route?.origin ?? null,
    idleSince: driver.idleSince === undefined ? null : Date.parse(driver.idleSince),
    shiftEnd: shiftEndOf(driver),
  };
}

/**
 * What the driver's own commands changed independently of any policy, found by comparing the states before and after.
 */
async function changesOf(
  store: PgHistoryStore,
  start: PastActor,
  commands: readonly PastCommand[],
): Promise<DriverChange[]> {
  const changes: DriverChange[] = [];
  let actor = start;
  for (const command of commands) {
    if (command.version !== actor.version + 1) continue;
    const at = command.events[0]?.at ?? '';
    const next = fold('driver', actor, [command], at);
    if (next === null) break;
    const [before, after] = [actor.state as DriverState, next.state as DriverState];
    actor = next;
    const moment = Date.parse(at);
    if (JSON.stringify(termsOf(before)) !== JSON.stringify(termsOf(after))) {
      changes.push({ at: moment, what: 'TERMS', ...termsOf(after) });
    }
    if (dutyOf(before) !== dutyOf(after) || shiftEndOf(before) !== shiftEndOf(after)) {
      const starts = dutyOf(before) === 'OFF';
      const place = starts
        ? (await placesAt(store, [after.driverId], moment)).get(after.driverId)
        : undefined;
      const duty = { duty: dutyOf(after), position: place ?? null, shiftEnd: shiftEndOf(after) };
      changes.push({ at: moment, what: 'DUTY', ...duty });
    }
    if (compare(after.cashOnHand, before.cashOnHand) < 0) changes.push({ at: moment, what: 'HAND_IN' });
  }
  return changes;
}

function termsOf({ status, zoneIds, capacity, cashLimit }: DriverState): DriverTerms {
  return { approved: status === 'APPROVED', zoneIds, capacity, cashLimit: cashLimit ?? null };
}

function shiftEndOf({ shift }: DriverState): number | null {
  const { plannedEnd } = (shift ?? {}) as { plannedEnd?: string };
  return plannedEnd === undefined ? null : Date.parse(plannedEnd);
}

async function placesAt(
  store: PgHistoryStore,
  driverIds: readonly string[],
  moment: number,
): Promise<Map<string, Point>> {
  const positions = await store.positions(driverIds, await store.realTimeOf(new Date(moment)));
  return new Map(
    positions.map(({ driverId, latitude, longitude }) => [driverId, { latitude, longitude }] as const),
  );
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
