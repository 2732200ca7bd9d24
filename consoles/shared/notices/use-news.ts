import { useCallback, useEffect, useState } from 'react';

export interface News {
  muted: boolean;
  toggle(): void;
  /** Adds to the count of unseen news. */
  count(news: number): void;
}

/**
 * Counts, in the page's title, what happens while the page is not looked at, until it is; and whether it may play a
 * sound, remembered under `mutedKey`.
 */
export function useNews(title: string, mutedKey: string): News {
  const [muted, setMuted] = useState(() => localStorage.getItem(mutedKey) === 'yes');
  const [unseen, setUnseen] = useState(0);

  useEffect(() => {
    document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
  }, [unseen, title]);

  // Looking at the page, or coming back to it, counts as having seen them.
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
      localStorage.setItem(mutedKey, former ? 'no' : 'yes');
      return !former;
    });
  }, [mutedKey]);
  const count = useCallback((news: number) => setUnseen((former) => former + news), []);
  return { muted, toggle, count };
}
