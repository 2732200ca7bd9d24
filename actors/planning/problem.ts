import type { Budget } from './solver/search.ts';
import type { TimeSpan } from './solver/work-clock.ts';

/**
 * The input of planning. Time is counted in whole ticks (e.g. seconds or milliseconds) from an origin the caller
 * chooses, below 2³⁰; cost in whole units the caller chooses. Each leg's values fit in 32 bits.
 */
export interface PlanProblem {
  travel: TravelMatrix;
  vehicles: readonly PlanVehicle[];
  tasks: readonly PlanTask[];
}

/** Travel between places 0 to size − 1; the entry for `from` and `to` is at from × size + to. */
export interface TravelMatrix {
  size: number;
  /** Ticks. */
  time: Int32Array;
  /** Cost units; the same array as `time` when the plan is to minimise time. */
  cost: Int32Array;
}

export interface PlanVehicle {
  id: string;
  /** Its position now, or at `startAt`: a place of the matrix. */
  start: number;
  /** When it can start, in ticks. */
  startAt: number;
  /** Where it must end; null: it stays at its last stop. */
  end: number | null;
  /** End of the shift. */
  endBy: TimeLimit | null;
  /** Sorted and disjoint. Driving and service pause during a break, wherever it falls. */
  breaks: readonly TimeSpan[];
  /** Capacity, one number per dimension. */
  capacity: readonly number[];
  /** Its open stops in their present order, without done ones. */
  stops: readonly PresentStop[];
}

export interface TimeLimit {
  at: number;
  /** Hard: no plan may break it. Soft: exceeding it is allowed and costs. */
  hard: boolean;
}

export type StopKind = 'PICKUP' | 'DROPOFF';

export interface PresentStop {
  taskId: string;
  kind: StopKind;
  /** Neither this stop nor any before it may move, and no stop may be inserted before it. */
  locked: boolean;
}

export interface PlanTask {
  id: string;
  /** Null: the goods are on board of `carriedBy`, and only the drop-off remains. */
  pickup: StopNeeds | null;
  dropoff: StopNeeds;
  /** Space it takes between its stops, one number per dimension. */
  load: readonly number[];
  /** If not all tasks fit, the sum of the planned priorities is maximised; at least 1. */
  priority: number;
  /** Ids of the vehicles that may take it; null: all. */
  allowed: readonly string[] | null;
  /** The vehicle with the goods on board; null before the pickup. */
  carriedBy: string | null;
}

export interface StopNeeds {
  place: number;
  /** Earliest start of service. */
  earliest: number;
  /**
   * Latest start of service; later counts as lateness. A hard limit counts as soft where goods are on board or the stop
   * is locked.
   */
  latest: TimeLimit | null;
  /** Ticks. */
  service: number;
}

export interface PlanOptions {
  seed: number;
  /** Planning stops when it is used up. */
  budget: Budget;
  /** Cost of one tick of lateness. */
  latenessCost: number;
  /** Cost of moving a stop to another vehicle, or changing its order among the others. */
  changeCost: number;
  /** Maximum number of moved stops; null: unlimited. */
  maxMoved: number | null;
}
