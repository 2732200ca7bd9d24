import type { Point } from '../planning/point.ts';
import type { DamagedUnits } from './commands.ts';
import type { FailureReason } from './failure.ts';
import type { GroupStatus, ShippingMethod, TaskStatus, TimeWindow } from './state.ts';

/** A status change that the event brings; the history (`transitions`) is written from these. */
export type OrderMove =
  | { subject: 'GROUP'; id: string; from: GroupStatus | null; to: GroupStatus }
  | { subject: 'TASK'; id: string; from: TaskStatus | null; to: TaskStatus };

/** `at` is the service's time; `occurredAt` is told by a driver's phone, where it did without a network. */
type Happened<T extends string, D extends object> = {
  type: T;
  v: 1;
  at: string;
  occurredAt?: string;
  moves: OrderMove[];
} & D;

type OfGroup = { groupId: string };
type OfTask = OfGroup & { taskId: string };

/** What every event that opens a round says: the new round and the zone that is to look for a driver. */
type OpensRound = { round: number; homeZoneId: string | null };
/** The assignment that ended with the former round. */
export type FormerOffer = { offerId: string; driverId: string };

/** Why a hand-over came to nothing. OVERTAKEN: the delivery went on without it. */
export type HandOverEnd = 'REFUSED' | 'CANCELLED' | 'EXPIRED' | 'OVERTAKEN';

/** The birth of an order, written by the checkout's own transaction. */
export type OrderPlaced = Happened<
  'ORDER_PLACED',
  { orderId: string; number: string; buyerAccountId: string; dropoff: Point; groups: PlacedGroup[] }
>;

export type PlacedGroup = {
  groupId: string;
  sellerId: string;
  /** Acceptance deadline, RFC 3339. */
  acceptBy: string;
  method: ShippingMethod;
  /** End of the promised day, RFC 3339. */
  promisedUntil: string;
  goods: string;
  shipping: string;
  commission: string;
  pickup: Point;
  items: number;
};

