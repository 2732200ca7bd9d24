import type { Budget } from './solver/search.ts';
import type { TimeSpan } from './solver/work-clock.ts';

/**
 * What a plan is made for. Time is counted in whole ticks from a zero of the caller's choice (seconds, say, or
 * milliseconds), below 2³⁰; cost is in whole units of the caller's choice. Both stay within 32 bits in one leg.
 */
export interface PlanProblem {
  travel: TravelMatrix;
  vehicles: readonly PlanVehicle[];
  tasks: readonly PlanTask[];
}

/** Travel between places 0 to size − 1; the entry for `from` and `to` stands at from × size + to. */
export interface TravelMatrix {
  size: number;
  /** Ticks. */
  time: Int32Array;
  /** Cost units; the same array as `time` where a plan is to save time. */
  cost: Int32Array;
}

export interface PlanVehicle {
  id: string;
  /** Where it is, or will be at `startAt`: a place of the matrix. */
  start: number;
  /** When it can set off, in ticks. */
  startAt: number;
  /** Where it has to go in the end; null: it stays at its last stop. */
  end: number | null;
  /** End of the shift. */
  endBy: TimeLimit | null;
  /** In order and apart from each other. Driving and service pause for them, wherever they fall. */
  breaks: readonly TimeSpan[];
  /** How much fits, one number a dimension. */
  capacity: readonly number[];
  /** Its open stops as they are planned now, in order; done ones are left out. */
  stops: readonly PresentStop[];
}

export interface TimeLimit {
  at: number;
  /** Hard: nothing is planned that would break it. Soft: later is allowed and costs. */
  hard: boolean;
}

export type StopKind = 'PICKUP' | 'DROPOFF';

export interface PresentStop {
  taskId: string;
  kind: StopKind;
  /** Neither this stop nor any before it is moved, and nothing is put before it. */
  locked: boolean;
}

export interface PlanTask {
  id: string;
  /** Null: the goods are on board of `carriedBy`, and only the drop-off remains. */
  pickup: StopNeeds | null;
  dropoff: StopNeeds;
  /** How much room it takes between its stops, one number a dimension. */
  load: readonly number[];
  /** Where not all tasks fit, as much priority as possible is kept; at least 1. */
  priority: number;
  /** Ids of the vehicles that may take it; null: all. */
  allowed: readonly string[] | null;
  /** The vehicle with the goods on board; null while they wait for their pickup. */
  carriedBy: string | null;
}

export interface StopNeeds {
  place: number;
  /** Service begins no sooner. */
  earliest: number;
  /** Service begins no later, or costs lateness. Where goods are on board or a stop is locked, hard counts as soft. */
  latest: TimeLimit | null;
  /** Ticks. */
  service: number;
}

export interface PlanOptions {
  seed: number;
  /** The plan ends when it is used up. */
  budget: Budget;
  /** What a tick of lateness costs. */
  latenessCost: number;
  /** What moving a stop costs: giving it to another vehicle or changing its place in the order of the others. */
  changeCost: number;
  /** No more stops than this are moved; null: any number. */
  maxMoved: number | null;
}
