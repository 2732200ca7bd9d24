import { expect } from 'chai';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { PlanOptions, PlanProblem } from '../../../actors/planning/problem.ts';
import { rebuildRoute } from '../../../actors/planning/rebuild-route.ts';
import { costOf, lowestByEnumeration, lowestByProgramming } from './best-order.ts';
import { iterations } from './iterations.ts';
import { randomProblem, type Shape } from './random-problem.ts';

const LATENESS_COST = 4;

function options(budget = 2000): PlanOptions {
  return { seed: 1, budget: iterations(budget), latenessCost: LATENESS_COST, changeCost: 0, maxMoved: null };
}

function one(shape: Omit<Shape, 'vehicles'>): PlanProblem {
  return randomProblem({ ...shape, vehicles: 1 });
}

/** The first task's goods are on board already. */
function withGoodsOnBoard(problem: PlanProblem): PlanProblem {
  const [first, ...others] = problem.tasks;
  const latest = first!.dropoff.latest === null ? null : { ...first!.dropoff.latest, hard: false };
  const dropoff = { ...first!.dropoff, latest };
  const carried = { ...first!, pickup: null, dropoff, carriedBy: problem.vehicles[0]!.id };
  return { ...problem, tasks: [carried, ...others] };
}

function costOfPlan(problem: PlanProblem, { routes }: Plan): number {
  return costOf(problem, problem.vehicles[0]!, routes[0]!.stops, LATENESS_COST);
}

describe('rebuilding one route', () => {
  it('is as good as the best of all sequences, up to five tasks', () => {
    let compared = 0;
    for (let seed = 1; seed <= 60; seed += 1) {
      const shape = { seed, tasks: 1 + (seed % 4), hard: 30, limited: 50, dims: 1 + (seed % 2) };
      const drawn = one({ ...shape, breaks: seed % 3 === 0 });
      const problem = seed % 5 === 0 ? withGoodsOnBoard(drawn) : drawn;
      compared += compare(problem, lowestByEnumeration(problem, LATENESS_COST), `seed ${seed}`);
    }
    for (const seed of [101, 102]) {
      const problem = one({ seed, tasks: 5, hard: 20, limited: 40 });
      compared += compare(problem, lowestByEnumeration(problem, LATENESS_COST), `seed ${seed}`);
    }
    expect(compared).to.be.greaterThan(40);
  });

  it('is as good as dynamic programming finds, with six tasks and seven', () => {
    // Seeds of problems that have a best sequence.
    let compared = 0;
    for (let seed = 13; seed <= 20; seed += 1) {
      const drawn = one({ seed, tasks: 6 + (seed % 3 === 0 ? 1 : 0), hard: 40, limited: 70 });
      const problem = seed % 4 === 0 ? withGoodsOnBoard(drawn) : drawn;
      compared += compare(problem, lowestByProgramming(problem, LATENESS_COST), `seed ${seed}`);
    }
    expect(compared).to.be.greaterThan(6);
  });

  for (const { seed, hard, limited } of [
    { seed: 203, hard: 40, limited: 70 },
    { seed: 205, hard: 40, limited: 70 },
    { seed: 207, hard: 60, limited: 100 },
  ]) {
    it(`is as good with eight tasks, ${limited} of 100 stops with a limit (${seed})`, () => {
      const problem = one({ seed, tasks: 8, hard, limited });
      expect(compare(problem, lowestByProgramming(problem, LATENESS_COST), `seed ${seed}`)).to.equal(1);
    });
  }

  function compare(problem: PlanProblem, lowest: number, name: string): number {
    const found = rebuildRoute(problem, options());
    if (lowest === Number.POSITIVE_INFINITY) {
      expect(found.unassigned, name).not.to.have.length(0);
      return 0;
    }
    expect(found.unassigned, name).to.have.length(0);
    expect(costOfPlan(problem, found), name).to.equal(lowest);
    return 1;
  }
});
