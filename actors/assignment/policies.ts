import { batched } from './batched.ts';
import { insertionOf } from './candidate.ts';
import { insertionCost } from './insertion-cost.ts';
import { NOBODY, oneByOne } from './one-by-one.ts';
import type { AssignmentPolicy, PolicyName } from './policy.ts';
import { originOf, pickupOf } from './world.ts';

/** Chooses the driver who would reach the pickup first with no other work: a common baseline to compare with. */
export const nearest = oneByOne('NEAREST', ({ asked: { task }, fitting }, world) => {
  const pickup = pickupOf(task);
  let chosen = null;
  let least = Number.POSITIVE_INFINITY;
  for (const each of fitting) {
    const origin = originOf(each.driver);
    const way = origin === null ? Number.MAX_VALUE : world.travel.seconds(origin, pickup);
    if (way < least || (way === least && chosen !== null && each.driver.id < chosen.driver.id)) {
      chosen = each;
      least = way;
    }
  }
  if (chosen === null) return NOBODY;
  chosen.insertion = insertionOf(task, chosen.driver, world);
  return { chosen, why: { reason: 'NEAREST' } };
});

/** All policies by name, so that the same day can be run with each. */
export const POLICIES: { readonly [name in PolicyName]: AssignmentPolicy } = {
  NEAREST: nearest,
  INSERTION_COST: insertionCost,
  BATCHED: batched,
};
