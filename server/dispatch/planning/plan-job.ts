import type { Point } from '../../../actors/planning/point.ts';
import type { PlanOptions, PlanProblem } from '../../../actors/planning/problem.ts';

/** Travel times between a job's places: computed, or to be computed by the thread if there are many. */
export type JobTravel =
  | { seconds: Int32Array }
  | {
      points: readonly Point[];
      /** The zone of each point. */
      zones: readonly (string | null)[];
      hour: number;
      factors: { all: number; pairs: [string, number][]; cells: [string, number][] };
    };

/** Input of a planning thread; structured-cloneable. One tick is a second. */
export interface PlanJob {
  /** ROUTE: one vehicle, optimized as exactly as possible. */
  kind: 'ROUTE' | 'ZONE';
  size: number;
  travel: JobTravel;
  problem: Omit<PlanProblem, 'travel'>;
  options: Omit<PlanOptions, 'budget'>;
  /** Milliseconds of searching. */
  budget: number;
}
