import { at, realAt } from './at.ts';
import { endNode, type Model, startNode } from './model.ts';
import { toMoment, type WorkClock } from './work-clock.ts';

/**
 * Routes as linked lists of nodes, with values precomputed per stop. Flat arrays, because it is copied every iteration.
 * After changing a route, call `refresh` before reading anything from it.
 */
export class Solution {
  readonly model: Model;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Vehicle of a node; −1: not planned. */
  readonly vehicle: Int32Array;
  /** Earliest start of service, in working time. */
  readonly begin: Int32Array;
  /** When the stop is left, after service. */
  readonly leave: Int32Array;
  /** Service here plus the drive to the next stop, and the cost of that drive. */
  readonly ahead: Int32Array;
  readonly legCost: Int32Array;
  /** Latest start here that breaks no hard limit at a later stop. */
  readonly latest: Int32Array;
  /** Latest start here that makes no stop late from here on. */
  readonly punctual: Int32Array;
  /** Cost of the lateness from here to the end of the route. */
  readonly lateFrom: Float64Array;
  /** Load after the stop; index: dimension × nodes + node. */
  readonly load: Int32Array;
  /** Over the stops that were already in this route: highest rank up to here, and lowest rank from here on. */
  readonly rankUpTo: Int32Array;
  readonly rankFrom: Int32Array;
  /** Stops may be inserted only after this node: the last locked stop or the start. */
  readonly frozen: Int32Array;
  readonly stops: Int32Array;
  readonly routeCost: Float64Array;
  readonly moved: Int32Array;
  /** Two routes with the same mark are identical. */
  readonly mark: Int32Array;
  /** Tasks that are not planned (the first `absentCount` entries), and the index of each in it. */
  readonly absent: Int32Array;
  readonly absentAt: Int32Array;
  absentCount = 0;
  /** Cost of travel, lateness and change of all routes. */
  travelled = 0;
  /** Penalty for all absent tasks. */
  dropped = 0;
  movedStops = 0;

  constructor(model: Model) {
    this.model = model;
    const { nodes, vehicles, tasks, dims } = model;
    this.next = new Int32Array(nodes).fill(-1);
    this.previous = new Int32Array(nodes).fill(-1);
    this.vehicle = new Int32Array(nodes).fill(-1);
    this.begin = new Int32Array(nodes);
    this.leave = new Int32Array(nodes);
    this.ahead = new Int32Array(nodes);
    this.legCost = new Int32Array(nodes);
    this.latest = new Int32Array(nodes);
    this.punctual = new Int32Array(nodes);
    this.lateFrom = new Float64Array(nodes);
    this.load = new Int32Array(nodes * dims);
    this.rankUpTo = new Int32Array(model.countsMoves ? nodes : 0);
    this.rankFrom = new Int32Array(model.countsMoves ? nodes : 0);
    this.frozen = new Int32Array(vehicles);
    this.stops = new Int32Array(vehicles);
    this.routeCost = new Float64Array(vehicles);
    this.moved = new Int32Array(vehicles);
    this.mark = new Int32Array(vehicles);
    this.absent = new Int32Array(tasks);
    this.absentAt = new Int32Array(tasks).fill(-1);
    for (let task = 0; task < tasks; task += 1) this.noteAbsent(task);
    for (let vehicle = 0; vehicle < vehicles; vehicle += 1) {
      const start = startNode(model, vehicle);
      const end = endNode(model, vehicle);
      this.frozen[vehicle] = start;
      this.vehicle[start] = vehicle;
      this.vehicle[end] = vehicle;
      this.next[start] = end;
      this.previous[end] = start;
      this.refresh(vehicle);
    }
  }

