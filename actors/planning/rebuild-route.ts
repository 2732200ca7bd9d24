import { compile } from './compile.ts';
import { plan } from './plan.ts';
import { type Plan, report } from './plan-report.ts';
import type { PlanOptions, PlanProblem } from './problem.ts';
import { routesOf } from './routes-of.ts';
import { MOST_EXACT_STOPS, makeExact, movableStops } from './solver/exact-route.ts';
import { presentSolution } from './solver/initial.ts';
import type { Model } from './solver/model.ts';
import { type Budget, search } from './solver/search.ts';
import type { Solution } from './solver/solution.ts';

/** So much search finds a good order of a short route; the better it is, the less the exact search looks at. */
const FIRST_LOOK = 300;

/**
 * One vehicle's route anew. Up to 16 movable stops, 8 tasks with both of theirs, the order is the best there is;
 * longer ones come near it within the budget. So do those where moved stops count, or where not all tasks fit.
 * @throws RangeError unless there is one vehicle, or where the problem contradicts itself.
 */
export function rebuildRoute(problem: PlanProblem, options: PlanOptions): Plan {
  if (problem.vehicles.length !== 1) throw new RangeError('a route is rebuilt for one vehicle');
  const model = compile(problem, options);
  if (model.countsMoves) return plan(problem, options);
  const first = search(model, presentSolution(model), {
    ...options,
    budget: atMost(FIRST_LOOK, options.budget),
  });
  if (isExact(first.best)) return report(problem, routesOf(problem, first.best), first.iterations);
  return plan(problem, options);
}

function isExact(solution: Solution): boolean {
  const missing = absentTasks(solution);
  // Those that wait are two stops each.
  if (movableStops(solution, 0) + 2 * missing.length > MOST_EXACT_STOPS) return false;
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
