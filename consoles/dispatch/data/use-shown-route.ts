import { useCallback, useMemo } from 'react';
import { dataOf } from '../../shared/api/client.ts';
import type { Place, RoutePart, StopPlace } from '../../shared/map/route-parts.ts';
import { useRouteParts } from '../../shared/map/use-route-parts.ts';
import { useApi } from '../../shared/session/session-context.tsx';
import type { DriverSpot, Route } from '../board/board-types.ts';
import { stopsAhead } from '../board/select-marks.ts';
import { useStreetRoutes } from './map-settings.ts';

const NO_STOPS: readonly StopPlace[] = [];

/** The line of the selected route. For the past only the stops are known: the way is only requested live. */
export function useShownRoute(
  route: Route | undefined,
  spot: DriverSpot | undefined,
  live: boolean,
): readonly RoutePart[] {
  const api = useApi();
  const along = useStreetRoutes() && live;
  const id = route?.id;
  const stops = useMemo(() => (route === undefined ? NO_STOPS : stopsAhead(route)), [route]);
  const { longitude, latitude } = spot ?? {};
  const here = useMemo<Place | null>(
    () => (longitude === undefined || latitude === undefined ? null : [longitude, latitude]),
    [longitude, latitude],
  );
  const ask = useCallback(
    async (signal: AbortSignal) => {
      const params = { path: { id: id ?? '' } };
      return (await dataOf(api.GET('/dispatch/routes/{id}/path', { params, signal }))).legs;
    },
    [api, id],
  );
  return useRouteParts(here, stops, along && id !== undefined ? ask : null);
}
