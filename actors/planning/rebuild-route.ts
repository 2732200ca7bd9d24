import { compile } from './compile.ts';
import { plan } from './plan.ts';
import { type Plan, report } from './plan-report.ts';
import type { PlanOptions, PlanProblem } from './problem.ts';
import { routesOf } from './routes-of.ts';
import { MAX_EXACT_STOPS, makeExact, movableStops } from './solver/exact-route.ts';
import { presentSolution } from './solver/initial.ts';
import type { Model } from './solver/model.ts';
import { type Budget, search } from './solver/search.ts';
import type { Solution } from './solver/solution.ts';

/** Iterations of the heuristic search before the exact one: a better initial order prunes the exact search. */
const HEURISTIC_ITERATIONS = 300;

/**
 * Reorders one vehicle's route. The result is optimal for up to 16 movable stops (8 tasks with both stops). For longer
 * routes, when moved stops count, or when not all tasks fit, it is the best found within the budget.
 * @throws RangeError unless there is exactly one vehicle, or if the problem is inconsistent.
 */
export function rebuildRoute(problem: PlanProblem, options: PlanOptions): Plan {
  if (problem.vehicles.length !== 1) throw new RangeError('a route is rebuilt for one vehicle');
  const model = compile(problem, options);
  if (model.countsMoves) return plan(problem, options);
  const first = search(model, presentSolution(model), {
    ...options,
    budget: atMost(HEURISTIC_ITERATIONS, options.budget),
  });
  if (isExact(first.best)) return report(problem, routesOf(problem, first.best), first.iterations);
  return plan(problem, options);
}

function isExact(solution: Solution): boolean {
  const missing = absentTasks(solution);
  // Each absent task adds two stops.
  if (movableStops(solution, 0) + 2 * missing.length > MAX_EXACT_STOPS) return false;
  return makeExact(solution, 0, missing);
}

function absentTasks({ model, absent, absentCount }: Solution): number[] {
  return [...absent.subarray(0, absentCount)].filter((task) => mayTake(model, task));
}

function mayTake({ allowed }: Model, task: number): boolean {
  return allowed[task] === 1;
}

function atMost(iterations: number, budget: Budget): Budget {
  let asked = 0;
  return () => {
    asked += 1;
    return Math.max(budget(), (asked - 1) / iterations);
  };
}
