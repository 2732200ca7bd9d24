import { compile } from './compile.ts';
import { type Plan, report } from './plan-report.ts';
import type { PlanOptions, PlanProblem } from './problem.ts';
import { routesOf } from './routes-of.ts';
import { makeExact, movableStops } from './solver/exact-route.ts';
import { presentSolution } from './solver/initial.ts';
import { search } from './solver/search.ts';

/** Routes with at most this many movable stops are also solved exactly, which takes about a millisecond. */
const MAX_ALWAYS_EXACT_STOPS = 12;

/**
 * Plans all tasks over all vehicles: first as many tasks as fit, by priority, then as little travel, lateness and
 * change as the time budget allows. The search starts from the present routes, so stopping it at once changes nothing
 * except to add what fits. Pure: the same problem, seed and number of budget checks give the same plan.
 * @throws RangeError if the problem is inconsistent.
 */
export function plan(problem: PlanProblem, options: PlanOptions): Plan {
  const model = compile(problem, options);
  const { best, iterations } = search(model, presentSolution(model), options);
  if (!model.countsMoves) {
    for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) {
      if (movableStops(best, vehicle) <= MAX_ALWAYS_EXACT_STOPS) makeExact(best, vehicle);
    }
  }
  return report(problem, routesOf(problem, best), iterations);
}
