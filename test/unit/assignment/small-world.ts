import { insertionCost } from '../../../actors/assignment/insertion-cost.ts';
import type { Choice } from '../../../actors/assignment/policy.ts';
import type {
  AssignmentDriver,
  AssignmentStop,
  AssignmentWorld,
  WaitingTask,
} from '../../../actors/assignment/world.ts';
import { boundsOf, squareMetresOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Point } from '../../../actors/planning/point.ts';
import { cityTravelTimes } from '../../../actors/planning/travel-times.ts';

export const NOW = '2026-02-12T10:00:00.000Z';
export const PICKUP = { latitude: 25.2, longitude: 51.5 };
export const DROPOFF = { latitude: 25.3, longitude: 51.5 };

function square(west: number, south: number, east: number, north: number): AreaGeometry {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

function zone(id: string, geometry: AreaGeometry) {
  return { id, priority: 0, squareMetres: squareMetresOf(geometry), bounds: boundsOf(geometry), geometry };
}

/** `zone` is a degree wide and high; `south` and `north` are its halves, with a common border at 25.25. */
export const zones = new ZoneMap([
  zone('zone', square(51, 25, 52, 26)),
  zone('south', square(51, 25, 52, 25.25)),
  zone('north', square(51, 25.25, 52, 26)),
]);

export const task = (fields: Partial<WaitingTask> = {}): WaitingTask => ({
  taskId: 'task',
  pickupLat: PICKUP.latitude,
  pickupLng: PICKUP.longitude,
  dropoffLat: DROPOFF.latitude,
  dropoffLng: DROPOFF.longitude,
  cod: '100.00',
  items: 2,
  dueBy: '2026-02-12T16:00:00.000Z',
  excluded: [],
  refused: [],
  ...fields,
});

export const taskAt = (taskId: string, pickup: Point, dropoff: Point, fields: Partial<WaitingTask> = {}) =>
  task({
    taskId,
    ...{ pickupLat: pickup.latitude, pickupLng: pickup.longitude },
    ...{ dropoffLat: dropoff.latitude, dropoffLng: dropoff.longitude },
    ...fields,
  });

export const driver = (id: string, fields: Partial<AssignmentDriver> = {}): AssignmentDriver => ({
  id,
  name: `Driver ${id}`,
  approved: true,
  duty: 'ON_DUTY',
  presence: 'ONLINE',
  position: PICKUP,
  zoneIds: ['zone'],
  capacity: 10,
  itemsAssigned: 0,
  activeTasks: 0,
  cashLimit: '1000.00',
  cashOnHand: '0.00',
  codAssigned: '0.00',
  idleSince: NOW,
  stops: [],
  shiftEnd: null,
  ...fields,
});

export const stop = (at: Point, fields: Partial<AssignmentStop> = {}): AssignmentStop => ({
  latitude: at.latitude,
  longitude: at.longitude,
  dueBy: '2026-02-12T18:00:00.000Z',
  locked: false,
  done: false,
  ...fields,
});

export const worldOf = (
  drivers: readonly AssignmentDriver[],
  fields: Partial<AssignmentWorld> = {},
): AssignmentWorld => ({
  now: NOW,
  drivers,
  others: { count: 0, some: [] },
  zones,
  travel: cityTravelTimes,
  fairnessToleranceSeconds: 30,
  ...fields,
});

/** The choice by insertion cost. */
export function choose(
  drivers: readonly AssignmentDriver[],
  of: Partial<WaitingTask> = {},
  fields: Partial<AssignmentWorld> = {},
): Choice {
  const [choice] = insertionCost.assign([task(of)], worldOf(drivers, fields)).choices;
  if (choice === undefined) throw new Error('no choice');
  return choice;
}
