import { compile } from './compile.ts';
import { type Plan, report } from './plan-report.ts';
import type { PlanOptions, PlanProblem } from './problem.ts';
import { routesOf } from './routes-of.ts';
import { makeExact, movableStops } from './solver/exact-route.ts';
import { presentSolution } from './solver/initial.ts';
import { search } from './solver/search.ts';

/** Routes with up to so many movable stops are made exact in passing: it takes a millisecond. */
const EXACT_IN_PASSING = 12;

/**
 * A plan for all tasks over all vehicles: everything planned that fits, then as little travel, lateness and change as
 * the time for planning finds. Starts from the present routes, so that stopping at once changes nothing but adds
 * what fits. Pure: the same problem, seed and count of looks at the budget give the same plan.
 * @throws RangeError where the problem contradicts itself.
 */
export function plan(problem: PlanProblem, options: PlanOptions): Plan {
  const model = compile(problem, options);
  const { best, iterations } = search(model, presentSolution(model), options);
  if (!model.countsMoves) {
    for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) {
      if (movableStops(best, vehicle) <= EXACT_IN_PASSING) makeExact(best, vehicle);
    }
  }
  return report(problem, routesOf(problem, best), iterations);
}
