import type { PolicyName } from '../../actors/assignment/policy.ts';
import { CommandError } from './command-error.ts';

/** Assignment policies by the names that commands know them under. */
const POLICIES: Readonly<Record<string, PolicyName>> = {
  nearest: 'NEAREST',
  insertion: 'INSERTION_COST',
  batched: 'BATCHED',
};

export const POLICY_NAMES: readonly string[] = Object.keys(POLICIES);

/** Throws a CommandError for a name that no policy has. */
export function readPolicies(names: readonly string[]): PolicyName[] {
  return names.map((name) => {
    const policy = POLICIES[name];
    if (policy === undefined)
      throw new CommandError(`No policy ${name}; there are ${POLICY_NAMES.join(', ')}.`);
    return policy;
  });
}