export type OrderEvent =
  | OrderPlaced
  | Happened<'GROUP_ACCEPTED', OfGroup>
  | Happened<'GROUP_REJECTED', OfGroup>
  | Happened<'GROUP_PACKED', OfGroup>
  /** `endedOffer` is the assignment, or the one under way by hand, that the cancelled task had. */
  | Happened<'GROUP_CANCELLED', OfGroup & { taskId: string | null; endedOffer: FormerOffer | null }>
  | Happened<'ACCEPTANCE_DEADLINE_MISSED', OfGroup>
  | Happened<'TASK_CREATED', OfTask & { dueBy: string; homeZoneId: string | null }>
  | Happened<
      'TASK_ASSIGNED',
      OfTask & { round: number; offerId: string; driverId: string; manual: boolean; expiresAt: string | null }
    >
  /** The order's no to a driver that reserved in vain. Changes nothing here; `waitingRound` is null when the task waits for nobody. */
  | Happened<
      'ASSIGNMENT_DENIED',
      OfTask & {
        round: number;
        offerId: string;
        driverId: string;
        zoneId: string | null;
        waitingRound: number | null;
      }
    >
  /** `excludedUntil`: how long the driver of `endedOffer`, from whom the task was taken, isn't offered it again. */
  | Happened<
      'ASSIGN_BY_HAND_OPENED',
      OfTask &
        OpensRound & {
          offerId: string;
          driverId: string;
          by: string | null;
          endedOffer: FormerOffer | null;
          excludedUntil: string | null;
        }
    >
  | Happened<
      'HAND_ASSIGNMENT_FAILED',
      OfTask & OpensRound & { offerId: string; driverId: string; code: string; detail: string }
    >
  /** `driverId` null: everybody's. `opens`: the round in which the waiting task goes into its queue anew. */
  | Happened<'EXCLUSIONS_CLEARED', OfTask & { driverId: string | null; opens: OpensRound | null }>
  /** `because` is missing where the task had lost its ticket. */
  | Happened<'TASK_REQUEUED', OfTask & OpensRound & { because?: 'ZONE_CHANGED' }>
  | Happened<'TASK_ACCEPTED', OfTask & { offerId: string; driverId: string }>
  | Happened<'TASK_DECLINED', OfTask & OpensRound & { endedOffer: FormerOffer }>
  | Happened<'OFFER_EXPIRED', OfTask & OpensRound & { endedOffer: FormerOffer; excludedUntil: string }>
  | Happened<'TASK_UNASSIGNED', OfTask & OpensRound & { endedOffer: FormerOffer; excludedUntil: string }>
  | Happened<'TASK_PICKED_UP', OfTask & { driverId: string }>
  | Happened<'TASK_IN_TRANSIT', OfTask & { driverId: string }>
  | Happened<'TASK_ARRIVED', OfTask & { driverId: string }>
  | Happened<'CODE_ISSUED', OfTask & { codeId: string; hash: string; expiresAt: string }>
  | Happened<'CODE_REJECTED', OfTask & { codeId: string; wrongTries: number }>
  | Happened<'CODE_VERIFIED', OfTask & { codeId: string }>
  | Happened<'CASH_RECORDED', OfTask & { driverId: string; amount: string }>
  | Happened<'TASK_COMPLETED', OfTask & { driverId: string }>
  /** The driver will be at the doors then; null: that stop is behind. */
  | Happened<
      'ETA_CHANGED',
      OfTask & {
        driverId: string;
        driverVersion: number;
        pickupEta: string | null;
        dropoffEta: string | null;
      }
    >
  | Happened<'PAYMENT_SETTLED', OfTask & { settlementId: string }>
  /** `attempt` is the one that failed. */
  | Happened<
      'TASK_FAILED',
      OfTask & { driverId: string; failure: FailureReason; note: string | null; attempt: number }
    >
  /** `attempt` is the one that begins. */
  | Happened<
      'TASK_RETRIED',
      OfTask & { driverId: string; attempt: number; dueBy: string; window: TimeWindow | null }
    >
  | Happened<'RETURN_STARTED', OfTask & { driverId: string }>
  | Happened<'RETURN_COMPLETED', OfTask & { driverId: string }>
  | Happened<'TASK_WRITTEN_OFF', OfTask & { driverId: string }>
  | Happened<'CODE_OVERRIDDEN', OfTask & { driverId: string; by: string | null }>
  | Happened<'REVERSAL_OPENED', OfTask & { driverId: string; reversalId: string }>
  | Happened<'REVERSAL_RESUMED', OfTask & { driverId: string; reversalId: string }>
  | Happened<'REVERSAL_REFUSED', OfTask & { reversalId: string; code: string; detail: string }>
  /** The driver has the goods again, under an offer called after the reversal. `number` counts from 1. */
  | Happened<
      'TASK_REVERSED',
      OfTask & { driverId: string; reversalId: string; round: number; number: number }
    >
  | Happened<
      'HAND_OVER_OPENED',
      OfTask & {
        round: number;
        handOverId: string;
        fromDriverId: string;
        toDriverId: string;
        expiresAt: string;
        by: string | null;
      }
    >
  | Happened<'HAND_OVER_RESERVED', OfTask & { handOverId: string; toDriverId: string }>
  /** The order's no to a driver that reserved in vain. Changes nothing here. */
  | Happened<'HAND_OVER_DENIED', OfTask & { handOverId: string; driverId: string }>
  | Happened<
      'HAND_OVER_CONFIRMED',
      OfTask & { handOverId: string; driverId: string; side: 'GIVER' | 'RECEIVER' }
    >
  | Happened<
      'TASK_HANDED_OVER',
      OfTask & { handOverId: string; fromDriverId: string; fromOfferId: string; toDriverId: string }
    >
  | Happened<
      'HAND_OVER_ENDED',
      OfTask & {
        handOverId: string;
        toDriverId: string;
        end: HandOverEnd;
        code: string | null;
        detail: string | null;
      }
    >
  | Happened<'RETURN_CONFIRMED', OfGroup & { damaged: DamagedUnits[] }>
  /** Changes nothing: whoever should know is told. */
  | Happened<'RETURN_OVERDUE', OfGroup>;

export type OrderEventType = OrderEvent['type'];

/** Builds the birth event; the moves follow from the groups. */
export function orderPlaced(facts: Omit<OrderPlaced, 'type' | 'v' | 'moves'>): OrderPlaced {
  const moves = facts.groups.map(
    ({ groupId }): OrderMove => ({ subject: 'GROUP', id: groupId, from: null, to: 'PENDING_ACCEPTANCE' }),
  );
  return { type: 'ORDER_PLACED', v: 1, moves, ...facts };
}
