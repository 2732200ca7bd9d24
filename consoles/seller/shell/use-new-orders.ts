import { useEffect } from 'react';
import { playChime } from '../../shared/notices/chime.ts';
import { useNews } from '../../shared/notices/use-news.ts';
import { useArrived } from '../data/orders-context.tsx';

/** Announces new orders: with a sound that can be turned off, and in the page's title. */
export function useNewOrders(title: string): { muted: boolean; toggle(): void } {
  const arrived = useArrived();
  const { muted, toggle, count } = useNews(title, 'wasl.seller.muted');

  // Once for each batch, not again when the sound is turned on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (arrived.length === 0) return;
    // Browsers allow sound only after the page has been touched.
    if (!muted && navigator.userActivation.hasBeenActive) playChime(false);
    count(arrived.length);
  }, [arrived]);

  return { muted, toggle };
}
