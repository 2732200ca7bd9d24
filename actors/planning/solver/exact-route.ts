import { at, realAt } from './at.ts';
import { Labels } from './labels.ts';
import { endNode, FREE, type Model, taskOf } from './model.ts';
import { latenessCostAt, type Solution } from './solution.ts';

/** Maximum number of stops for an exact search: 8 tasks with both stops. */
export const MAX_EXACT_STOPS = 16;

/**
 * Finds the cheapest order of a route's movable stops by dynamic programming over the sets of visited stops. Of the
 * partial routes with the same visited stops and the same last stop, only those are kept that none other beats in both
 * cost and time. Applies the order to the solution if it is cheaper, and returns whether the route is now known to be
 * optimal. Ignores moved stops, so it must not be used with models that count them.
 * @param extra Absent tasks to add to the route: it changes only if all of them fit.
 */
export function makeExact(solution: Solution, vehicle: number, extra: readonly number[] = []): boolean {
  const { model } = solution;
  const route = new ExactRoute(solution, vehicle, extra);
  if (route.count > MAX_EXACT_STOPS) return false;
  const order = route.solve();
  if (order !== null) {
    const locked = (model.present[vehicle] as Int32Array).subarray(0, at(model.lockedStops, vehicle));
    const nodes = [...locked, ...order];
    solution.setRoute(vehicle, nodes, nodes.length);
    for (const task of extra) solution.noteTaken(task);
  }
  return !route.gaveUp && (order !== null || extra.length === 0);
}

export function movableStops({ model, stops }: Solution, vehicle: number): number {
  return at(stops, vehicle) - at(model.lockedStops, vehicle);
}

class ExactRoute {
  readonly count: number;
  gaveUp = false;
  private readonly model: Model;
  private readonly vehicle: number;
  private readonly clock: number;
  private readonly frozen: number;
  private readonly end: number;
  private readonly nodes: Int32Array;
  /** The stops that must be visited before each stop, and the load after each set of stops. */
  private readonly needs: Int32Array;
  private readonly loads: Int32Array;
  private readonly start: { leave: number; load: Int32Array };
  /** Cost of the present route, which a new one must beat. */
  private bound: number;
  private readonly labels = new Labels();

  constructor(solution: Solution, vehicle: number, extra: readonly number[]) {
    const { model } = solution;
    this.model = model;
    this.vehicle = vehicle;
    this.clock = at(model.clock, vehicle);
    this.frozen = at(solution.frozen, vehicle);
    this.end = endNode(model, vehicle);
    const nodes: number[] = [];
    for (let node = at(solution.next, this.frozen); node !== this.end; node = at(solution.next, node))
      nodes.push(node);
    for (const task of extra) {
      if (model.kind[task] === FREE) nodes.push(task);
      nodes.push(model.tasks + task);
    }
    this.nodes = Int32Array.from(nodes);
    this.count = nodes.length;
    this.needs = Int32Array.from(nodes, (node) => {
      const task = taskOf(model, node);
      return node === task || model.kind[task] !== FREE ? 0 : 1 << nodes.indexOf(task);
    });
    const { dims } = model;
    this.start = {
      leave: at(solution.leave, this.frozen),
      load: Int32Array.from({ length: dims }, (_, dim) => at(solution.load, dim * model.nodes + this.frozen)),
    };
    this.bound = extra.length > 0 ? Number.POSITIVE_INFINITY : this.costOf(solution);
    this.loads = new Int32Array(this.count > MAX_EXACT_STOPS ? 0 : dims << this.count);
  }

  private costOf({ next, legCost, lateFrom }: Solution): number {
    let cost = realAt(lateFrom, at(next, this.frozen));
    for (let node = this.frozen; node !== this.end; node = at(next, node)) cost += at(legCost, node);
    return cost;
  }

  /** The better order, or null if the present one is optimal. */
  solve(): Int32Array | null {
    const { count } = this;
    if (count === 0) return null;
    this.fillLoads();
    const heads = new Int32Array(count << count).fill(-1);
    const rest = this.leastOf();
    for (let stop = 0; stop < count; stop += 1)
      this.extend(-1, 0, stop, this.frozen, 0, this.start.leave, heads, rest);
    const full = (1 << count) - 1;
    for (let visited = 1; visited < full && !this.gaveUp; visited += 1) this.goOn(visited, heads, rest);
    return this.gaveUp ? null : this.finish(heads, full);
  }

