import { at, realAt } from './at.ts';
import { endNode, FREE, type Model } from './model.ts';
import { latenessCostAt, type Solution } from './solution.ts';

/**
 * Finds the cheapest places for a task's stops in a route whose other stops keep their order. Evaluating a pair takes a
 * few additions, because the effect of a delay is precomputed per stop (`latest`, `punctual`); only a delay that makes
 * a stop late is followed until it is absorbed.
 */
export class PlaceFinder {
  /** What the task adds to the route; Infinity: no place costs less than the limit. */
  cost = 0;
  /** The node before the pickup; −1 when only the drop-off is needed. */
  pickupAfter = -1;
  /** The node before the drop-off: the pickup itself when they are adjacent. */
  dropoffAfter = -1;

  private readonly model: Model;
  private pickup = 0;
  private dropoff = 0;
  private vehicle = 0;
  private clock = 0;
  private end = 0;
  /** Whether the stops would return to their original vehicle, so that keeping their order saves cost. */
  private kept = false;

  constructor(model: Model) {
    this.model = model;
  }

  /** @param limit Places that cost this much or more are ignored. */
  find(solution: Solution, task: number, vehicle: number, limit: number): void {
    const { model } = this;
    this.cost = limit;
    this.pickupAfter = -1;
    this.dropoffAfter = -1;
    this.pickup = task;
    this.dropoff = model.tasks + task;
    this.vehicle = vehicle;
    this.clock = at(model.clock, vehicle);
    this.end = endNode(model, vehicle);
    this.kept = model.countsMoves && at(model.home, this.dropoff) === vehicle;
    if (model.kind[task] === FREE) this.eachPickup(solution);
    else this.eachDropoff(solution);
    if (this.dropoffAfter < 0) this.cost = Number.POSITIVE_INFINITY;
  }

  private eachPickup(solution: Solution): void {
    const { model, pickup, clock, end, kept } = this;
    const { next, leave, legCost, lateFrom } = solution;
    const { timeTo, cost, costTo, nodes } = model;
    const row = pickup * nodes;
    const bonus = kept ? model.changeCost : 0;
    const earliest = at(model.earliest, clock + pickup);
    const latest = at(model.latest, clock + pickup);
    const service = at(model.service, pickup);
    for (let before = at(solution.frozen, this.vehicle); before !== end; before = at(next, before)) {
      const left = at(leave, before);
      if (left > latest) break;
      const arrival = left + at(timeTo, row + before);
      if (arrival > latest || !this.fits(solution, before)) continue;
      const begin = arrival > earliest ? arrival : earliest;
      const after = at(next, before);
      let added = at(costTo, row + before) - at(legCost, before) - realAt(lateFrom, after);
      added += latenessCostAt(model, clock, pickup, begin);
      if (kept) added -= orderKept(solution, pickup, before, after);
      this.together(solution, before, after, begin + service, added);
      added += at(cost, row + after);
      // Later stops can only add to this, assuming the triangle inequality.
      if (added - bonus < this.cost) this.apart(solution, before, after, begin + service, added);
    }
  }

  /** Evaluates the drop-off directly after the pickup. */
  private together(solution: Solution, before: number, after: number, left: number, added: number): void {
    const { model, pickup, dropoff, clock } = this;
    const { time, cost, nodes } = model;
    let total = added + at(cost, pickup * nodes + dropoff) + at(cost, dropoff * nodes + after);
    if (this.kept) total -= orderKept(solution, dropoff, before, after);
    if (total >= this.cost) return;
    const arrival = left + at(time, pickup * nodes + dropoff);
    if (arrival <= at(model.latest, clock + dropoff))
      this.settle(solution, before, pickup, after, arrival, total);
  }

  /** Evaluates the drop-off at each later place, along the route with the pickup inserted. */
  private apart(solution: Solution, before: number, after: number, left: number, added: number): void {
    const { model, pickup, dropoff, clock, end, kept } = this;
    const { next, begin, latest, ahead, legCost, punctual, lateFrom, load } = solution;
    const { timeTo, cost, costTo, earliest, service, nodes } = model;
    const row = dropoff * nodes;
    const latestDropoff = at(model.latest, clock + dropoff);
    const room = at(model.capacity, this.vehicle * model.dims) - at(model.demand, pickup);
    const several = model.dims > 1;
    const bonus = kept ? model.changeCost : 0;
    let late = 0;
    let node = after;
    let now = left + at(model.time, pickup * nodes + after);
    while (node !== end) {
      const soonest = at(earliest, clock + node);
      if (now < soonest) now = soonest;
      // As above; and the rest of the route is no less late when it is reached later.
      if (now >= at(begin, node) && added - bonus + late + realAt(lateFrom, node) >= this.cost) return;
      if (now > at(latest, node) || at(load, node) > room || (several && !this.fits(solution, node))) return;
      const leaves = now + at(service, node);
      if (leaves > latestDropoff) return;
      if (now > at(punctual, node)) late += latenessCostAt(model, clock, node, now);
      const following = at(next, node);
      let total = added + late - at(legCost, node) + at(costTo, row + node) + at(cost, row + following);
      if (kept) total -= orderKept(solution, dropoff, node, following);
      if (total < this.cost) {
        const arrival = leaves + at(timeTo, row + node);
        if (arrival <= latestDropoff) this.settle(solution, before, node, following, arrival, total);
      }
      now += at(ahead, node);
      node = following;
    }
  }

