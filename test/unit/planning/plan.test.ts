import { expect } from 'chai';
import { plan } from '../../../actors/planning/plan.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { PlanOptions, PlanProblem, PlanTask, PlanVehicle } from '../../../actors/planning/problem.ts';
import type { StopName } from '../../../actors/planning/timetable.ts';
import { costOf } from './best-order.ts';
import { drive } from './drive.ts';
import { iterations } from './iterations.ts';
import { die, randomProblem, type Shape } from './random-problem.ts';

const LATENESS_COST = 4;

function options(changes: Partial<PlanOptions> = {}): PlanOptions {
  return {
    seed: 1,
    budget: iterations(300),
    latenessCost: LATENESS_COST,
    changeCost: 0,
    maxMoved: null,
    ...changes,
  };
}

const none = () => options({ budget: () => 1 });

/** The same problem with its plan as the present routes; what is not planned yet waits. */
function planned(problem: PlanProblem, { routes }: Plan): PlanProblem {
  const vehicles = problem.vehicles.map((vehicle, index) => ({
    ...vehicle,
    stops: (routes[index]?.stops ?? []).map(({ taskId, kind }) => ({ taskId, kind, locked: false })),
  }));
  return { ...problem, vehicles };
}

/** The first stops of each route are locked, or finished where the goods come on board first. */
function underWay(problem: PlanProblem, seed: number): PlanProblem {
  const roll = die(seed);
  const carriedBy = new Map<string, string>();
  const vehicles = problem.vehicles.map((vehicle): PlanVehicle => {
    const [first, ...rest] = vehicle.stops;
    const pickedUp = roll(2) === 0 && first !== undefined;
    if (pickedUp) carriedBy.set(first.taskId, vehicle.id);
    const stops = pickedUp ? rest : vehicle.stops;
    const locked = roll(3);
    return { ...vehicle, stops: stops.map((stop, index) => ({ ...stop, locked: index < locked })) };
  });
  const tasks = problem.tasks.map((task): PlanTask => {
    const carrier = carriedBy.get(task.id);
    return carrier === undefined ? task : { ...task, pickup: null, carriedBy: carrier };
  });
  return softened({ ...problem, tasks, vehicles });
}

/** Makes limits soft for tasks that must stay, as the planner does: they are late rather than refused. */
function softened(problem: PlanProblem): PlanProblem {
  const lockedIds = new Set(
    problem.vehicles.flatMap(({ stops }) => stops.filter(({ locked }) => locked).map(({ taskId }) => taskId)),
  );
  const soft = <T extends { at: number; hard: boolean } | null>(limit: T) =>
    limit === null ? null : { ...limit, hard: false };
  const tasks = problem.tasks.map((task): PlanTask => {
    if (task.carriedBy === null && !lockedIds.has(task.id)) return task;
    const pickup = task.pickup === null ? null : { ...task.pickup, latest: soft(task.pickup.latest) };
    return { ...task, pickup, dropoff: { ...task.dropoff, latest: soft(task.dropoff.latest) } };
  });
  const vehicles = problem.vehicles.map((vehicle) => ({ ...vehicle, endBy: soft(vehicle.endBy) }));
  return { ...problem, tasks, vehicles };
}

/** A day that has begun: two thirds of the tasks planned, the others new. */
function liveDay(seed: number): PlanProblem {
  const whole = randomProblem(shapeOf(seed));
  const older = { ...whole, tasks: whole.tasks.slice(0, 12) };
  const { vehicles, tasks } = underWay(planned(older, plan(older, options())), seed);
  return { ...whole, vehicles, tasks: [...tasks, ...whole.tasks.slice(12)] };
}

function shapeOf(seed: number): Shape {
  return { seed, tasks: 18, vehicles: 4, breaks: seed % 2 === 0, dims: 1 + (seed % 2), hard: 40 };
}

function totalOf(problem: PlanProblem, { routes, unassigned }: Plan): number {
  const dropped = problem.tasks.filter(({ id }) => unassigned.includes(id));
  const costs = routes.map(({ stops }, index) =>
    costOf(problem, problem.vehicles[index]!, stops, LATENESS_COST),
  );
  return (
    dropped.reduce((sum, { priority }) => sum + 1e9 * priority, 0) +
    costs.reduce((sum, cost) => sum + cost, 0)
  );
}

function expectValid(problem: PlanProblem, found: Plan): void {
  const names = found.routes.flatMap(({ stops }) => stops.map(({ taskId, kind }) => `${taskId} ${kind}`));
  expect(new Set(names).size).to.equal(names.length);
  const stops = problem.tasks
    .filter(({ id }) => !found.unassigned.includes(id))
    .reduce((sum, { pickup }) => sum + (pickup === null ? 1 : 2), 0);
  expect(names.length).to.equal(stops);
  found.routes.forEach((route, index) => {
    const vehicle = problem.vehicles[index]!;
    const { travel, lateness, broken } = drive(problem, vehicle, route.stops);
    expect(broken).to.deep.equal([]);
    expect(route.figures).to.include({ travelCost: travel, lateness });
    const locked = vehicle.stops.slice(0, vehicle.stops.findLastIndex((stop) => stop.locked) + 1);
    expect(namesOf(route.stops.slice(0, locked.length))).to.deep.equal(namesOf(locked));
  });
}

function namesOf(stops: readonly StopName[]): string[] {
  return stops.map(({ taskId, kind }) => `${taskId} ${kind}`);
}

