import { useQuery } from '@tanstack/react-query';
import { readSettings } from '../../shared/api/settings.ts';

/** A style that was configured for this installation (MAP_STYLE_URL); null: the embedded map. */
export function useMapStyle(): string | null {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: () => readSettings('dispatch'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.mapStyleUrl ?? null;
}
