import { useCallback, useEffect, useState } from 'react';
import { playChime } from '../../shared/notices/chime.ts';
import { useArrived } from '../data/orders-context.tsx';

const MUTED = 'wasl.seller.muted';

/** Tells of orders that were not there before: with a sound that can be turned off, and in the page's title. */
export function useNewOrders(title: string): { muted: boolean; toggle(): void } {
  const arrived = useArrived();
  const [muted, setMuted] = useState(() => localStorage.getItem(MUTED) === 'yes');
  const [unseen, setUnseen] = useState(0);

  // Once for each batch, not again when the sound is turned on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (arrived.length === 0) return;
    // A page that nobody has touched may not sound.
    if (!muted && navigator.userActivation.hasBeenActive) playChime(false);
    setUnseen((count) => count + arrived.length);
  }, [arrived]);

  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
  }, [unseen, title]);

  // Whoever looks at the page, or comes back to it, has seen them.
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'visible') setUnseen(0);
    };
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pointerdown', seen);
    window.addEventListener('keydown', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pointerdown', seen);
      window.removeEventListener('keydown', seen);
    };
  }, []);

  const toggle = useCallback(() => {
    setMuted((former) => {
      localStorage.setItem(MUTED, former ? 'no' : 'yes');
      return !former;
    });
  }, []);
  return { muted, toggle };
}
