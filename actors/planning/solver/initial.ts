import { at } from './at.ts';
import { BOUND, endNode, FREE, type Model, NEVER, startNode, taskOf } from './model.ts';
import { Solution } from './solution.ts';

/**
 * The present routes as a solution. If a route breaks a hard limit, the stops that must stay are kept and the limit is
 * relaxed just enough for them; the route's other tasks become absent.
 */
export function presentSolution(model: Model): Solution {
  const solution = new Solution(model);
  for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) {
    const route = model.present[vehicle] as Int32Array;
    const mustStay = route.filter(
      (node) => model.kind[taskOf(model, node)] !== FREE || isLocked(model, node),
    );
    take(solution, vehicle, mustStay);
    giveWay(solution, vehicle);
    take(solution, vehicle, route);
    if (!feasible(solution, vehicle)) {
      for (const node of route) if (!mustStay.includes(node)) solution.vehicle[node] = -1;
      take(solution, vehicle, mustStay);
    }
    for (
      let node = at(solution.next, startNode(model, vehicle));
      node < 2 * model.tasks;
      node = at(solution.next, node)
    )
      solution.noteTaken(taskOf(model, node));
    freeze(solution, vehicle);
  }
  for (let task = 0; task < model.tasks; task += 1) {
    // Goods on board that are in no route yet start at the end of their vehicle's route.
    if (model.kind[task] !== BOUND || solution.has(task)) continue;
    const vehicle = at(model.carrier, task);
    solution.insert(task, vehicle, -1, at(solution.previous, endNode(model, vehicle)));
    giveWay(solution, vehicle);
  }
  return solution;
}

function isLocked(model: Model, node: number): boolean {
  return at(model.rank, node) < at(model.lockedStops, at(model.home, node));
}

function take(solution: Solution, vehicle: number, route: Int32Array): void {
  solution.setRoute(vehicle, route, route.length);
}

function freeze(solution: Solution, vehicle: number): void {
  const { model } = solution;
  const locked = at(model.lockedStops, vehicle);
  const route = model.present[vehicle] as Int32Array;
  solution.frozen[vehicle] = locked === 0 ? startNode(model, vehicle) : at(route, locked - 1);
}

function giveWay(solution: Solution, vehicle: number): void {
  const { model, begin } = solution;
  const clock = at(model.clock, vehicle);
  const end = endNode(model, vehicle);
  const limit = at(model.latest, clock + end);
  if (limit < at(begin, end)) model.latest[clock + end] = Math.min(NEVER, at(begin, end));
  solution.refresh(vehicle);
}

/** Whether a route keeps all hard limits of time and load. */
export function feasible(solution: Solution, vehicle: number): boolean {
  const { model, next, begin, load } = solution;
  const { dims, capacity, nodes } = model;
  const clock = at(model.clock, vehicle);
  const end = endNode(model, vehicle);
  for (let node = startNode(model, vehicle); ; node = at(next, node)) {
    if (at(begin, node) > at(model.latest, clock + node)) return false;
    for (let dim = 0; dim < dims; dim += 1)
      if (at(load, dim * nodes + node) > at(capacity, vehicle * dims + dim)) return false;
    if (node === end) return true;
  }
}
