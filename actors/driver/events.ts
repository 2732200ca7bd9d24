import type { ErrorCode } from '../errors.ts';
import type { Point } from '../planning/point.ts';
import type { Collection, ReleaseReason, WorkOutcome } from './commands.ts';
import type { Denomination } from './denominations.ts';
import type {
  DriverStatus,
  DutyStatus,
  PlannedBreak,
  Reservation,
  SettlementStatus,
  ShiftBreak,
  StopKind,
} from './state.ts';

/** A status change that the event brings; the history (`transitions`) is written from these. */
export type DriverMove =
  | { subject: 'DRIVER'; id: string; from: DriverStatus | null; to: DriverStatus }
  | { subject: 'SHIFT'; id: string; from: DutyStatus | null; to: DutyStatus }
  | { subject: 'SETTLEMENT'; id: string; from: SettlementStatus | null; to: SettlementStatus };

/** `at` is the service's time; `occurredAt` is told by the driver's phone, where it did without a network. */
type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: DriverMove[];
} & D;
type Plain = Record<never, never>;

/** The birth of a driver, written with the row in `drivers` by the application's transaction. */
export type DriverApplied = Happened<
  'DRIVER_APPLIED',
  { driverId: string; accountId: string; fullName: string }
>;

export type ReservationRule =
  | 'WITHDRAWN'
  | 'NOT_APPROVED'
  | 'OFF_DUTY'
  | 'OUTSIDE_ZONES'
  | 'CAPACITY'
  | 'CASH_LIMIT';

type OfReserve = { offerId: string; taskId: string; orderId: string; round: number; zoneId: string | null };
type OfTask = { offerId: string; taskId: string };

/** Where the two stops were put; null when there is no route. `origin` and `at` start the new plan. */
export type Insertion = {
  pickupIndex: number;
  dropoffIndex: number;
  origin: Point | null;
  /** Whole seconds to each open stop in its new order; events of earlier releases have none. */
  legs?: number[];
};

/** The open stops in their new order, by id, and the plan that starts at `at` from `origin`. */
type PlannedOrder = { routeId: string; order: string[]; origin: Point | null; legs: number[] };

/** The way that ended with an arrival, driven in one go. */
export type FinishedLeg = {
  from: Point;
  to: Point;
  fromZoneId: string | null;
  toZoneId: string | null;
  startedAt: string;
  /** Seconds, as the plan said when the driver set off. */
  planned: number;
};

/** The plan that a shift follows. */
export type PlanFigures = {
  planId: string;
  planVersion: number;
  plannedEnd: string;
  breaksPlanned: PlannedBreak[];
};

export type EndedShift = {
  shiftId: string;
  startedAt: string;
  breaks: ShiftBreak[];
  planId?: string;
  plannedEnd?: string;
  /** Cash that stays with the driver by a dispatcher's consent. */
  carried?: string;
};
/** Where goods on board are to be left: the stop's place in the route, among the stops that stay, and where it lies. */
export type GoodsPlace = { kind: 'DROPOFF' | 'RETURN'; index: number; place: Point };

/** What a settlement says, open or closed. */
export type SettlementFigures = {
  settlementId: string;
  expected: string;
  counted: string;
  difference: string;
  receiptNumber: string;
  /** What was noted at the counting; an approval doesn't repeat it. */
  note: string | null;
  openedBy: string;
  collections: Collection[];
  /** How it was counted, when that was said; an approval doesn't repeat it. */
  denominations?: Denomination[];
};

