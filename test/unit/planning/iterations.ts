import type { Budget } from '../../../actors/planning/solver/search.ts';

/** A budget that is used up after it was checked this many times. */
export function iterations(count: number): Budget {
  let checks = 0;
  return () => {
    checks += 1;
    return (checks - 1) / count;
  };
}
