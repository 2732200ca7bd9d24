import { type Field, type Fitting, insertionOf } from './candidate.ts';
import { fairest } from './fairness.ts';
import { NOBODY, oneByOne } from './one-by-one.ts';
import type { AssignmentWorld } from './world.ts';

/**
 * Minimum number of drivers whose exact cost is computed, even if bounds would decide earlier: the explanation shows
 * them.
 */
const MIN_WEIGHED_DRIVERS = 4;
/**
 * Maximum number of exact costs per choice. It takes about 12 ms, and drivers beyond it cost about the same as the last
 * ones.
 */
export const MAX_WEIGHED_DRIVERS = 200;

/**
 * Chooses the driver to whose route the task adds least; among near equals, the one who has been idle longest. Exact
 * costs are computed in the order of the lower bounds until no remaining driver can be within the tolerance of the
 * cheapest, so the result is the same as with all costs computed.
 */
export const insertionCost = oneByOne('INSERTION_COST', (field, world) => {
  const weighed = weighCheapest(field, world);
  return fairest(weighed, world.fairnessToleranceSeconds) ?? NOBODY;
});

type Weighed = Fitting & { insertion: NonNullable<Fitting['insertion']> };

function weighCheapest({ asked: { task }, fitting }: Field, world: AssignmentWorld): Weighed[] {
  const weighed: Weighed[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (const each of fitting) {
    const enough = each.atLeast > best + world.fairnessToleranceSeconds;
    if ((enough && weighed.length >= MIN_WEIGHED_DRIVERS) || weighed.length >= MAX_WEIGHED_DRIVERS) break;
    const insertion = insertionOf(task, each.driver, world);
    weighed.push(Object.assign(each, { insertion }));
    best = Math.min(best, insertion.cost);
  }
  return weighed;
}
