import type { InsertionResult } from '../planning/insertion.ts';
import type { Why } from './policy.ts';
import type { AssignmentDriver } from './world.ts';

interface Costed {
  driver: Pick<AssignmentDriver, 'id' | 'idleSince'>;
  insertion: Pick<InsertionResult, 'cost'>;
}

/**
 * Among drivers whose cost is within the tolerance of the cheapest, the one who has been idle longest. Drivers with
 * work come last.
 */
export function fairest<T extends Costed>(
  costed: readonly T[],
  toleranceSeconds: number,
): { chosen: T; why: Why } | null {
  const [first, ...rest] = costed;
  if (first === undefined) return null;
  const cheapest = rest.reduce((best, each) => (isBefore(each, best) ? each : best), first);
  const most = cheapest.insertion.cost + toleranceSeconds;
  let chosen = cheapest;
  for (const each of costed) {
    if (each.insertion.cost <= most && idleRank(each) < idleRank(chosen)) chosen = each;
    else if (each.insertion.cost <= most && idleRank(each) === idleRank(chosen) && isBefore(each, chosen))
      chosen = each;
  }
  if (chosen === cheapest) return { chosen, why: { reason: 'CHEAPEST' } };
  const dearer = Math.round(chosen.insertion.cost - cheapest.insertion.cost);
  return {
    chosen,
    why: {
      reason: 'LONGEST_IDLE',
      cheapestDriverId: cheapest.driver.id,
      dearerBySeconds: dearer,
      toleranceSeconds,
    },
  };
}

/** Orders by cost, then by the longest idle time, then by id. */
export function isBefore(left: Costed, right: Costed): boolean {
  const cost = left.insertion.cost - right.insertion.cost;
  if (cost !== 0) return cost < 0;
  const idle = idleRank(left) - idleRank(right);
  return idle === 0 ? left.driver.id < right.driver.id : idle < 0;
}

function idleRank({ driver: { idleSince } }: Costed): number {
  return idleSince === null ? Number.POSITIVE_INFINITY : Date.parse(idleSince);
}
