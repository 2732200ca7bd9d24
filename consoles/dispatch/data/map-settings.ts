import { useQuery } from '@tanstack/react-query';
import { type ConsoleSettings, readSettings } from '../../shared/api/settings.ts';

/** The style configured for this installation (MAP_STYLE_URL); null: the embedded map. */
export function useMapStyle(): string | null {
  return useSettings()?.mapStyleUrl ?? null;
}

/** Whether a routing service is configured (TRAVEL_TIMES_URL), so that the shown route follows the streets. */
export function useStreetRoutes(): boolean {
  return useSettings()?.streetRoutes ?? false;
}

function useSettings(): ConsoleSettings | undefined {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => readSettings('dispatch'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
