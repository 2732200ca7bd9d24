import type { Point } from '../planning/point.ts';
import type { FailureReason } from './failure.ts';

/** A group's statuses from the cart to the door, in order. */
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

/** A task's statuses from the queue to the door, in order; ARRIVED may be skipped. */
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

/** Maximum number of groups per order: with that many, each with its task, the state stays below 8 kB. */
export const MAX_GROUPS = 8;

/**
 * The state is stored as JSON of at most 8 kB, so it contains only what `decide` and a rebuild of the projections need.
 * Absent facts are left out rather than null, and groups are keyed by their id. Times are RFC 3339, money is a decimal
 * string in QAR.
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
  promisedUntil: string;
  goods: string;
  shipping: string;
  /** The platform's share of the goods, fixed when the order is placed. */
  commission: string;
  /** goods + shipping: what the driver must collect. */
  cashDue: string;
  payment: PaymentStatus;
  pickup: Point;
  /** Units of goods, counted against the driver's capacity. */
  items: number;
  acceptedAt?: string | undefined;
  /** Also the time at which the task was created. */
  readyAt?: string | undefined;
  endedAt?: string | undefined;
  /** When the seller confirmed to have the returned goods. */
  returnConfirmedAt?: string | undefined;
  task?: TaskState | undefined;
};

export type TaskState = {
  taskId: string;
  status: TaskStatus;
  /** Counts from 1; commands about an earlier round are void. */
  round: number;
  /** The zone that looks for a driver, fixed per round. Absent: no active zone contains the pickup. */
  homeZoneId?: string | undefined;
  dueBy: string;
  /** The present assignment, from ASSIGNED on; its driver is the task's driver. */
  offer?: TaskOffer | undefined;
  /** An assignment by hand that the driver actor has not answered yet. */
  manual?: { offerId: string; driverId: string } | undefined;
  /** Kept until the next assignment, to show the dispatcher why the last one by hand failed. */
  lastManualRefusal?: ManualRefusal | undefined;
  excluded: Exclusion[];
  code?: DeliveryCode | undefined;
  /** When codes were issued within the last hour, since the last delivery that was confirmed. */
  codesIssuedAt?: string[] | undefined;
  /** Wrong entries of all codes, since the last delivery that was confirmed. */
  wrongCodes?: number | undefined;
  codeVerifiedAt?: string | undefined;
  cashRecorded?: string | undefined;
  /** Counts from 1. */
  attempt: number;
  /** How the latest failed attempt failed; its note is in the event. */
  failure?: TaskFailure | undefined;
  /** The slot promised for the present attempt. */
  window?: TimeWindow | undefined;
  /** A dispatcher has confirmed the delivery instead of the code. Never reset. */
  codeOverridden?: true | undefined;
  completedAt?: string | undefined;
  /** A hand-over to another driver that is not complete. */
  handOver?: HandOver | undefined;
  /** The driver who gave the goods to the present driver, to recognise a repeated confirmation. */
  handedOverBy?: string | undefined;
  /** A reversal of the completion that the driver actor has not answered yet. */
  reversal?: { reversalId: string } | undefined;
  /** Number of completions reversed so far; used to number the journals. */
  reversals?: number | undefined;
};

/** `reserved`: the receiving driver has reserved capacity and cash. `gave`, `took`: who has confirmed. */
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

/** `expiresAt` is absent for an assignment by hand, and after the driver has accepted. */
export type TaskOffer = {
  offerId: string;
  driverId: string;
  manual: boolean;
  expiresAt?: string | undefined;
  /** The driver's version in the last reported arrivals; reports with an older version are ignored. */
  etaOf?: number | undefined;
  /** As last reported, RFC 3339; `etasOf` says how long they are valid. */
  pickupEta?: string | null | undefined;
  dropoffEta?: string | null | undefined;
  /** The attempt that a retry began under this offer: arrivals that were planned for an earlier one are ignored. */
  attempt?: number | undefined;
};

/** When the driver is expected at each door, RFC 3339; null if unknown or done. */
export type Etas = { pickupEta: string | null; dropoffEta: string | null };

const TO_THE_BUYER: readonly TaskStatus[] = [
  'ACCEPTED',
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
];

/** Arrivals are valid until the assignment ends, or the driver is at the door. */
export function etasOf(task: TaskState | undefined): Etas {
  const { status, offer } = task ?? {};
  return {
    pickupEta: (status === 'ACCEPTED' ? offer?.pickupEta : null) ?? null,
    dropoffEta: (status !== undefined && TO_THE_BUYER.includes(status) ? offer?.dropoffEta : null) ?? null,
  };
}

/** Without `until`, the exclusion lasts until a dispatcher assigns that driver by hand. */
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

/** The driver who has the task, from ASSIGNED on. */
export function driverOf(task: TaskState): string | null {
  return task.offer?.driverId ?? null;
}

/** As `driverOf`, for a task that must have a driver. */
export function holderOf(task: TaskState): string {
  const driverId = driverOf(task);
  if (driverId === null) throw new Error(`task ${task.taskId} is ${task.status} without a driver`);
  return driverId;
}

/** The present or pending assignment, whose driver must be released when it ends. */
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
