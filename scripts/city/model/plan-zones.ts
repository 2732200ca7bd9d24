import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import type { Moment, PlannedZone, PlannedZoneEdit } from './day-plan.ts';

export const CITY_ZONE_KEY = 'inner-city';

/** Higher than the municipalities' priority, so that tasks with a pickup in the city wait here. */
const PRIORITY = 30;

const NORTH = { before: 25.36, after: 25.39 };
const [WEST, SOUTH, EAST] = [51.4, 25.15, 51.56];

export function planZones(): PlannedZone[] {
  return [
    {
      key: CITY_ZONE_KEY,
      name: { en: 'Inner city', ar: 'وسط المدينة' },
      priority: PRIORITY,
      geometry: boxTo(NORTH.before),
    },
  ];
}

/** At noon the dispatchers extend the inner-city zone to the Pearl. */
export function planZoneEdits(at: Moment): PlannedZoneEdit[] {
  return [{ at, zoneKey: CITY_ZONE_KEY, geometry: boxTo(NORTH.after) }];
}

function boxTo(north: number): AreaGeometry {
  const ring = [
    [WEST, SOUTH],
    [EAST, SOUTH],
    [EAST, north],
    [WEST, north],
    [WEST, SOUTH],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
