import type { PolicyName } from '../../actors/assignment/policy.ts';
import { Fault } from './fault.ts';

/** Assignment policies by the names that commands know them under. */
const POLICIES: Readonly<Record<string, PolicyName>> = {
  nearest: 'NEAREST',
  insertion: 'INSERTION_COST',
  batched: 'BATCHED',
};

export const POLICY_NAMES: readonly string[] = Object.keys(POLICIES);

/** Throws a Fault for a name that no policy has. */
export function readPolicies(names: readonly string[]): PolicyName[] {
  return names.map((name) => {
    const policy = POLICIES[name];
    if (policy === undefined) throw new Fault(`No policy ${name}; there are ${POLICY_NAMES.join(', ')}.`);
    return policy;
  });
}