export type DriverEvent =
  | DriverApplied
  | Happened<'DRIVER_APPROVED', { zoneIds: string[]; cashLimit: string; capacity: number }>
  | Happened<'DRIVER_REJECTED', Plain>
  | Happened<'DRIVER_SUSPENDED', Plain>
  | Happened<'DRIVER_REINSTATED', Plain>
  | Happened<'DRIVER_UPDATED', { zoneIds: string[]; cashLimit: string | null; capacity: number }>
  | Happened<'SHIFT_STARTED', { shiftId: string; routeId: string } & Partial<PlanFigures>>
  | Happened<'SHIFT_REPLANNED', { shiftId: string } & PlanFigures>
  | Happened<'SHIFT_OVERRAN', { shiftId: string; plannedEnd: string }>
  /** `limitMinutes`: after so many dispatchers are told; earlier releases told nobody. */
  | Happened<'BREAK_STARTED', { shiftId: string; limitMinutes?: number }>
  | Happened<'BREAK_OVERRAN', { shiftId: string; from: string }>
  | Happened<'BREAK_ENDED', { shiftId: string }>
  | Happened<'CARRY_OVER_ALLOWED', { shiftId: string; cashOnHand: string }>
  | Happened<'SHIFT_ENDED', EndedShift>
  /** `replaces`: the task was held under a former offer, which ends with this one. */
  | Happened<'RESERVED', OfReserve & { reservation: Reservation; replaces: boolean }>
  /** The same offer came again: changes nothing, the order is told once more. */
  | Happened<'RESERVED_AGAIN', OfReserve>
  | Happened<'RESERVATION_REFUSED', OfReserve & { rule: ReservationRule; manual: boolean }>
  | Happened<'RESERVATION_CONFIRMED', OfTask>
  /** `freed` tells whether the offer held anything; if not, only its tombstone is set. */
  | Happened<
      'OFFER_RELEASED',
      { offerId: string; taskId: string | null; reason: ReleaseReason; freed: boolean }
    >
  | Happened<'WORK_ACCEPTED', OfTask & { insertion: Insertion | null }>
  | Happened<'STOP_ARRIVED', { taskId: string; stop: StopKind; arrivedAt: string; leg?: FinishedLeg }>
  | Happened<'STOP_DONE', { taskId: string; stop: StopKind; arrivedAt: string; leg?: FinishedLeg }>
  | Happened<
      'CASH_COLLECTED',
      {
        taskId: string;
        orderId: string;
        groupId: string;
        amount: string;
        collectedAt: string;
        /** Of the task's collections, missing at the first. */
        number?: number;
      }
    >
  | Happened<'WORK_DONE', OfTask & { doneAt: string; leg?: FinishedLeg }>
  | Happened<'ROUTE_ARRANGED', PlannedOrder & { locked: string[] }>
  | Happened<'ROUTE_REPLANNED', PlannedOrder>
  | Happened<'ROUTE_RETIMED', { routeId: string; origin: Point; legs: number[] }>
  | Happened<'WORK_FAILED', OfTask & { seen: number }>
  /** `goods` is null when there is no route. */
  | Happened<
      'WORK_RETRIED',
      OfTask & { seen: number; dueBy: string; notBefore?: string; goods: GoodsPlace | null }
    >
  | Happened<'WORK_RETURNING', OfTask & { seen: number; goods: GoodsPlace | null }>
  | Happened<'WORK_ENDED', OfTask & { outcome: WorkOutcome }>
  /** `reservation` is null when it is held already, and the order only told once more. */
  | Happened<
      'TAKE_OVER_RESERVED',
      OfTask & { orderId: string; round: number; reservation: Reservation | null }
    >
  | Happened<'TAKE_OVER_REFUSED', OfTask & { orderId: string; round: number; rule: ReservationRule }>
  | Happened<'WORK_HANDED_OVER', OfTask>
  | Happened<
      'WORK_TAKEN_OVER',
      OfTask & { dueBy: string; notBefore?: string; seen: number; goods: GoodsPlace | null }
    >
  /** The cash of a completed task is off the books, and its goods are on board again. */
  | Happened<
      'CASH_UNCOLLECTED',
      OfTask & {
        orderId: string;
        groupId: string;
        collectionId: string;
        amount: string;
        number: number;
        round: number;
        items: number;
        dueBy: string;
        seen: number;
        goods: GoodsPlace | null;
      }
    >
  /** Changes nothing: the order is told once more. */
  | Happened<'UNCOLLECTED_AGAIN', OfTask & { orderId: string }>
  | Happened<'UNCOLLECT_REFUSED', OfTask & { orderId: string; code: ErrorCode; detail: string }>
  | Happened<'HAND_IN_OPENED', SettlementFigures>
  | Happened<'SETTLEMENT_CLOSED', SettlementFigures & { approvedBy: string | null }>;

export type DriverEventType = DriverEvent['type'];

export function driverApplied(facts: Omit<DriverApplied, 'type' | 'v' | 'moves'>): DriverApplied {
  return {
    type: 'DRIVER_APPLIED',
    v: 1,
    moves: [{ subject: 'DRIVER', id: facts.driverId, from: null, to: 'APPLIED' }],
    ...facts,
  };
}
