import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same for the component's lifetime and calls the newest version: for memoised children. */
export function useLatest<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
