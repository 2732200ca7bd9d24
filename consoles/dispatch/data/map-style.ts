import { useQuery } from '@tanstack/react-query';

/** A style that was configured for this installation (MAP_STYLE_URL); null: the embedded map. */
export function useMapStyle(): string | null {
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: readMapStyle,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

async function readMapStyle(): Promise<string | null> {
  const answer = await fetch(`${import.meta.env.BASE_URL}settings.json`);
  if (!answer.ok) return null;
  const { mapStyleUrl } = (await answer.json()) as { mapStyleUrl: string | null };
  return mapStyleUrl;
}
