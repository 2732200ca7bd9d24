import type { Budget } from '../../../actors/planning/solver/search.ts';

/** A budget that is used up after so many looks at it. */
export function iterations(count: number): Budget {
  let asked = 0;
  return () => {
    asked += 1;
    return (asked - 1) / count;
  };
}
