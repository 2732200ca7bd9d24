import { type Field, type Fitting, insertionOf } from './candidate.ts';
import { fairest } from './fairness.ts';
import { NOBODY, oneByOne } from './one-by-one.ts';
import type { AssignmentWorld } from './world.ts';

/** So many are weighed to the end whatever their bounds say, for the explanation's sake. */
const ALWAYS_WEIGHED = 4;
/** A choice ends after so many: it takes a dozen milliseconds, and who comes then costs as much as those before. */
export const MAX_WEIGHED_DRIVERS = 200;

/**
 * The driver to whose route the task adds least; near equals by who has been idle longest. Drivers are weighed in the
 * order of what they cost at the very least, until nobody left can be the cheapest or near it: the result is as if all
 * had been weighed.
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
    if ((enough && weighed.length >= ALWAYS_WEIGHED) || weighed.length >= MAX_WEIGHED_DRIVERS) break;
    const insertion = insertionOf(task, each.driver, world);
    weighed.push(Object.assign(each, { insertion }));
    best = Math.min(best, insertion.cost);
  }
  return weighed;
}
