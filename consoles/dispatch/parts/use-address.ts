import { useSearchParams } from 'react-router';

/** The search parameters of a screen's address, and a function to change them; null removes one. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const put = (words: Readonly<Record<string, string | null>>) =>
    setParams((former) => {
      const next = new URLSearchParams(former);
      for (const [name, value] of Object.entries(words)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  return [params, put] as const;
}
