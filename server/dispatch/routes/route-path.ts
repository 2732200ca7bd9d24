import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Point } from '../../../actors/planning/point.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { StreetPaths } from '../travel/travel.ts';
import type { RouteRow } from './route-store.ts';

type Schemas = components['schemas'];

export interface PathDependencies {
  presence: Pick<DriverPresence, 'positionOf'>;
  streets: StreetPaths | null;
}

interface Place extends Point {
  stopId: string | null;
}

/** The path from the driver through the open stops: along streets where known, otherwise straight. */
export async function pathAlong(
  { presence, streets }: PathDependencies,
  route: RouteRow,
): Promise<Schemas['RoutePath']> {
  const position = (await presence.positionOf([route.driver_id])).get(route.driver_id);
  const places: Place[] = [
    ...(position === undefined ? [] : [{ ...position, stopId: null }]),
    ...route.stops.filter(({ done }) => !done),
  ];
  const paths = (await streets?.along(places)) ?? [];
  const legs = places.slice(1).flatMap((to, index) => {
    const from = places[index];
    if (from === undefined || to.stopId === null) return [];
    const path = paths[index];
    const points = path ?? [from, to].map(({ longitude, latitude }) => [longitude, latitude] as const);
    return [
      {
        fromStopId: from.stopId,
        toStopId: to.stopId,
        streets: path != null,
        points: points.map(([longitude, latitude]) => [longitude, latitude]),
      },
    ];
  });
  return { routeId: route.id, legs };
}
