import { at, realAt } from './at.ts';
import type { Model } from './model.ts';
import { PlaceFinder } from './place-finder.ts';
import type { Solution } from './solution.ts';

/**
 * Caches best places by task and route, valid until the route changes: most lookups of an iteration repeat earlier
 * ones. When a search below a limit found none, the limit is cached.
 */
export class Places {
  private readonly model: Model;
  private readonly finder: PlaceFinder;
  /** Cost of the best place; when none was found (`dropoffAfter` −1), the limit that was searched to. */
  private readonly cost: Float64Array;
  private readonly pickupAfter: Int32Array;
  private readonly dropoffAfter: Int32Array;
  private readonly mark: Int32Array;

  constructor(model: Model) {
    const size = model.tasks * model.vehicles;
    this.model = model;
    this.finder = new PlaceFinder(model);
    this.cost = new Float64Array(size);
    this.pickupAfter = new Int32Array(size);
    this.dropoffAfter = new Int32Array(size);
    this.mark = new Int32Array(size);
  }

  /** Cost of the task's best place in this route; Infinity if none costs less than the limit. */
  costOf(solution: Solution, task: number, vehicle: number, limit: number): number {
    const entry = task * this.model.vehicles + vehicle;
    if (this.model.allowed[entry] === 0) return Number.POSITIVE_INFINITY;
    const mark = at(solution.mark, vehicle);
    if (at(this.mark, entry) === mark) {
      const known = realAt(this.cost, entry);
      if (at(this.dropoffAfter, entry) >= 0) return known;
      if (known >= limit) return Number.POSITIVE_INFINITY;
    }
    const { finder } = this;
    finder.find(solution, task, vehicle, limit);
    this.cost[entry] = finder.dropoffAfter < 0 ? limit : finder.cost;
    this.pickupAfter[entry] = finder.pickupAfter;
    this.dropoffAfter[entry] = finder.dropoffAfter;
    this.mark[entry] = mark;
    return finder.cost;
  }

  anywhere(solution: Solution, task: number): boolean {
    for (let vehicle = 0; vehicle < this.model.vehicles; vehicle += 1) {
      const cost = this.costOf(solution, task, vehicle, Number.POSITIVE_INFINITY);
      if (cost < Number.POSITIVE_INFINITY) return true;
    }
    return false;
  }

  /** Inserts the task at the place that `costOf` found; call that first. */
  insert(solution: Solution, task: number, vehicle: number): void {
    const entry = task * this.model.vehicles + vehicle;
    solution.insert(task, vehicle, at(this.pickupAfter, entry), at(this.dropoffAfter, entry));
  }
}
