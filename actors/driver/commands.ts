import type { Told } from '../machines/occurred-at.ts';
import type { Point } from '../planning/point.ts';
import type { TravelTimes } from '../planning/travel-times.ts';
import type { Principal } from '../runtime/machine.ts';
import type { Denomination } from './denominations.ts';
import type { PlannedBreak, StopKind } from './state.ts';

type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

type None = Record<never, never>;
/** Given by a dispatcher who edits: the version they saw, else common.PRECONDITION_FAILED. */
type Expecting = { expectedVersion?: number };
type OnOffer = { offerId: string };
type OnTask = { taskId: string };
/** The offer under which the driver has the task; words of earlier releases, still on their way, don't name it. */
type OnHeldTask = OnTask & { offerId?: string };

/** From a zone's offer, or from the order by hand: hold capacity and cash for this task. */
export type ReservePayload = OnOffer &
  OnTask & {
    orderId: string;
    groupId: string;
    round: number;
    cod: string;
    items: number;
    pickup: Point;
    dropoff: Point;
    dueBy: string;
    manual: boolean;
    /** The zone whose ticket it is; null by hand. */
    zoneId: string | null;
  };

export type ReleaseReason = 'DENIED' | 'DECLINED' | 'EXPIRED' | 'UNASSIGNED' | 'REASSIGNED' | 'CANCELLED';

export type ApprovalCommand =
  | Given<'approve', Expecting & { zoneIds: string[]; cashLimit: string; capacity?: number }>
  | Given<'reject', Expecting>
  | Given<'suspend', Expecting>
  | Given<'reinstate', Expecting>
  | Given<'update', Expecting & { zoneIds?: string[]; cashLimit?: string; capacity?: number }>;

export type ShiftCommand =
  | Given<'start-shift', Told>
  | Given<'start-break', Told>
  | Given<'end-break', Told>
  /** `shiftId`: the shift that is meant, else the present one. `carryCash`: a dispatcher lets the driver keep the cash. */
  | Given<'end-shift', { shiftId?: string; carryCash?: boolean } & Told>
  | Given<'allow-carry-over', None>;

/** From plans and timers, by SYSTEM. */
export type ShiftWord =
  | Given<
      'plan-changed',
      { planId: string; planVersion: number; plannedEnd: string; breaksPlanned: PlannedBreak[] }
    >
  | Given<'shift-overrun', { shiftId: string; plannedEnd: string }>
  | Given<'break-overrun', { shiftId: string; from: string }>;

/** From orders and zones, by SYSTEM. */
export type WorkCommand =
  | Given<'reserve', ReservePayload>
  | Given<'confirm-reservation', OnOffer>
  | Given<'release', OnOffer & { reason: ReleaseReason }>
  | Given<'work-accepted', OnOffer>
  | Given<'stop-done', OnHeldTask & { stop: StopKind; at: string }>
  | Given<'stop-arrived', OnHeldTask & { stop: StopKind; at: string }>
  /** `number` counts the task's collections; the first has none. */
  | Given<
      'collect',
      OnHeldTask & { orderId: string; groupId: string; amount: string; at: string; number?: number }
    >
  | Given<'work-done', OnHeldTask & { at: string }>;

/** On the route of the present shift. Stops are named by their ids, `<taskId>:<kind>`; only open ones are. */
export type RouteCommand =
  | Given<'arrange-stops', OnRoute & { stops: { stopId: string; locked: boolean }[] }>
  | Given<'replan-route', OnRoute & { order: string[] }>
  /** From the worker's duty: the driver is here now, and the ways to the open stops take so many whole seconds. */
  | Given<'retime-route', { routeId: string; routeVersion: number; origin: Point; legs: number[] }>;
type OnRoute = { routeId: string; expectedRouteVersion: number };

/** What an order says of a delivery that went wrong; `seen` is its version then. */
type OnFailedWork = OnHeldTask & { seen: number; at: string };

export type ExceptionCommand =
  | Given<'work-failed', OnFailedWork>
  /** `notBefore`: start of the promised slot. */
  | Given<'work-retried', OnFailedWork & { dueBy: string; notBefore?: string; dropoff: Point }>
  | Given<'work-returning', OnFailedWork & { place: Point }>
  | Given<'work-returned', OnFailedWork & { outcome: WorkOutcome }>;

export type WorkOutcome = 'RETURNED' | 'WRITTEN_OFF';

export type HandOverCommand =
  /** `to`: where the goods go from here. */
  | Given<'reserve-hand-over', Omit<ReservePayload, 'manual' | 'zoneId'> & { to: 'DROPOFF' | 'RETURN' }>
  | Given<'work-handed-over', OnFailedWork>
  | Given<
      'work-taken-over',
      OnOffer &
        OnTask & {
          at: string;
          seen: number;
          dueBy: string;
          notBefore?: string;
          to: 'DROPOFF' | 'RETURN' | null;
        }
    >;

