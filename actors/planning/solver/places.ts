import { at, realAt } from './at.ts';
import type { Model } from './model.ts';
import { PlaceFinder } from './place-finder.ts';
import type { Solution } from './solution.ts';

/**
 * Best places by task and route, kept for as long as the route is the same: most of what an iteration asks has
 * been asked before.
 */
export class Places {
  readonly cost: Float64Array;
  private readonly model: Model;
  private readonly pickupAfter: Int32Array;
  private readonly dropoffAfter: Int32Array;
  private readonly mark: Int32Array;
  private readonly finder: PlaceFinder;

  constructor(model: Model) {
    const size = model.tasks * model.vehicles;
    this.model = model;
    this.finder = new PlaceFinder(model);
    this.cost = new Float64Array(size);
    this.pickupAfter = new Int32Array(size);
    this.dropoffAfter = new Int32Array(size);
    this.mark = new Int32Array(size);
  }

  /** What the task costs at least in this route; Infinity where it has no place. */
  costOf(solution: Solution, task: number, vehicle: number): number {
    const entry = task * this.model.vehicles + vehicle;
    if (this.model.allowed[entry] === 0) return Number.POSITIVE_INFINITY;
    const mark = at(solution.mark, vehicle);
    if (at(this.mark, entry) === mark) return realAt(this.cost, entry);
    this.finder.find(solution, task, vehicle);
    this.cost[entry] = this.finder.cost;
    this.pickupAfter[entry] = this.finder.pickupAfter;
    this.dropoffAfter[entry] = this.finder.dropoffAfter;
    this.mark[entry] = mark;
    return this.finder.cost;
  }

  anywhere(solution: Solution, task: number): boolean {
    for (let vehicle = 0; vehicle < this.model.vehicles; vehicle += 1) {
      if (this.costOf(solution, task, vehicle) < Number.POSITIVE_INFINITY) return true;
    }
    return false;
  }

  /** Puts the task where `costOf` found it best; ask that first. */
  insert(solution: Solution, task: number, vehicle: number): void {
    const entry = task * this.model.vehicles + vehicle;
    solution.insert(task, vehicle, at(this.pickupAfter, entry), at(this.dropoffAfter, entry));
  }
}
