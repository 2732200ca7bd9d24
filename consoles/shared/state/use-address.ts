import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

type Put = (words: Readonly<Record<string, string | null | undefined>>, how?: 'push' | 'replace') => void;

/** The search parameters of a screen's address, and a function to change them; null or no text removes one. */
export function useAddress(): readonly [URLSearchParams, Put] {
  const [params, setParams] = useSearchParams();
  const put = useCallback<Put>(
    (words, how = 'push') =>
      setParams(
        (former) => {
          const next = new URLSearchParams(former);
          for (const [name, value] of Object.entries(words)) {
            if (value === undefined) continue;
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        // At once: `former` is what was rendered last, so of two quick changes a deferred render would lose the first.
        { replace: how === 'replace', flushSync: true },
      ),
    [setParams],
  );
  return [params, put];
}