/** `offerId` names the reversal: the work comes back under it. */
export type ReversalCommand = Given<
  'uncollect',
  OnOffer &
    OnTask & {
      orderId: string;
      groupId: string;
      round: number;
      cod: string;
      items: number;
      dueBy: string;
      dropoff: Point;
      /** Counts the task's reversals from 1. */
      number: number;
      seen: number;
      at: string;
    }
>;

export type CashCommand =
  | Given<'hand-in', Expecting & { counted: string; denominations?: Denomination[]; note?: string }>
  | Given<'approve-settlement', Expecting & { settlementId: string }>;

export type DriverCommand =
  | ApprovalCommand
  | ShiftCommand
  | ShiftWord
  | WorkCommand
  | RouteCommand
  | ExceptionCommand
  | HandOverCommand
  | ReversalCommand
  | CashCommand;
export type DriverCommandType = DriverCommand['type'];

export interface DriverBaseFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** The actor's version that the command meets. */
  version: number;
}

export interface StartShiftFacts extends DriverBaseFacts {
  /** Fresh UUIDv7s for the shift and its route. */
  shiftId: string;
  routeId: string;
  /** The driver's plan whose window it is. */
  plan: StartedPlan | null;
}

export interface StartedPlan {
  planId: string;
  planVersion: number;
  plannedEnd: string;
  breaksPlanned: PlannedBreak[];
}

export interface StartBreakFacts extends DriverBaseFacts {
  /** Minutes after which dispatchers are told. */
  limitMinutes: number;
}

export interface ReserveFacts extends DriverBaseFacts {
  /** Whether both stops lie inside the union of the driver's zones. */
  insideZones: boolean;
}

export interface PositionFacts extends DriverBaseFacts {
  /** Newest known position of the driver, null when unknown: the present route's end or start is used then. */
  position: Point | null;
}

/** The zones that the way under way began in and leads to, for the records. */
export interface ZonesOfLeg {
  fromZoneId?: string | null;
  toZoneId?: string | null;
}

export interface RouteFacts extends PositionFacts {
  /** Between all places that the command may join; absent: estimated by the distance. */
  travel?: TravelTimes;
}

/** One row of `driver_collections`. */
export type Collection = { collectionId: string; taskId: string; orderId: string; amount: string };

/** How new the rows about a driver's cash are; read before the collections, so that those are no older. */
export interface CashRowFacts extends DriverBaseFacts {
  /** The driver's newest settlement, null without any. */
  latestSettlementId: string | null;
  /** The driver's collection that was reversed last, null without any. */
  latestReversedId: string | null;
}

export interface HandInFacts extends CashRowFacts {
  /** Fresh UUIDv7. */
  settlementId: string;
  receiptNumber: string;
  /** Largest |difference| that closes without a second dispatcher, decimal string. */
  threshold: string;
  /** The driver's collections that no settlement names yet. */
  collections: Collection[];
}

export interface UncollectFacts extends CashRowFacts {
  /** The task's cash as this driver took it and no reversal took it back; null: not noted. */
  collection: (Collection & { settlementId: string | null }) | null;
}

export interface ApproveSettlementFacts extends DriverBaseFacts {
  /** The driver's collections that the settlement named by the command names. */
  collections: Collection[];
}

/** Command type → the facts that the server supplies with it. */
export interface DriverFacts {
  approve: DriverBaseFacts;
  reject: DriverBaseFacts;
  suspend: DriverBaseFacts;
  reinstate: DriverBaseFacts;
  update: DriverBaseFacts;
  'start-shift': StartShiftFacts;
  'start-break': StartBreakFacts;
  'end-break': DriverBaseFacts;
  'end-shift': DriverBaseFacts;
  'allow-carry-over': DriverBaseFacts;
  'plan-changed': DriverBaseFacts;
  'shift-overrun': DriverBaseFacts;
  'break-overrun': DriverBaseFacts;
  reserve: ReserveFacts;
  'confirm-reservation': DriverBaseFacts;
  release: DriverBaseFacts;
  'work-accepted': RouteFacts;
  'stop-done': DriverBaseFacts & ZonesOfLeg;
  'stop-arrived': DriverBaseFacts & ZonesOfLeg;
  collect: DriverBaseFacts;
  'work-done': DriverBaseFacts & ZonesOfLeg;
  'arrange-stops': RouteFacts;
  'replan-route': RouteFacts;
  'retime-route': DriverBaseFacts;
  'work-failed': DriverBaseFacts;
  'work-retried': DriverBaseFacts;
  'work-returning': DriverBaseFacts;
  'work-returned': DriverBaseFacts;
  'reserve-hand-over': ReserveFacts;
  'work-handed-over': DriverBaseFacts;
  'work-taken-over': DriverBaseFacts;
  uncollect: UncollectFacts;
  'hand-in': HandInFacts;
  'approve-settlement': ApproveSettlementFacts;
}
export type AnyDriverFacts = DriverFacts[DriverCommandType];
