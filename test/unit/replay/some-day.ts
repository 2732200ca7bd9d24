import type { MappedZone } from '../../../actors/geo/zone-map.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { RecordedTask, ReplayDay, ReplayDriver, ReplayTask } from '../../../actors/replay/day.ts';
import { seededChance } from '../../../scripts/shared/chance.ts';

export const FROM = Date.parse('2026-02-12T00:00:00+03:00');
export const HOUR = 3_600_000;

export const ZONE = 'zone-doha';
const BOUNDS = { west: 51.3, south: 25.1, east: 51.7, north: 25.5 };
export const DOHA: MappedZone = {
  id: ZONE,
  priority: 0,
  squareMetres: 1,
  bounds: BOUNDS,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [BOUNDS.west, BOUNDS.south],
        [BOUNDS.east, BOUNDS.south],
        [BOUNDS.east, BOUNDS.north],
        [BOUNDS.west, BOUNDS.north],
        [BOUNDS.west, BOUNDS.south],
      ],
    ],
  },
};

const NOTHING: RecordedTask = {
  driverId: null,
  byHand: false,
  assignedAt: null,
  acceptedAt: null,
  pickedUpAt: null,
  deliveredAt: null,
};

export function driver(
  id: string,
  position: Point | null,
  parts: Partial<ReplayDriver['start']> = {},
): ReplayDriver {
  return {
    id,
    name: id,
    start: {
      approved: true,
      zoneIds: [ZONE],
      capacity: 20,
      cashLimit: '1000.00',
      duty: 'ON_DUTY',
      cashOnHand: '0.00',
      position,
      idleSince: FROM,
      shiftEnd: null,
      ...parts,
    },
    changes: [],
  };
}

export function task(
  taskId: string,
  pickup: Point,
  dropoff: Point,
  parts: Partial<ReplayTask> = {},
): ReplayTask {
  return {
    taskId,
    readyAt: FROM + 8 * HOUR,
    pickup,
    dropoff,
    dueBy: FROM + 12 * HOUR,
    cod: '100.00',
    items: 2,
    cancelledAt: null,
    refusals: [],
    undeliverable: false,
    carriedBy: null,
    recorded: NOTHING,
    ...parts,
  };
}

export function dayOf(drivers: readonly ReplayDriver[], tasks: readonly ReplayTask[]): ReplayDay {
  const zones = [{ at: FROM, zones: [DOHA] }];
  return { day: '2026-02-12', from: FROM, to: FROM + 24 * HOUR, zones, drivers, tasks, legs: [] };
}

/** Drivers and tasks all over Doha, from morning to evening. */
export function randomDay(seed: number, counts: { drivers: number; tasks: number }): ReplayDay {
  const chance = seededChance(seed);
  const place = () => ({ latitude: 25.15 + 0.3 * chance.unit(), longitude: 51.35 + 0.3 * chance.unit() });
  const drivers = Array.from({ length: counts.drivers }, (_, index) => {
    const one = driver(`driver-${index}`, place(), { capacity: 6 + chance.below(10) });
    const pause = FROM + (11 + 2 * chance.unit()) * HOUR;
    const duty = (at: number, what: 'ON_BREAK' | 'ON_DUTY' | 'OFF') => ({
      ...{ at, what: 'DUTY' as const, duty: what, position: null, shiftEnd: null },
    });
    return {
      ...one,
      changes: [
        duty(pause, 'ON_BREAK'),
        duty(pause + HOUR / 2, 'ON_DUTY'),
        { at: FROM + 14 * HOUR, what: 'HAND_IN' as const },
        duty(FROM + 21 * HOUR, 'OFF'),
      ],
    };
  });
  const tasks = Array.from({ length: counts.tasks }, (_, index) => {
    const readyAt = FROM + Math.floor((8 + 11 * chance.unit()) * HOUR);
    const cod = `${20 + chance.below(180)}.00`;
    return task(`task-${String(index).padStart(4, '0')}`, place(), place(), {
      ...{ readyAt, dueBy: readyAt + 3 * HOUR, cod, items: 1 + chance.below(3) },
      cancelledAt: chance.below(20) === 0 ? readyAt + HOUR / 4 : null,
    });
  });
  return dayOf(
    drivers,
    tasks.sort((left, right) => left.readyAt - right.readyAt),
  );
}
