import type { WeighedDriver } from './candidate.ts';
import type { AssignmentDriver, AssignmentWorld, WaitingTask } from './world.ts';

export const POLICY_NAMES = ['NEAREST', 'INSERTION_COST', 'BATCHED'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Why this one of those who fit. */
export type Why = {
  /** LONGEST_IDLE: others cost as much or hardly less, and have waited less long. BEST_TOGETHER: of all tasks at once. */
  reason: 'CHEAPEST' | 'LONGEST_IDLE' | 'NEAREST' | 'BEST_TOGETHER' | 'NOBODY_FITS';
  /** The cheapest one, where it was somebody else; the chosen one costs so much more. */
  cheapestDriverId?: string;
  dearerBySeconds?: number;
  toleranceSeconds?: number;
};

export interface Choice {
  taskId: string;
  /** Null: nobody fits. */
  driverId: string | null;
  why: Why;
  /** Who was chosen, those who fit with the cheapest first, then some of the excluded; at most `CANDIDATES_KEPT`. */
  candidates: WeighedDriver[];
  /** Rule → how many drivers it excluded. */
  excludedBy: { [rule: string]: number };
}

export interface Assignment {
  /** At least one. Tasks without one were not come to within the time. */
  choices: Choice[];
  /** The drivers as they will be once all choices have been accepted, in their order. */
  drivers: readonly AssignmentDriver[];
}

/**
 * Whom waiting tasks are given to. Pure: the same tasks and world give the same choices. Tasks are given most urgent
 * first; a policy that takes them one by one lets each find the drivers as the choices before it leave them.
 */
export interface AssignmentPolicy {
  readonly name: PolicyName;
  assign(tasks: readonly WaitingTask[], world: AssignmentWorld): Assignment;
}