  copy(other: Solution): void {
    this.next.set(other.next);
    this.previous.set(other.previous);
    this.vehicle.set(other.vehicle);
    this.begin.set(other.begin);
    this.leave.set(other.leave);
    this.ahead.set(other.ahead);
    this.legCost.set(other.legCost);
    this.latest.set(other.latest);
    this.punctual.set(other.punctual);
    this.lateFrom.set(other.lateFrom);
    this.load.set(other.load);
    this.rankUpTo.set(other.rankUpTo);
    this.rankFrom.set(other.rankFrom);
    this.frozen.set(other.frozen);
    this.stops.set(other.stops);
    this.routeCost.set(other.routeCost);
    this.moved.set(other.moved);
    this.mark.set(other.mark);
    this.absent.set(other.absent);
    this.absentAt.set(other.absentAt);
    this.absentCount = other.absentCount;
    this.travelled = other.travelled;
    this.dropped = other.dropped;
    this.movedStops = other.movedStops;
  }

  /** The objective: absent tasks weigh more than everything else. */
  get cost(): number {
    return this.dropped + this.travelled;
  }

  /**
   * Inserts a task's stops after two nodes of the route. To put the drop-off directly after the pickup, pass the
   * pickup's node as `dropoffAfter`.
   */
  insert(task: number, vehicle: number, pickupAfter: number, dropoffAfter: number): void {
    const dropoff = this.model.tasks + task;
    if (pickupAfter >= 0) this.link(task, pickupAfter, vehicle);
    this.link(dropoff, dropoffAfter, vehicle);
    this.noteTaken(task);
    this.refresh(vehicle);
  }

  /** Removes a task's stops. Returns the vehicle, whose route the caller must refresh. */
  remove(task: number): number {
    const dropoff = this.model.tasks + task;
    const vehicle = at(this.vehicle, dropoff);
    // The pickup of a bound task is done or locked, so it is not in the list.
    if (this.model.kind[task] === 0) this.unlink(task);
    this.unlink(dropoff);
    this.noteAbsent(task);
    return vehicle;
  }

  has(task: number): boolean {
    return at(this.absentAt, task) < 0;
  }

  /** Replaces a vehicle's route by these nodes, whose tasks must not be in another route. */
  setRoute(vehicle: number, nodes: ArrayLike<number>, count: number): void {
    const start = startNode(this.model, vehicle);
    const end = endNode(this.model, vehicle);
    let last = start;
    for (let index = 0; index < count; index += 1) {
      const node = nodes[index] as number;
      this.next[last] = node;
      this.previous[node] = last;
      this.vehicle[node] = vehicle;
      last = node;
    }
    this.next[last] = end;
    this.previous[end] = last;
    this.refresh(vehicle);
  }

  noteTaken(task: number): void {
    const index = at(this.absentAt, task);
    if (index < 0) return;
    this.absentCount -= 1;
    const last = at(this.absent, this.absentCount);
    this.absent[index] = last;
    this.absentAt[last] = index;
    this.absentAt[task] = -1;
    this.dropped -= realAt(this.model.dropCost, task);
  }

  private noteAbsent(task: number): void {
    this.absentAt[task] = this.absentCount;
    this.absent[this.absentCount] = task;
    this.absentCount += 1;
    this.dropped += realAt(this.model.dropCost, task);
  }

  private link(node: number, after: number, vehicle: number): void {
    const next = at(this.next, after);
    this.next[after] = node;
    this.previous[node] = after;
    this.next[node] = next;
    this.previous[next] = node;
    this.vehicle[node] = vehicle;
  }

  private unlink(node: number): void {
    const previous = at(this.previous, node);
    const next = at(this.next, node);
    this.next[previous] = next;
    this.previous[next] = previous;
    this.vehicle[node] = -1;
  }

  /** Recomputes the values of a route's stops. */
  refresh(vehicle: number): void {
    const cost = this.forward(vehicle);
    this.backward(vehicle);
    let total = cost + realAt(this.lateFrom, startNode(this.model, vehicle));
    if (this.model.countsMoves) {
      const moved = this.countMoves(vehicle);
      this.movedStops += moved - at(this.moved, vehicle);
      this.moved[vehicle] = moved;
      total += moved * this.model.changeCost;
    }
    this.travelled += total - realAt(this.routeCost, vehicle);
    this.routeCost[vehicle] = total;
    this.model.marks.last += 1;
    this.mark[vehicle] = this.model.marks.last;
  }