  /** Evaluates one place of the drop-off with the rest of the route, and records it if it is the best so far. */
  private settle(
    solution: Solution,
    before: number,
    dropoffAfter: number,
    after: number,
    arrival: number,
    added: number,
  ): void {
    const { model, dropoff, clock } = this;
    const earliest = at(model.earliest, clock + dropoff);
    const begin = arrival > earliest ? arrival : earliest;
    const on = begin + at(model.service, dropoff) + at(model.time, dropoff * model.nodes + after);
    if (on > at(solution.latest, after)) return;
    const known = added + latenessCostAt(model, clock, dropoff, begin);
    const total = known + this.latenessFrom(solution, after, on, this.cost - known);
    if (total >= this.cost) return;
    this.cost = total;
    this.pickupAfter = before;
    this.dropoffAfter = dropoffAfter;
  }

  private eachDropoff(solution: Solution): void {
    const { model, dropoff, clock, end } = this;
    const { next, leave, legCost, lateFrom } = solution;
    const { timeTo, cost, costTo, nodes } = model;
    const row = dropoff * nodes;
    const frozen = at(solution.frozen, this.vehicle);
    for (let before = frozen; before !== end; before = at(next, before)) {
      const arrival = at(leave, before) + at(timeTo, row + before);
      if (arrival > at(model.latest, clock + dropoff)) continue;
      const after = at(next, before);
      // From here on, a pickup overloaded the vehicle while these goods were on board.
      if (before !== frozen && overloads(solution, before, this.vehicle)) return;
      let total =
        at(costTo, row + before) + at(cost, row + after) - at(legCost, before) - realAt(lateFrom, after);
      if (this.kept) total -= orderKept(solution, dropoff, before, after);
      this.settle(solution, -1, before, after, arrival, total);
    }
  }

  /** Whether the pickup's load fits after this stop. */
  private fits({ load }: Solution, node: number): boolean {
    const { demand, capacity, dims, nodes } = this.model;
    const { pickup, vehicle } = this;
    for (let dim = 0; dim < dims; dim += 1) {
      const sum = at(load, dim * nodes + node) + at(demand, dim * nodes + pickup);
      if (sum > at(capacity, vehicle * dims + dim)) return false;
    }
    return true;
  }

  /** Lateness cost from this stop on with this arrival; Infinity once it cannot be below `most`. */
  private latenessFrom(solution: Solution, node: number, arrival: number, most: number): number {
    const { model, clock, end } = this;
    const { next, begin, punctual, ahead } = solution;
    if (arrival <= at(punctual, node)) return 0;
    let late = 0;
    let stop = node;
    let now = Math.max(arrival, at(model.earliest, clock + stop));
    while (now > at(punctual, stop)) {
      // Waiting has absorbed the delay: the rest is unchanged.
      if (now === at(begin, stop)) return late + realAt(solution.lateFrom, stop);
      if (now > at(begin, stop) && late + realAt(solution.lateFrom, stop) >= most)
        return Number.POSITIVE_INFINITY;
      late += latenessCostAt(model, clock, stop, now);
      if (stop === end) return late;
      now += at(ahead, stop);
      stop = at(next, stop);
      now = Math.max(now, at(model.earliest, clock + stop));
    }
    return late;
  }
}

/**
 * Whether the vehicle is overloaded after this pickup. Only possible while goods on board have no drop-off place yet.
 */
function overloads({ model, load }: Solution, node: number, vehicle: number): boolean {
  const { demand, capacity, dims, nodes } = model;
  if (node >= model.tasks) return false;
  for (let dim = 0; dim < dims; dim += 1) {
    if (at(demand, dim * nodes + node) <= 0) continue;
    if (at(load, dim * nodes + node) > at(capacity, vehicle * dims + dim)) return true;
  }
  return false;
}

/** The cost saved when a stop is inserted between stops that were before and after it in the present route. */
function orderKept(
  { model, rankUpTo, rankFrom }: Solution,
  node: number,
  before: number,
  after: number,
): number {
  const rank = at(model.rank, node);
  return at(rankUpTo, before) < rank && rank < at(rankFrom, after) ? model.changeCost : 0;
}
