import { useSearchParams } from 'react-router';

/** What a screen's address says, and the way to change words of it; null takes a word away. */
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
