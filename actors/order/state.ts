import type { Point } from '../planning/point.ts';
import type { FailureReason } from './failure.ts';

/** The way of a group from the basket to the door, in order. */
export const GROUP_PATH = [
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'DELIVERED',
] as const;

export const GROUP_STATUSES = [
  ...GROUP_PATH,
  'REJECTED',
  'CANCELLED',
  'DELIVERY_FAILED',
  'RETURNING',
  'RETURNED',
  'WRITTEN_OFF',
] as const;
export type GroupStatus = (typeof GROUP_STATUSES)[number];

/** The way of a task from the queue to the door, in order; ARRIVED may be left out. */
export const TASK_PATH = [
  'UNASSIGNED',
  'ASSIGNED',
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
  'COMPLETED',
] as const;

export const TASK_STATUSES = [
  ...TASK_PATH,
  'CANCELLED',
  'FAILED',
  'RETURNING',
  'RETURNED',
  'WRITTEN_OFF',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export type PaymentStatus = 'PENDING' | 'COLLECTED' | 'SETTLED' | 'VOID';
export type OrderStatus = 'PENDING' | 'IN_PROGRESS' | 'DELIVERED' | 'PARTIALLY_DELIVERED' | 'CANCELLED';
export type ShippingMethod = 'STANDARD' | 'EXPRESS' | 'CUSTOM';

/** Of one order: with so many, each with its task, the state stays below 8 kB. */
export const MOST_GROUPS = 8;

/**
 * The state is stored as JSON and held to 8 kB, so it keeps what `decide` and a rebuilt projection need
 * and nothing else: a fact that isn't there yet is absent, not null, and a group's id is its key.
 * Times are RFC 3339, money is a decimal string in QAR.
 */
export type OrderState = {
  orderId: string;
  number: string;
  buyerAccountId: string;
  /** Derived from the groups; see `deriveOrderStatus`. */
  status: OrderStatus;
  dropoff: Point;
  groups: { [groupId: string]: GroupState };
};

export type GroupState = {
  sellerId: string;
  status: GroupStatus;
  deadlineMissed: boolean;
  method: ShippingMethod;
  /** End of the promised day. */
  promisedUntil: string;
  goods: string;
  shipping: string;
  /** The platform's part of the goods, frozen at confirm. */
  commission: string;
  /** goods + shipping: what the driver must collect. */
  cashDue: string;
  payment: PaymentStatus;
  pickup: Point;
  /** Units of goods, for the driver's capacity. */
  items: number;
  acceptedAt?: string | undefined;
  /** Also when the task was created. */
  readyAt?: string | undefined;
  endedAt?: string | undefined;
  /** The seller has the returned goods back. */
  returnConfirmedAt?: string | undefined;
  task?: TaskState | undefined;
};

export type TaskState = {
  taskId: string;
  status: TaskStatus;
  /** Counts from 1; everything said about an earlier round is void. */
  round: number;
  /** The zone that looks for a driver, frozen per round. Absent: no active zone contains the pickup. */
  homeZoneId?: string | undefined;
  dueBy: string;
  /** The assignment in force, from ASSIGNED on; its driver is the task's driver. */
  offer?: TaskOffer | undefined;
  /** An assignment by hand that the driver actor hasn't answered yet. */
  manual?: { offerId: string; driverId: string } | undefined;
  /** Kept until the next assignment, so that the dispatcher reads why the last one by hand failed. */
  lastManualRefusal?: ManualRefusal | undefined;
  excluded: Exclusion[];
  code?: DeliveryCode | undefined;
  codeVerifiedAt?: string | undefined;
  cashRecorded?: string | undefined;
  /** Counts from 1. */
  attempt: number;
  /** How the latest attempt that failed did so; its note is in the event. */
  failure?: TaskFailure | undefined;
  /** The slot promised for the present attempt. */
  window?: TimeWindow | undefined;
  /** A dispatcher has once stood in for the code. Never taken back. */
  codeOverridden?: true | undefined;
  completedAt?: string | undefined;
  /** A hand-over to another driver that isn't done. */
  handOver?: HandOver | undefined;
  /** Who gave the goods to the present driver, so that a repeated word of theirs is recognised. */
  handedOverBy?: string | undefined;
  /** A reversal of the completion that the driver actor hasn't answered. */
  reversal?: { reversalId: string } | undefined;
  /** Completions reversed so far: they number the journals. */
  reversals?: number | undefined;
};

/** `reserved`: the receiving driver's side holds room and cash. `gave`, `took`: who has confirmed. */
export type HandOver = {
  handOverId: string;
  toDriverId: string;
  expiresAt: string;
  reserved?: true | undefined;
  gave?: true | undefined;
  took?: true | undefined;
};

export type TaskFailure = { reason: FailureReason; at: string };

export type TimeWindow = { from: string; to: string };

/** `expiresAt` is absent for an assignment by hand, and once the driver has accepted. */
export type TaskOffer = {
  offerId: string;
  driverId: string;
  manual: boolean;
  expiresAt?: string | undefined;
  /** The driver's version that the last told arrivals are of: what comes late says less. */
  etaOf?: number | undefined;
  /** As told last, RFC 3339; `etasOf` says until when they hold. */
  pickupEta?: string | null | undefined;
  dropoffEta?: string | null | undefined;
};

/** When the driver is expected at either door, RFC 3339; null where that is not known, or behind. */
export type Etas = { pickupEta: string | null; dropoffEta: string | null };

const TO_THE_BUYER: readonly TaskStatus[] = [
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
];

/** Arrivals end with the assignment, or at the door. */
export function etasOf(task: TaskState | undefined): Etas {
  const { status, offer } = task ?? {};
  return {
    pickupEta: (status === 'ACCEPTED' ? offer?.pickupEta : null) ?? null,
    dropoffEta: (status !== undefined && TO_THE_BUYER.includes(status) ? offer?.dropoffEta : null) ?? null,
  };
}

/** Without `until` the exclusion stands until a dispatcher assigns that driver by hand. */
export type Exclusion = { driverId: string; until?: string | undefined };

export type ManualRefusal = { offerId: string; code: string; detail: string };

export type DeliveryCode = { codeId: string; hash: string; expiresAt: string; wrongTries: number };

export type LocatedTask = { groupId: string; group: GroupState; task: TaskState };

export function findTask(state: OrderState, taskId: string): LocatedTask | undefined {
  for (const [groupId, group] of Object.entries(state.groups)) {
    if (group.task?.taskId === taskId) return { groupId, group, task: group.task };
  }
  return undefined;
}

/** The driver who holds the task, from ASSIGNED on. */
export function driverOf(task: TaskState): string | null {
  return task.offer?.driverId ?? null;
}

/** As `driverOf`, of a task that is with somebody. */
export function holderOf(task: TaskState): string {
  const driverId = driverOf(task);
  if (driverId === null) throw new Error(`task ${task.taskId} is ${task.status} without a driver`);
  return driverId;
}

/** The assignment in force or under way by hand: whose driver must be released when it ends. */
export function heldOffer(task: TaskState): { offerId: string; driverId: string } | null {
  const held = task.offer ?? task.manual;
  return held === undefined ? null : { offerId: held.offerId, driverId: held.driverId };
}

const ENDED: readonly GroupStatus[] = ['DELIVERED', 'REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF'];

export function deriveOrderStatus(groups: readonly GroupState[]): OrderStatus {
  if (groups.some((group) => !ENDED.includes(group.status))) {
    return groups.some((group) => group.acceptedAt !== undefined) ? 'IN_PROGRESS' : 'PENDING';
  }
  const delivered = groups.filter((group) => group.status === 'DELIVERED').length;
  if (delivered === 0) return 'CANCELLED';
  return delivered === groups.length ? 'DELIVERED' : 'PARTIALLY_DELIVERED';
}
