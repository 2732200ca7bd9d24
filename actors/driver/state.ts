import type { Point } from '../planning/point.ts';

export const DRIVER_STATUSES = ['APPLIED', 'APPROVED', 'REJECTED', 'SUSPENDED'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];

/** OFF: no shift. ENDED appears only in a shift's own history. */
export const DUTY_STATUSES = ['OFF', 'ON_DUTY', 'ON_BREAK', 'ENDED'] as const;
export type DutyStatus = (typeof DUTY_STATUSES)[number];

/** NONE: no settlement is open. */
export const SETTLEMENT_STATUSES = ['NONE', 'PENDING_APPROVAL', 'CLOSED'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/**
 * The state is stored as JSON of at most 8 kB, so it contains only what `decide` and a rebuild of the projections need.
 * Absent facts are left out rather than null, and planned arrivals are computed from the route. Times are RFC 3339,
 * money is a decimal string in QAR.
 */
export type DriverState = {
  driverId: string;
  accountId: string;
  status: DriverStatus;
  zoneIds: string[];
  cashLimit?: string | undefined;
  /** Units of goods that fit on board at once. */
  capacity: number;
  /** On duty without work since then. */
  idleSince?: string | undefined;
  cashOnHand: string;
  shift?: Shift | undefined;
  /** Set while off duty, to recognise a repeated end of the last shift. */
  lastShiftId?: string | undefined;
  reservations: { [offerId: string]: Reservation };
  work: { [taskId: string]: Work };
  /** The last ended offers, by `tombstoneOf`, so that late duplicates cannot revive them. */
  tombstones: string[];
  route?: Route | undefined;
  settlement?: Settlement | undefined;
  /** A dispatcher allowed the cash to stay with the driver, until the next hand-in or the end of the shift. */
  carryOver?: true | undefined;
  /** Kept until the next hand-in, to recognise a repeated approval. */
  lastSettlementId?: string | undefined;
  /** The collection reversed last, until the next hand-in, to recognise rows that were read before the reversal. */
  lastReversedId?: string | undefined;
};

export type Shift = {
  shiftId: string;
  status: 'ON_DUTY' | 'ON_BREAK';
  startedAt: string;
  breaks: ShiftBreak[];
  /** The plan the shift follows; absent for an unplanned shift. */
  planId?: string | undefined;
  /** Version of the plan when last reported; older reports are ignored. */
  planVersion?: number | undefined;
  plannedEnd?: string | undefined;
  breaksPlanned?: PlannedBreak[] | undefined;
  /** An alert for exceeding the planned end is open. */
  overran?: true | undefined;
  /** An alert for the present break's length is open. */
  breakOverran?: true | undefined;
};
export type ShiftBreak = { from: string; to: string | null };
export type PlannedBreak = { from: string; to: string };

/** Capacity and cash reserved for a task that the order has not assigned to the driver yet. */
export type Reservation = {
  taskId: string;
  orderId: string;
  round: number;
  cod: string;
  items: number;
  pickup: Point;
  dropoff: Point;
  dueBy: string;
  manual: boolean;
  /** The order has assigned the task, so the driver may see it. */
  confirmed: boolean;
  /** The zone that has the task's ticket; absent by hand. */
  zoneId?: string | undefined;
  /** Where the goods go, which are on board of another driver. */
  takesOver?: 'DROPOFF' | 'RETURN' | undefined;
};

/** A task the driver has accepted. */
export type Work = {
  offerId: string;
  round: number;
  cod: string;
  items: number;
  dueBy: string;
  pickedUp?: true | undefined;
  collected?: true | undefined;
  /** Completed before its cash was reported: kept until the report arrives. */
  finished?: true | undefined;
  /** The order's version in its last command about a failed delivery: earlier commands that come late are ignored. */
  seen?: number | undefined;
  /** The attempt that the order's last retry began. */
  attempt?: number | undefined;
  /** Start of the slot promised for the present attempt: the driver waits for it. */
  notBefore?: string | undefined;
};

/** RETURN: at the seller's warehouse with undelivered goods, which are on board as for a DROPOFF. */
export type StopKind = 'PICKUP' | 'DROPOFF' | 'RETURN';

/** Done stops come first, in the order visited. A stop's id is `<taskId>:<kind>`. */
export type Stop = {
  taskId: string;
  kind: StopKind;
  latitude: number;
  longitude: number;
  locked?: true | undefined;
  done?: true | undefined;
  arrivedAt?: string | undefined;
};

export type Route = {
  routeId: string;
  /** Increases with every change of the stops. */
  version: number;
  stops: Stop[];
  /** Where and when the present plan starts; planned arrivals count from here. */
  origin?: Point | undefined;
  plannedAt: string;
  /**
   * Whole seconds of driving to each open stop in turn, the first from `origin`; absent: estimated from the distance.
   */
  legs?: number[] | undefined;
  /** Where and when the driver departed for the next stop, and the planned seconds. */
  left?: Left | undefined;
};

export type Left = Point & { at: string; planned: number };

export type Settlement = {
  settlementId: string;
  expected: string;
  counted: string;
  /** counted − expected */
  difference: string;
  receiptNumber: string;
  openedBy: string;
};

export const MAX_TOMBSTONES = 32;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The last, random part of an offer's id: enough to distinguish the few that are stored, and smaller. */
export function tombstoneOf(offerId: string): string {
  return UUID.test(offerId) ? offerId.slice(-12) : offerId;
}

export function isBuried({ tombstones }: DriverState, offerId: string): boolean {
  return tombstones.includes(tombstoneOf(offerId));
}

export const DEFAULT_CAPACITY = 20;
/** Maximum number of tasks at once, however small the goods: it bounds the size of the state and the time to plan. */
export const MAX_TASKS = 15;

/** Goods that are with the driver: picked up and neither delivered nor returned. */
export function goodsOnBoard({ work }: DriverState): string[] {
  return Object.entries(work)
    .filter(([, { pickedUp, finished }]) => pickedUp === true && finished === undefined)
    .map(([taskId]) => taskId);
}

export function dutyOf(state: DriverState): 'OFF' | 'ON_DUTY' | 'ON_BREAK' {
  return state.shift?.status ?? 'OFF';
}

/** Units of goods on board or assigned. */
export function itemsAssigned(state: DriverState): number {
  const work = Object.values(state.work).filter((task) => task.finished === undefined);
  return [...work, ...Object.values(state.reservations)].reduce((sum, task) => sum + task.items, 0);
}

/** Number of tasks accepted and not finished, plus reserved ones. */
export function activeTasks(state: DriverState): number {
  const unfinished = Object.values(state.work).filter((task) => task.finished === undefined);
  return unfinished.length + Object.keys(state.reservations).length;
}
