import type { Point } from '../../../actors/planning/point.ts';
import type { PlanOptions, PlanProblem } from '../../../actors/planning/problem.ts';

/** Travel between the places of a job: ready, or to be worked out by the thread where there are many. */
export type JobTravel =
  | { seconds: Int32Array }
  | {
      points: readonly Point[];
      /** The zone of each point. */
      zones: readonly (string | null)[];
      hour: number;
      factors: { all: number; pairs: [string, number][]; cells: [string, number][] };
    };

/** What a planning thread is given; everything can be copied to it. One tick is a second. */
export interface PlanJob {
  /** ROUTE: one vehicle, as exactly as can be. */
  kind: 'ROUTE' | 'ZONE';
  size: number;
  travel: JobTravel;
  problem: Omit<PlanProblem, 'travel'>;
  options: Omit<PlanOptions, 'budget'>;
  /** Milliseconds of searching. */
  budget: number;
}
