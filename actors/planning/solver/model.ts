import type { WorkClock } from './work-clock.ts';

/** Later than any time, yet adding travel times to it stays within 32 bits. */
export const NEVER = 2 ** 30;

/**
 * FREE: any allowed vehicle may take it. BOUND: its goods are on board of one vehicle. LOCKED: its stops do not move.
 */
export const FREE = 0;
export const BOUND = 1;
export const LOCKED = 2;

/**
 * A problem as flat numeric arrays. Nodes: task t's pickup is t and its drop-off tasks + t; vehicle v starts at node 2
 * × tasks + v and ends at node 2 × tasks + vehicles + v. Times are working time (see work-clock.ts), so arrays of
 * moments are stored once per distinct clock: `clock[v]` is the index at which vehicle v's entries begin.
 */
export interface Model {
  tasks: number;
  vehicles: number;
  nodes: number;
  /** Number of load dimensions. */
  dims: number;
  /** Index: from × nodes + to. */
  time: Int32Array;
  cost: Int32Array;
  /** The transposed matrices (to × nodes + from), so that all legs into one stop are contiguous. */
  timeTo: Int32Array;
  costTo: Int32Array;
  service: Int32Array;
  clock: Int32Array;
  clocks: readonly WorkClock[];
  /** Whether any vehicle has breaks, so that working time differs from wall time. */
  hasBreaks: boolean;
  /** Index: clock[v] + node. `latest` is hard, `due` costs lateness; NEVER if unlimited. */
  earliest: Int32Array;
  latest: Int32Array;
  due: Int32Array;
  /** The due time in wall time, from which lateness is counted. */
  dueMoment: Float64Array;
  latenessCost: number;
  /** Index: dimension × nodes + node. The load taken on at a stop; at a vehicle's start, what is on board already. */
  demand: Int32Array;
  /** Index: vehicle × dims + dimension. */
  capacity: Int32Array;
  /** Index: task × vehicles + vehicle; 1 where allowed. */
  allowed: Uint8Array;
  kind: Uint8Array;
  /** The vehicle of BOUND and LOCKED tasks, else −1. */
  carrier: Int32Array;
  /** Penalty for leaving a task out; higher than any travel cost. */
  dropCost: Float64Array;
  /** The present routes, as nodes in order. */
  present: readonly Int32Array[];
  /** Number of locked stops at the beginning of each present route. */
  lockedStops: Int32Array;
  /** Present vehicle and position of every node; −1 if it has none. */
  home: Int32Array;
  rank: Int32Array;
  /** Cost of a moved stop, and the maximum number of moved stops. */
  changeCost: number;
  maxMoved: number;
  /** Whether the search must count moved stops. */
  countsMoves: boolean;
  /**
   * The last route mark given out. Marks are never reused, so a cached result is valid as long as the route has the
   * same mark.
   */
  marks: { last: number };
}

export function startNode(model: Model, vehicle: number): number {
  return 2 * model.tasks + vehicle;
}

export function endNode(model: Model, vehicle: number): number {
  return 2 * model.tasks + model.vehicles + vehicle;
}

/** The task of a stop's node. */
export function taskOf(model: Model, node: number): number {
  return node < model.tasks ? node : node - model.tasks;
}
