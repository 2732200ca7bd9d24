import { useCallback, useEffect, useState } from 'react';

export interface News {
  muted: boolean;
  toggle(): void;
  /** Adds to what nobody has seen yet. */
  count(news: number): void;
}

/**
 * What happened while nobody looked, counted in the page's title until somebody does, and whether it may sound, which is
 * remembered under `mutedKey`.
 */
export function useNews(title: string, mutedKey: string): News {
  const [muted, setMuted] = useState(() => localStorage.getItem(mutedKey) === 'yes');
  const [unseen, setUnseen] = useState(0);

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
      localStorage.setItem(mutedKey, former ? 'no' : 'yes');
      return !former;
    });
  }, [mutedKey]);
  const count = useCallback((news: number) => setUnseen((former) => former + news), []);
  return { muted, toggle, count };
}
