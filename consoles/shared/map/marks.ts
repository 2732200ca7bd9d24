export type Lateness = 'late' | 'risk' | 'ok';

/** The state shown by a driver's mark. From `stale` on it is grey, with its age. */
export type DriverLook = 'driving' | 'idle' | 'break' | 'stale' | 'offline';

export interface DriverMark {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
  look: DriverLook;
  /** Degrees from north; null if unknown. */
  heading: number | null;
  tasks: number;
  /** How old the position is, in words: shown for drivers without a current one. */
  age: string | null;
  dimmed: boolean;
}

export type TaskLook = 'waiting' | 'assigned' | 'onBoard' | 'failed' | 'returning' | 'ended';

/** A task at its buyer's door. */
export interface TaskMark {
  id: string;
  longitude: number;
  latitude: number;
  look: TaskLook;
  lateness: Lateness;
  dimmed: boolean;
}

/** A seller's store, with the tasks waiting there for a driver. */
export interface DepotMark {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
  waiting: number;
  late: number;
  /** Number of orders' parts that it is still preparing. */
  preparing: number;
}

/** A numbered stop of the displayed route. */
export interface StopMark {
  id: string;
  longitude: number;
  latitude: number;
  number: number;
  /** Expected arrival, formatted. */
  eta: string | null;
  lateness: Lateness;
  kind: 'PICKUP' | 'DROPOFF' | 'RETURN';
  done: boolean;
  locked: boolean;
}

export interface Marks {
  drivers: readonly DriverMark[];
  tasks: readonly TaskMark[];
  depots: readonly DepotMark[];
  stops: readonly StopMark[];
}

export type Picked =
  | { kind: 'driver'; id: string }
  | { kind: 'task'; id: string }
  | { kind: 'depot'; id: string }
  | { kind: 'zone'; id: string };

export const NO_MARKS: Marks = { drivers: [], tasks: [], depots: [], stops: [] };
