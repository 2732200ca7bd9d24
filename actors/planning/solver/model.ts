import type { WorkClock } from './work-clock.ts';

/** Later than everything, with room to add travel times without leaving 32 bits. */
export const NEVER = 2 ** 30;

/** FREE: any vehicle that is allowed. BOUND: its goods are with one vehicle. LOCKED: nothing of it moves. */
export const FREE = 0;
export const BOUND = 1;
export const LOCKED = 2;

/**
 * A problem as numbers. Nodes: task t's pickup is t, its drop-off is tasks + t; vehicle v starts at node
 * 2 × tasks + v and ends at node 2 × tasks + vehicles + v. Ticks are working time (work-clock.ts), so what is said
 * of a moment is kept once for every distinct clock: `clock[v]` is where vehicle v's entries begin.
 */
export interface Model {
  tasks: number;
  vehicles: number;
  nodes: number;
  /** Dimensions of load. */
  dims: number;
  /** From node × nodes + to node. */
  time: Int32Array;
  cost: Int32Array;
  /** The same by where a leg ends, to node × nodes + from node: what a stop is asked for lies side by side. */
  timeTo: Int32Array;
  costTo: Int32Array;
  service: Int32Array;
  clock: Int32Array;
  clocks: readonly WorkClock[];
  /** Whether any clock differs from the one on the wall. */
  hasBreaks: boolean;
  /** clock[v] + node. `latest` is hard, `due` costs lateness; NEVER where there is none. */
  earliest: Int32Array;
  latest: Int32Array;
  due: Int32Array;
  /** The due moment on the wall, to count lateness from. */
  dueMoment: Float64Array;
  latenessCost: number;
  /** dimension × nodes + node: what is taken on board at a stop; at a vehicle's start what is on board already. */
  demand: Int32Array;
  /** vehicle × dims + dimension */
  capacity: Int32Array;
  /** task × vehicles + vehicle: 1 where allowed. */
  allowed: Uint8Array;
  kind: Uint8Array;
  /** BOUND and LOCKED tasks: their vehicle, else −1. */
  carrier: Int32Array;
  /** What leaving a task out counts for; above any cost of travel. */
  dropCost: Float64Array;
  /** The routes as they are now, nodes in order. */
  present: readonly Int32Array[];
  /** How many stops at the head of each present route are locked. */
  lockedStops: Int32Array;
  /** Present vehicle and place of every node; −1 where there is none. */
  home: Int32Array;
  rank: Int32Array;
  /** What a moved stop costs, and how many may be. */
  changeCost: number;
  maxMoved: number;
  /** Whether moved stops have to be counted while searching. */
  countsMoves: boolean;
  /** The last mark given to a route: none is used twice, so what was worked out for a route is known to be still true. */
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
