import type { Point } from '../planning/point.ts';

export const DRIVER_STATUSES = ['APPLIED', 'APPROVED', 'REJECTED', 'SUSPENDED'] as const;
export type DriverStatus = (typeof DRIVER_STATUSES)[number];

/** OFF: no shift; ENDED is how a shift's own history closes. */
export const DUTY_STATUSES = ['OFF', 'ON_DUTY', 'ON_BREAK', 'ENDED'] as const;
export type DutyStatus = (typeof DUTY_STATUSES)[number];

/** NONE: no settlement is open. */
export const SETTLEMENT_STATUSES = ['NONE', 'PENDING_APPROVAL', 'CLOSED'] as const;
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number];

/**
 * The state is stored as JSON and held to 8 kB, so it keeps what `decide` and a rebuilt projection need
 * and nothing else: a fact that isn't there is absent, not null, and planned arrivals are computed
 * from the route. Times are RFC 3339, money is a decimal string in QAR.
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
  /** While off duty, so that a repeated end of the last shift is recognised. */
  lastShiftId?: string | undefined;
  reservations: { [offerId: string]: Reservation };
  work: { [taskId: string]: Work };
  /** The last offers that ended, by `tombstoneOf`: a late repeat can't revive them. */
  tombstones: string[];
  route?: Route | undefined;
  settlement?: Settlement | undefined;
  /** A dispatcher consented to the cash staying with the driver, until the next hand-in or the end of the shift. */
  carryOver?: true | undefined;
  /** Until the next hand-in, so that a repeated approval is recognised. */
  lastSettlementId?: string | undefined;
  /** The collection that was reversed last, until the next hand-in: who read it as open has read too early. */
  lastReversedId?: string | undefined;
};

export type Shift = {
  shiftId: string;
  status: 'ON_DUTY' | 'ON_BREAK';
  startedAt: string;
  breaks: ShiftBreak[];
  /** What the shift follows; absent when the driver began one that nobody planned. */
  planId?: string | undefined;
  /** Of the plan that was last heard of: an older word changes nothing. */
  planVersion?: number | undefined;
  plannedEnd?: string | undefined;
  breaksPlanned?: PlannedBreak[] | undefined;
  /** An alert says that the shift goes on beyond its planned end. */
  overran?: true | undefined;
  /** An alert says that the present break is too long. */
  breakOverran?: true | undefined;
};
export type ShiftBreak = { from: string; to: string | null };
export type PlannedBreak = { from: string; to: string };

/** Capacity and cash held for a task that the order hasn't given to the driver for good. */
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
  /** The order has assigned the task; the driver may see it. */
  confirmed: boolean;
  /** The zone whose ticket it was; absent by hand. */
  zoneId?: string | undefined;
  /** The goods are on board of another driver, and go there. */
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
  /** Completed before word of its cash came: kept until that arrives. */
  finished?: true | undefined;
  /** The order's version with the last word about a failed delivery: earlier ones that come late say nothing. */
  seen?: number | undefined;
  /** Start of the slot promised for the present attempt: nobody is at the door before. */
  notBefore?: string | undefined;
};

/** RETURN: at the seller's warehouse, with goods that nobody took. Goods on board, like those of a DROPOFF. */
export type StopKind = 'PICKUP' | 'DROPOFF' | 'RETURN';

/** Done stops come first, in the order they were visited. A stop's id is `<taskId>:<kind>`. */
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
  /** Grows with every change of the stops. */
  version: number;
  stops: Stop[];
  /** Where and when the present plan starts: planned arrivals count from here. */
  origin?: Point | undefined;
  plannedAt: string;
  /** Whole seconds of driving to each open stop in turn, the first from `origin`; absent: estimated by the distance. */
  legs?: number[] | undefined;
  /** Where and when the driver set off to the next stop, and in how many seconds the plan had them there. */
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

export const TOMBSTONES_KEPT = 32;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The random end of an offer's id: among the few that are kept no two are alike, and a state has better use for the room. */
export function tombstoneOf(offerId: string): string {
  return UUID.test(offerId) ? offerId.slice(-12) : offerId;
}

export function isBuried({ tombstones }: DriverState, offerId: string): boolean {
  return tombstones.includes(tombstoneOf(offerId));
}

export const DEFAULT_CAPACITY = 20;
/** At once, however small the goods: the state has room for their stops, and a plan of them is made in no time. */
export const MOST_TASKS = 15;

/** Goods that are with the driver: picked up and neither delivered nor brought back. */
export function goodsOnBoard({ work }: DriverState): string[] {
  return Object.entries(work)
    .filter(([, { pickedUp, finished }]) => pickedUp === true && finished === undefined)
    .map(([taskId]) => taskId);
}

export function dutyOf(state: DriverState): 'OFF' | 'ON_DUTY' | 'ON_BREAK' {
  return state.shift?.status ?? 'OFF';
}

/** Units of goods on board or promised. */
export function itemsAssigned(state: DriverState): number {
  const work = Object.values(state.work).filter((task) => task.finished === undefined);
  return [...work, ...Object.values(state.reservations)].reduce((sum, task) => sum + task.items, 0);
}

/** Tasks accepted and not finished, and those reserved. */
export function activeTasks(state: DriverState): number {
  const unfinished = Object.values(state.work).filter((task) => task.finished === undefined);
  return unfinished.length + Object.keys(state.reservations).length;
}