describe('planning a zone', () => {
  it('breaks no rule, and its numbers are those of driving it', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const fresh = randomProblem(shapeOf(seed));
      expectValid(fresh, plan(fresh, options({ seed })));
      const live = liveDay(seed);
      const found = plan(live, options({ seed }));
      expectValid(live, found);
      for (const { id, carriedBy } of live.tasks) {
        if (carriedBy === null) continue;
        const route = found.routes.find(({ stops }) => stops.some(({ taskId }) => taskId === id));
        expect(route?.vehicleId).to.equal(carriedBy);
      }
    }
  });

  it('is never worse than adding what fits to the present routes', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const live = liveDay(seed);
      expect(totalOf(live, plan(live, options()))).to.be.at.most(totalOf(live, plan(live, none())));
    }
  });

  it('puts a new task where trying all places finds it cheapest', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const whole = randomProblem({ ...shapeOf(seed), tasks: 8, vehicles: 1, limited: 40, hard: 30 });
      const older = { ...whole, tasks: whole.tasks.slice(0, 7) };
      const before = planned(older, plan(older, options()));
      const problem = { ...before, tasks: [...before.tasks.slice(0, 7), whole.tasks[7]!] };
      const waiting = plan(before, none()).unassigned;
      if (waiting.length > 0) continue;
      // A cost of change keeps the other stops in their order.
      const found = plan(problem, { ...none(), changeCost: 1 });
      const lowest = lowestInsertion(problem);
      if (found.unassigned.length > 0) expect(lowest).to.equal(Number.POSITIVE_INFINITY);
      else
        expect(costOf(problem, problem.vehicles[0]!, found.routes[0]!.stops, LATENESS_COST)).to.equal(lowest);
    }
  });

  function lowestInsertion(problem: PlanProblem): number {
    const vehicle = problem.vehicles[0]!;
    const taskId = problem.tasks.at(-1)!.id;
    let lowest = Number.POSITIVE_INFINITY;
    for (let pickup = 0; pickup <= vehicle.stops.length; pickup += 1) {
      for (let dropoff = pickup + 1; dropoff <= vehicle.stops.length + 1; dropoff += 1) {
        const stops: StopName[] = [...vehicle.stops];
        stops.splice(pickup, 0, { taskId, kind: 'PICKUP' });
        stops.splice(dropoff, 0, { taskId, kind: 'DROPOFF' });
        lowest = Math.min(lowest, costOf(problem, vehicle, stops, LATENESS_COST));
      }
    }
    return lowest;
  }

  it('moves no more stops than allowed, and fewer the more a move costs', () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const live = liveDay(seed);
      const free = plan(live, options());
      for (const maxMoved of [0, 2, 5]) {
        const capped = plan(live, options({ maxMoved }));
        expect(capped.movedStops).to.be.at.most(maxMoved);
        expectValid(live, capped);
      }
      const dear = plan(live, options({ changeCost: 100_000 }));
      expect(dear.movedStops).to.equal(0);
      const stayed = dear.routes.map(({ stops }) => namesOf(stops.filter(({ change }) => change !== 'NEW')));
      expect(stayed).to.deep.equal(live.vehicles.map(({ stops }) => namesOf(stops)));
      expect(free.before).to.deep.equal(dear.before);
    }
  });

  it('gives no task to a driver whose zones exclude it', () => {
    const problem = randomProblem({ seed: 5, tasks: 12, vehicles: 3, limited: 0 });
    const tasks = problem.tasks.map((task, index) => ({
      ...task,
      allowed: index === 0 ? [] : [`vehicle ${index % 3}`],
    }));
    const found = plan({ ...problem, tasks }, options());
    expect(found.unassigned).to.deep.equal(['task 0']);
    found.routes.forEach(({ stops, vehicleId }) => {
      for (const { taskId } of stops)
        expect(tasks.find(({ id }) => id === taskId)?.allowed).to.include(vehicleId);
    });
  });

  it('leaves out less important tasks where not all fit', () => {
    const problem = randomProblem({ seed: 8, tasks: 10, vehicles: 1, limited: 0 });
    const latest = { at: 150, hard: true };
    const tasks = problem.tasks.map((task, index) => ({
      ...task,
      pickup: { ...task.pickup!, earliest: 0, latest },
      dropoff: { ...task.dropoff, earliest: 0, latest },
      priority: index === 4 ? 50 : 1,
    }));
    const found = plan({ ...problem, tasks }, options());
    expect(found.unassigned).not.to.have.length(0);
    expect(found.unassigned).not.to.include('task 4');
  });

  it('gives the same result for the same seed', () => {
    const live = liveDay(3);
    expect(plan(live, options())).to.deep.equal(plan(live, options()));
  });

  it('accepts that there is nothing to plan', () => {
    const problem = randomProblem({ seed: 1, tasks: 2, vehicles: 2 });
    expect(plan({ ...problem, tasks: [] }, options()).routes).to.have.length(2);
    const found = plan({ ...problem, vehicles: [] }, options());
    expect(found).to.deep.include({ routes: [], unassigned: ['task 0', 'task 1'] });
  });

  it('refuses contradictory routes', () => {
    const problem = randomProblem({ seed: 1, tasks: 2, vehicles: 1 });
    const route = (...stops: StopName[]): PlanProblem => ({
      ...problem,
      vehicles: [{ ...problem.vehicles[0]!, stops: stops.map((stop) => ({ ...stop, locked: false })) }],
    });
    const pickup = { taskId: 'task 0', kind: 'PICKUP' } as const;
    const dropoff = { taskId: 'task 0', kind: 'DROPOFF' } as const;
    for (const wrong of [
      route(dropoff, pickup),
      route(pickup),
      route(pickup, dropoff, dropoff),
      route({ taskId: 'unknown', kind: 'PICKUP' }),
    ])
      expect(() => plan(wrong, options())).to.throw(RangeError);
  });
});
