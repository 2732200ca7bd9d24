import { at, realAt } from './at.ts';
import { endNode, LOCKED, type Model, taskOf } from './model.ts';
import { likeness, Neighbours, nearness } from './neighbours.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Solution } from './solution.ts';

/** Maximum number of stops in a removed string. */
const MAX_STRING_STOPS = 10;

/** Heuristics that remove tasks from a solution, so that they can be reinserted elsewhere. */
export class Ruin {
  private readonly model: Model;
  private readonly random: SeededRandom;
  private readonly near: Neighbours;
  private readonly alike: Neighbours;
  private readonly movable: Int32Array;
  private readonly touched: Uint8Array;
  private readonly gains: Float64Array;

  constructor(model: Model, random: SeededRandom) {
    this.model = model;
    this.random = random;
    this.near = new Neighbours(model, nearness);
    this.alike = new Neighbours(model, likeness);
    this.movable = Int32Array.from(
      Array.from({ length: model.tasks }, (_, task) => task).filter((task) => model.kind[task] !== LOCKED),
    );
    this.touched = new Uint8Array(model.vehicles);
    this.gains = new Float64Array(model.tasks);
  }

  /** Number of tasks that may be removed at all. */
  get size(): number {
    return this.movable.length;
  }

  /** Removes about `count` tasks. */
  apply(solution: Solution, way: number, count: number): void {
    this.touched.fill(0);
    if (way === 0) this.strings(solution, count);
    else if (way === 1) this.related(solution, count);
    else if (way === 2) this.anywhere(solution, count);
    else if (way === 3) this.worst(solution, count);
    else this.route(solution, count);
    for (let vehicle = 0; vehicle < this.model.vehicles; vehicle += 1) {
      if (this.touched[vehicle] === 1) solution.refresh(vehicle);
    }
  }

  private take(solution: Solution, task: number): void {
    this.touched[solution.remove(task)] = 1;
  }

  private anyTask(): number {
    return at(this.movable, this.random.below(this.movable.length));
  }

  /**
   * Removes strings of consecutive stops from neighbouring routes, so that groups of stops can change vehicle together.
   */
  private strings(solution: Solution, count: number): void {
    const { model, random } = this;
    const planned = 2 * (model.tasks - solution.absentCount);
    let used = 0;
    for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1)
      used += at(solution.stops, vehicle) > 0 ? 1 : 0;
    const longest = Math.max(1, Math.min(MAX_STRING_STOPS, planned / Math.max(1, used)));
    const most = (4 * count) / (1 + longest) - 1;
    let strings = 1 + Math.floor(random.unit() * Math.max(1, most));
    for (const task of this.near.of(this.anyTask())) {
      if (!solution.has(task)) continue;
      const node = random.next() & 1 && model.kind[task] === 0 ? task : model.tasks + task;
      const vehicle = at(solution.vehicle, node);
      if (this.touched[vehicle] === 1) continue;
      const length = 1 + random.below(Math.floor(Math.min(longest, at(solution.stops, vehicle))));
      this.string(solution, node, length);
      this.touched[vehicle] = 1;
      strings -= 1;
      if (strings <= 0) return;
    }
  }

  /** Removes a number of consecutive stops including the given one. */
  private string(solution: Solution, node: number, length: number): void {
    const { model, random } = this;
    const vehicle = at(solution.vehicle, node);
    const frozen = at(solution.frozen, vehicle);
    const end = endNode(model, vehicle);
    let first = node;
    for (let back = random.below(length); back > 0; back -= 1) {
      const previous = at(solution.previous, first);
      if (previous === frozen) break;
      first = previous;
    }
    for (let index = 0; index < length && first !== end; index += 1) {
      const task = taskOf(model, first);
      first = at(solution.next, first);
      // The task's other stop goes too, and may be the next one.
      while (first !== end && taskOf(model, first) === task) first = at(solution.next, first);
      this.take(solution, task);
    }
  }

  /** Removes tasks similar to a random one, the more similar the likelier. */
  private related(solution: Solution, count: number): void {
    const list = this.alike.of(this.anyTask());
    let left = count;
    let index = 0;
    while (left > 0 && index < list.length) {
      const task = at(list, index);
      index += 1 + (this.random.below(4) === 0 ? 1 : 0);
      if (!solution.has(task)) continue;
      this.take(solution, task);
      left -= 1;
    }
  }

  private anywhere(solution: Solution, count: number): void {
    for (let left = count; left > 0; left -= 1) {
      const task = this.anyTask();
      if (solution.has(task)) this.take(solution, task);
    }
  }

  /** Removes tasks whose removal saves most, with some randomness. */
  private worst(solution: Solution, count: number): void {
    const { gains, random } = this;
    const order: number[] = [];
    for (const task of this.movable) {
      if (!solution.has(task)) continue;
      gains[task] = this.gain(solution, task) * (0.4 + 0.6 * random.unit());
      order.push(task);
    }
    order.sort((left, right) => realAt(gains, right) - realAt(gains, left));
    for (let index = 0; index < Math.min(count, order.length); index += 1)
      this.take(solution, order[index] as number);
  }

  private gain(solution: Solution, task: number): number {
    const { model } = this;
    const dropoff = model.tasks + task;
    if (model.kind[task] !== 0) return this.detour(solution, dropoff);
    return this.detour(solution, task) + this.detour(solution, dropoff);
  }

  private detour({ model, next, previous }: Solution, node: number): number {
    const { cost, nodes } = model;
    const before = at(previous, node);
    const after = at(next, node);
    return (
      at(cost, before * nodes + node) + at(cost, node * nodes + after) - at(cost, before * nodes + after)
    );
  }

  /** Removes a whole route, or as much of it as allowed. */
  private route(solution: Solution, count: number): void {
    const { model, random } = this;
    const vehicle = random.below(model.vehicles);
    const end = endNode(model, vehicle);
    let left = 2 * count;
    let node = at(solution.next, at(solution.frozen, vehicle));
    // If not all of it can go, the removed part starts at a random offset, so that any part may remain.
    for (
      let skip = at(solution.stops, vehicle) - left;
      skip > 0 && random.next() & 1 && node !== end;
      skip -= 1
    )
      node = at(solution.next, node);
    while (node !== end && left > 0) {
      const task = taskOf(model, node);
      node = at(solution.next, node);
      while (node !== end && taskOf(model, node) === task) node = at(solution.next, node);
      this.take(solution, task);
      left -= 1;
    }
  }
}
