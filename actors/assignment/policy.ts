import type { WeighedDriver } from './candidate.ts';
import type { AssignmentDriver, AssignmentWorld, WaitingTask } from './world.ts';

export const POLICY_NAMES = ['NEAREST', 'INSERTION_COST', 'BATCHED'] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** Why this driver was chosen among those who fit. */
export type Why = {
  /**
   * LONGEST_IDLE: others cost the same or slightly less but have been idle for a shorter time. BEST_TOGETHER: best for
   * the batch as a whole.
   */
  reason: 'CHEAPEST' | 'LONGEST_IDLE' | 'NEAREST' | 'BEST_TOGETHER' | 'NOBODY_FITS';
  /** The cheapest driver, if not the chosen one, and by how many seconds the chosen one costs more. */
  cheapestDriverId?: string;
  dearerBySeconds?: number;
  toleranceSeconds?: number;
};

export interface Choice {
  taskId: string;
  /** Null: no driver fits. */
  driverId: string | null;
  why: Why;
  /** The chosen driver, those who fit with the cheapest first, then some of the excluded; at most `MAX_CANDIDATES`. */
  candidates: WeighedDriver[];
  excludedBy: { [rule: string]: number };
}

export interface Assignment {
  /** At least one. A task without a choice was not reached within the time budget. */
  choices: Choice[];
  /** The drivers in their original order, as they will be once all choices have been accepted. */
  drivers: readonly AssignmentDriver[];
}

/**
 * Chooses drivers for waiting tasks. Pure: the same tasks and world give the same choices. Tasks are given most urgent
 * first; a policy that assigns them one by one applies each choice before it makes the next.
 */
export interface AssignmentPolicy {
  readonly name: PolicyName;
  assign(tasks: readonly WaitingTask[], world: AssignmentWorld): Assignment;
}