  /** Extends every partial route over these stops by every stop that may come next. */
  private goOn(visited: number, heads: Int32Array, rest: Float64Array): void {
    const { count, nodes, labels } = this;
    for (let last = 0; last < count; last += 1) {
      const node = at(nodes, last);
      const service = at(this.model.service, node);
      for (let label = at(heads, visited * count + last); label >= 0; label = at(labels.next, label)) {
        const cost = realAt(labels.cost, label);
        const leave = at(labels.time, label) + service;
        for (let stop = 0; stop < count; stop += 1)
          this.extend(label, visited, stop, node, cost, leave, heads, rest);
      }
    }
  }

  private fillLoads(): void {
    const { model, nodes, loads, count } = this;
    const { dims } = model;
    loads.set(this.start.load);
    for (let visited = 1; visited < 1 << count; visited += 1) {
      const stop = 31 - Math.clz32(visited);
      const without = visited ^ (1 << stop);
      for (let dim = 0; dim < dims; dim += 1)
        loads[visited * dims + dim] =
          at(loads, without * dims + dim) + at(model.demand, dim * model.nodes + at(nodes, stop));
    }
  }

  /** Lower bound of the cost to visit the remaining stops, by set of visited stops. */
  private leastOf(): Float64Array {
    const { model, nodes, count } = this;
    const { cost, nodes: width } = model;
    const least = (to: number) => {
      let lowest = to === this.end ? Number.POSITIVE_INFINITY : at(cost, this.frozen * width + to);
      for (const from of nodes) if (from !== to) lowest = Math.min(lowest, at(cost, from * width + to));
      return lowest;
    };
    const each = Float64Array.from(nodes, least);
    const rest = new Float64Array(1 << count);
    rest[rest.length - 1] = least(this.end);
    for (let visited = rest.length - 2; visited >= 0; visited -= 1) {
      const stop = 31 - Math.clz32(~visited & (rest.length - 1));
      rest[visited] = realAt(rest, visited | (1 << stop)) + realAt(each, stop);
    }
    return rest;
  }

  private extend(
    label: number,
    visited: number,
    stop: number,
    from: number,
    costSoFar: number,
    leave: number,
    heads: Int32Array,
    rest: Float64Array,
  ): void {
    const bit = 1 << stop;
    const needs = at(this.needs, stop);
    if ((visited & bit) !== 0 || (visited & needs) !== needs) return;
    const { model, clock } = this;
    const node = at(this.nodes, stop);
    const arrival = leave + at(model.time, from * model.nodes + node);
    const earliest = at(model.earliest, clock + node);
    const time = arrival > earliest ? arrival : earliest;
    if (time > at(model.latest, clock + node)) return;
    const cost =
      costSoFar + at(model.cost, from * model.nodes + node) + latenessCostAt(model, clock, node, time);
    const now = visited | bit;
    // The present route must be beaten, not just equalled.
    if (cost + realAt(rest, now) >= this.bound || !this.fits(node, now)) return;
    if (!this.labels.add(heads, now * this.count + stop, cost, time, label)) this.gaveUp = true;
  }

  private fits(node: number, visited: number): boolean {
    const { model, loads, vehicle } = this;
    const { dims, demand, capacity, nodes } = model;
    for (let dim = 0; dim < dims; dim += 1) {
      if (at(demand, dim * nodes + node) <= 0) continue;
      if (at(loads, visited * dims + dim) > at(capacity, vehicle * dims + dim)) return false;
    }
    return true;
  }

  private finish(heads: Int32Array, full: number): Int32Array | null {
    const { model, labels, end, clock, count } = this;
    let chosen = -1;
    for (let last = 0; last < count; last += 1) {
      const node = at(this.nodes, last);
      const leg = node * model.nodes + end;
      for (let label = at(heads, full * count + last); label >= 0; label = at(labels.next, label)) {
        const time = at(labels.time, label) + at(model.service, node) + at(model.time, leg);
        if (time > at(model.latest, clock + end)) continue;
        const cost =
          realAt(labels.cost, label) + at(model.cost, leg) + latenessCostAt(model, clock, end, time);
        if (cost >= this.bound) continue;
        this.bound = cost;
        chosen = label;
      }
    }
    return chosen < 0 ? null : this.orderOf(chosen);
  }

  private orderOf(label: number): Int32Array {
    const { labels, count, nodes } = this;
    const order = new Int32Array(count);
    let step = label;
    for (let index = count - 1; index >= 0; index -= 1) {
      order[index] = at(nodes, at(labels.slot, step) % count);
      step = at(labels.from, step);
    }
    return order;
  }
}
