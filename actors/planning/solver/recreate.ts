import { at, realAt } from './at.ts';
import { type Model, NEVER } from './model.ts';
import type { Places } from './places.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Solution } from './solution.ts';

/** Heuristics that insert the absent tasks again. */
export class Recreate {
  private readonly model: Model;
  private readonly random: SeededRandom;
  private readonly places: Places;
  private readonly order: Int32Array;
  private readonly keys: Float64Array;
  private readonly length: Float64Array;
  private readonly span: Float64Array;

  constructor(model: Model, random: SeededRandom, places: Places) {
    this.model = model;
    this.random = random;
    this.places = places;
    this.order = new Int32Array(model.tasks);
    this.keys = new Float64Array(model.tasks);
    this.length = Float64Array.from({ length: model.tasks }, (_, task) => lengthOf(model, task));
    this.span = Float64Array.from({ length: model.tasks }, (_, task) => spanOf(model, task));
  }

  /**
   * Inserts every absent task that fits; the others stay absent.
   * @param skip Probability of ignoring a route, for variety.
   */
  apply(solution: Solution, way: number, skip: number): void {
    if (way >= 5) this.regret(solution, way - 3, skip);
    else this.inOrder(solution, way, skip);
  }

  /** Inserts the tasks one after another, each at its cheapest place. */
  private inOrder(solution: Solution, way: number, skip: number): void {
    const { order, keys, random } = this;
    const count = solution.absentCount;
    order.set(solution.absent.subarray(0, count));
    random.shuffle(order, count);
    if (way > 0) {
      for (let index = 0; index < count; index += 1) keys[at(order, index)] = this.key(way, at(order, index));
      sortBy(order, count, keys);
    }
    for (let index = 0; index < count; index += 1) {
      const task = at(order, index);
      const vehicle = this.cheapest(solution, task, skip);
      if (vehicle >= 0) this.places.insert(solution, task, vehicle);
    }
  }

  /** Sort key, lowest first. */
  private key(way: number, task: number): number {
    if (way === 1) return -realAt(this.length, task);
    if (way === 2) return realAt(this.length, task);
    if (way === 3) return realAt(this.span, task);
    return at(this.model.earliest, task);
  }

  private cheapest(solution: Solution, task: number, skip: number): number {
    const { model, places, random } = this;
    let best = Number.POSITIVE_INFINITY;
    let chosen = -1;
    for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) {
      const cost = places.costOf(solution, task, vehicle, best);
      if (cost < best && random.unit() >= skip) {
        best = cost;
        chosen = vehicle;
      }
    }
    return chosen;
  }

  /**
   * Inserts first the task with the highest regret: what it would lose if it could not have its best route, compared
   * with its second- to k-th best.
   */
  private regret(solution: Solution, k: number, skip: number): void {
    const { order } = this;
    let count = solution.absentCount;
    order.set(solution.absent.subarray(0, count));
    while (count > 0) {
      let most = Number.NEGATIVE_INFINITY;
      let chosen = -1;
      for (let index = 0; index < count; index += 1) {
        const regret = this.regretOf(solution, at(order, index), k);
        if (regret > most) {
          most = regret;
          chosen = index;
        }
      }
      if (chosen < 0) return;
      const task = at(order, chosen);
      count -= 1;
      order[chosen] = at(order, count);
      const vehicle = this.cheapest(solution, task, skip);
      if (vehicle >= 0) this.places.insert(solution, task, vehicle);
    }
  }

  private regretOf(solution: Solution, task: number, k: number): number {
    const { model, places } = this;
    let first = Number.POSITIVE_INFINITY;
    let second = Number.POSITIVE_INFINITY;
    let third = Number.POSITIVE_INFINITY;
    for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) {
      const cost = places.costOf(solution, task, vehicle, k > 2 ? third : second);
      if (cost < first) {
        third = second;
        second = first;
        first = cost;
      } else if (cost < second) {
        third = second;
        second = cost;
      } else if (cost < third) third = cost;
    }
    if (first === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    let regret = Math.min(second, NEVER) - first;
    if (k > 2) regret += Math.min(third, NEVER) - first;
    // Among tasks with only one possible route, this puts the cheapest first.
    return regret * (1 + 0.2 * this.random.unit());
  }
}

function lengthOf({ cost, nodes, tasks }: Model, task: number): number {
  return at(cost, task * nodes + tasks + task);
}

/** Width of the task's time windows: narrow ones are harder to place later. */
function spanOf({ earliest, latest, due, tasks }: Model, task: number): number {
  const span = (node: number) => Math.min(at(latest, node), at(due, node)) - at(earliest, node);
  return span(task) + span(tasks + task);
}

/** Insertion sort: the lists are short (about a dozen) and sorted many times per millisecond. */
function sortBy(values: Int32Array, count: number, keys: Float64Array): void {
  for (let index = 1; index < count; index += 1) {
    const value = at(values, index);
    const key = realAt(keys, value);
    let place = index;
    while (place > 0 && realAt(keys, at(values, place - 1)) > key) {
      values[place] = at(values, place - 1);
      place -= 1;
    }
    values[place] = value;
  }
}
