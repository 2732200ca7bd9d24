import { useSearchParams } from 'react-router';

/** The search parameters of a screen's address, and a function to change them; null removes one. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const put = (words: Readonly<Record<string, string | null>>, how: 'push' | 'replace' = 'push') =>
    setParams(
      (former) => {
        const next = new URLSearchParams(former);
        for (const [name, value] of Object.entries(words)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      // At once: `former` is what was rendered last, so of two quick changes a deferred render would lose the first.
      { replace: how === 'replace', flushSync: true },
    );
  return [params, put] as const;
}
