import { useSyncExternalStore } from 'react';

/** Below this width, parts that are otherwise side by side are shown one at a time; matches the screens' styles. */
const NARROW = '(width < 48rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}
