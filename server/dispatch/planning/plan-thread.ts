import { metresBetween } from '../../../actors/geo/distance.ts';
import { defaultSeconds, factorOf, type TravelFactors } from '../../../actors/planning/calibration.ts';
import { plan } from '../../../actors/planning/plan.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { TravelMatrix } from '../../../actors/planning/problem.ts';
import { rebuildRoute } from '../../../actors/planning/rebuild-route.ts';
import { answerJobs } from '../../kernel/threads/answer-jobs.ts';
import type { JobTravel, PlanJob } from './plan-job.ts';

answerJobs(planOf);

/** The only place where the planner's clock is read. */
function planOf({ kind, size, travel, problem, options, budget }: PlanJob): Plan {
  const begun = performance.now();
  const used = () => (performance.now() - begun) / budget;
  const whole = { ...problem, travel: matrixOf(travel, size) };
  const solve = kind === 'ROUTE' ? rebuildRoute : plan;
  return solve(whole, { ...options, budget: used });
}

function matrixOf(travel: JobTravel, size: number): TravelMatrix {
  const time = 'seconds' in travel ? travel.seconds : estimated(travel);
  return { size, time, cost: time };
}

function estimated({ points, zones, hour, factors }: Exclude<JobTravel, { seconds: unknown }>): Int32Array {
  const known: TravelFactors = {
    all: factors.all,
    pairs: new Map(factors.pairs),
    cells: new Map(factors.cells),
  };
  const times = new Int32Array(points.length ** 2);
  points.forEach((from, row) => {
    points.forEach((to, column) => {
      const factor = factorOf(known, zones[row] ?? null, zones[column] ?? null, hour);
      times[row * points.length + column] = Math.round(defaultSeconds(metresBetween(from, to)) * factor);
    });
  });
  return times;
}
