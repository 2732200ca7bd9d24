import type { Budget } from '../../../actors/planning/solver/search.ts';

/** A budget that is used up after it was checked this many times. */
export function iterations(count: number): Budget {
  let asked = 0;
  return () => {
    asked += 1;
    return (asked - 1) / count;
  };
}
