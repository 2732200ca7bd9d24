import { batched } from './batched.ts';
import { insertionCost } from './insertion-cost.ts';
import { nearest } from './nearest.ts';
import type { AssignmentPolicy, PolicyName } from './policy.ts';

/** Side by side, to be compared on the same day. */
export const POLICIES: { readonly [name in PolicyName]: AssignmentPolicy } = {
  NEAREST: nearest,
  INSERTION_COST: insertionCost,
  BATCHED: batched,
};