  private forward(vehicle: number): number {
    const { model, next, begin, leave, ahead, legCost, load } = this;
    const { time, cost, service, earliest, demand, dims, nodes } = model;
    const clock = at(model.clock, vehicle);
    const end = endNode(model, vehicle);
    let from = startNode(model, vehicle);
    let total = 0;
    let stops = 0;
    begin[from] = at(earliest, clock + from);
    for (let dim = 0; dim < dims; dim += 1) load[dim * nodes + from] = at(demand, dim * nodes + from);
    while (from !== end) {
      const to = at(next, from);
      const leg = at(time, from * nodes + to);
      leave[from] = at(begin, from) + at(service, from);
      ahead[from] = at(service, from) + leg;
      legCost[from] = at(cost, from * nodes + to);
      const arrival = at(leave, from) + leg;
      const earliestThere = at(earliest, clock + to);
      begin[to] = arrival > earliestThere ? arrival : earliestThere;
      total += at(legCost, from);
      for (let dim = 0; dim < dims; dim += 1)
        load[dim * nodes + to] = at(load, dim * nodes + from) + at(demand, dim * nodes + to);
      from = to;
      stops += 1;
    }
    this.stops[vehicle] = stops - 1;
    return total;
  }

  private backward(vehicle: number): void {
    const { model, previous, begin, ahead, latest, punctual, lateFrom } = this;
    const clock = at(model.clock, vehicle);
    const start = startNode(model, vehicle);
    let node = endNode(model, vehicle);
    latest[node] = at(model.latest, clock + node);
    punctual[node] = at(model.due, clock + node);
    lateFrom[node] = latenessCostAt(model, clock, node, at(begin, node));
    while (node !== start) {
      const from = at(previous, node);
      const hard = at(latest, node) - at(ahead, from);
      const own = at(model.latest, clock + from);
      latest[from] = hard < own ? hard : own;
      const soft = at(punctual, node) - at(ahead, from);
      const due = at(model.due, clock + from);
      punctual[from] = soft < due ? soft : due;
      lateFrom[from] = realAt(lateFrom, node) + latenessCostAt(model, clock, from, at(begin, from));
      node = from;
    }
  }

  /** Number of this vehicle's present stops that are elsewhere now, or out of order among the others. */
  private countMoves(vehicle: number): number {
    const { model, next, previous, rankUpTo, rankFrom } = this;
    const { home, rank } = model;
    const start = startNode(model, vehicle);
    const end = endNode(model, vehicle);
    let highest = -1;
    for (let node = start; node !== end; node = at(next, node)) {
      if (at(home, node) === vehicle && at(rank, node) > highest) highest = at(rank, node);
      rankUpTo[node] = highest;
    }
    let lowest = model.nodes;
    for (let node = end; node !== start; node = at(previous, node)) {
      if (at(home, node) === vehicle && at(rank, node) < lowest) lowest = at(rank, node);
      rankFrom[node] = lowest;
    }
    const present = model.present[vehicle] as Int32Array;
    return present.length - longestRise(this, vehicle);
  }
}

export function latenessCostAt(model: Model, clock: number, node: number, begin: number): number {
  if (begin <= at(model.due, clock + node)) return 0;
  const moment = model.hasBreaks ? toMoment(clockAt(model, clock), begin) : begin;
  return (moment - realAt(model.dueMoment, node)) * model.latenessCost;
}

function clockAt({ clocks, nodes }: Model, clock: number): WorkClock {
  return clocks[clock / nodes] as WorkClock;
}

interface Chain {
  model: Model;
  next: Int32Array;
}

/**
 * How many stops of the present route still follow each other in order: the longest increasing subsequence of ranks.
 */
function longestRise({ model, next }: Chain, vehicle: number): number {
  const { home, rank } = model;
  const end = endNode(model, vehicle);
  // tails[k]: the lowest rank that can end an increasing subsequence of length k + 1.
  const tails: number[] = [];
  for (let node = at(next, startNode(model, vehicle)); node !== end; node = at(next, node)) {
    if (at(home, node) !== vehicle) continue;
    const value = at(rank, node);
    let index = tails.length;
    while (index > 0 && (tails[index - 1] as number) > value) index -= 1;
    tails[index] = value;
  }
  return tails.length;
}
