import { parentPort } from 'node:worker_threads';
import { metresBetween } from '../../actors/geo/distance.ts';
import { defaultSeconds, factorOf, type TravelFactors } from '../../actors/planning/calibration.ts';
import { plan } from '../../actors/planning/plan.ts';
import type { TravelMatrix } from '../../actors/planning/problem.ts';
import { rebuildRoute } from '../../actors/planning/rebuild-route.ts';
import type { JobTravel, PlanAnswer, PlanJob } from './plan-job.ts';

/** The thread's side: one job after the other, the clock is read here and nowhere in the planner. */
parentPort?.on('message', (job: PlanJob) => {
  parentPort?.postMessage(answerTo(job));
});

function answerTo({ kind, size, travel, problem, options, budget }: PlanJob): PlanAnswer {
  const begun = performance.now();
  const used = () => (performance.now() - begun) / budget;
  try {
    const whole = { ...problem, travel: matrixOf(travel, size) };
    const solve = kind === 'ROUTE' ? rebuildRoute : plan;
    return { ok: true, plan: solve(whole, { ...options, budget: used }) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
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
