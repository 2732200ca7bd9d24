import type { Told } from '../machines/occurred-at.ts';
import type { Principal } from '../runtime/machine.ts';
import type { FailureReason } from './failure.ts';
import type { TimeWindow } from './state.ts';

type Given<T extends string, P extends object> = { type: T; by: Principal } & P;

type OnGroup = { groupId: string };
type OnTask = { taskId: string } & Told;

/** Commands that name a group. `accept` names a group or a task: the id it carries tells which. */
export type GroupCommand =
  | Given<'accept', OnGroup>
  | Given<'reject', OnGroup>
  | Given<'pack', OnGroup>
  | Given<'ready', OnGroup>
  | Given<'cancel-group', OnGroup>
  /** Timer `accept:<groupId>`. */
  | Given<'deadline-passed', OnGroup>
  /** What is not named came back whole. */
  | Given<'confirm-return', OnGroup & { damaged: DamagedUnits[] }>
  /** Timer `return:<groupId>`. */
  | Given<'return-overdue', OnGroup>;

/** Units of an order line that came back and can't be sold. */
export type DamagedUnits = { lineId: string; quantity: number };

/** Commands that name a task, given by a driver or a dispatcher. */
export type TaskCommand =
  | Given<'accept', OnTask>
  | Given<'decline', OnTask>
  | Given<'pick-up', OnTask>
  | Given<'in-transit', OnTask>
  | Given<'arrive', OnTask>
  | Given<'request-code', OnTask>
  /** The code itself isn't part of the command: it would be stored. The facts say whether it matched. */
  | Given<'verify-code', OnTask>
  | Given<'record-cash', OnTask & { amount: string }>
  | Given<'complete', OnTask>
  | Given<'unassign', OnTask>
  /**
   * `offerId` is a fresh UUIDv7. `round`: the one the dispatcher saw; in a later one somebody else was quicker. `held`:
   * only from a driver who has it, or is about to.
   */
  | Given<
      'assign-by-hand',
      OnTask & { driverId: string; offerId: string; round?: number; held?: boolean; unaccepted?: true }
    >
  /** Drivers who declined or let it lapse may be offered the task again: `driverId`, or all. */
  | Given<'clear-exclusions', OnTask & { driverId?: string }>
  | Given<'fail', OnTask & { failure: FailureReason; note?: string }>
  | Given<'retry', OnTask & { window?: TimeWindow }>
  | Given<'start-return', OnTask>
  | Given<'complete-return', OnTask>
  | Given<'write-off', OnTask>
  | Given<'override-code', OnTask>
  /** `reversalId` and `handOverId` are fresh UUIDv7s. */
  | Given<'reverse', OnTask & { reversalId: string }>
  | Given<'open-hand-over', OnTask & { toDriverId: string; handOverId: string }>
  | Given<'cancel-hand-over', OnTask>
  /** By the driver who gives, and by the one who takes. */
  | Given<'hand-over', OnTask>;

/** Commands of the service itself: chains and timers. */
export type TaskChainCommand =
  | Given<'assign', AssignPayload>
  | Given<'expire-offer', OnTask & { offerId: string }>
  | Given<'hand-assignment-failed', OnTask & { offerId: string; code: string; detail?: string }>
  | Given<'eta-changed', EtaPayload>
  | Given<'payment-settled', OnTask & { settlementId: string }>
  | Given<'reversed', OnTask & { reversalId: string }>
  | Given<'reversal-refused', OnTask & { reversalId: string; code: string; detail: string }>
  /** From the worker's duty: no answer has come. */
  | Given<'resume-reversal', OnTask & { reversalId: string }>
  | Given<'hand-over-reserved', OnTask & { handOverId: string; driverId: string }>
  | Given<'hand-over-refused', OnTask & { handOverId: string; code: string; detail?: string }>
  /** Timer `hand-over:<taskId>`. */
  | Given<'hand-over-expired', OnTask & { handOverId: string }>
  /**
   * From the worker's duty: in that round the task waits, and no zone has it in its queue. With `because`: zones
   * changed, and another one may be the task's home by now.
   */
  | Given<'requeue', OnTask & { round: number; because?: 'ZONE_CHANGED' }>;

/** When the driver will be at the doors, RFC 3339; `driverVersion` orders what one driver says. */
export type EtaPayload = OnTask & {
  offerId: string;
  driverVersion: number;
  pickupEta?: string | null;
  dropoffEta?: string | null;
};

/** A driver actor has reserved capacity and cash. `zoneId` is the zone whose ticket it was, null by hand. */
export type AssignPayload = OnTask & {
  round: number;
  offerId: string;
  driverId: string;
  zoneId: string | null;
};

export type AnyTaskCommand = TaskCommand | TaskChainCommand;
export type OrderCommand = GroupCommand | AnyTaskCommand;
export type OrderCommandType = OrderCommand['type'];

export interface NowFacts {
  /** Domain time, RFC 3339. */
  now: string;
  /** With a driver's command that tells when it was done: when the driver's newest shift began. */
  shiftStartedAt?: string | null;
}

/** The zone that will look for a driver in the round that may open: highest-priority active zone around the pickup. */
export interface HomeZoneFacts extends NowFacts {
  homeZoneId: string | null;
}

export interface ReadyFacts extends HomeZoneFacts {
  /** A fresh UUIDv7 for the task. */
  taskId: string;
  /** Minutes from ready to the latest delivery; CUSTOM counts as STANDARD. */
  dueIn: { STANDARD: number; EXPRESS: number };
}

export interface AssignFacts extends NowFacts {
  offerTimeoutSeconds: number;
}

export interface RequestCodeFacts extends NowFacts {
  /** `sealed` is the ciphertext for the buyer's notification: it reaches the notification and no event. */
  code: { codeId: string; hash: string; sealed: string; expiresAt: string };
}

export interface VerifyCodeFacts extends NowFacts {
  /** Whether the hash of what the driver typed equals the hash of the task's present code. */
  codeMatches: boolean;
}

/** Command type → the facts that the server supplies with it. */
export interface OrderFacts {
  accept: NowFacts;
  reject: NowFacts;
  pack: NowFacts;
  ready: ReadyFacts;
  'cancel-group': NowFacts;
  'deadline-passed': NowFacts;
  'confirm-return': NowFacts;
  'return-overdue': NowFacts;
  decline: HomeZoneFacts;
  'pick-up': NowFacts;
  'in-transit': NowFacts;
  arrive: NowFacts;
  'request-code': RequestCodeFacts;
  'verify-code': VerifyCodeFacts;
  'record-cash': NowFacts;
  complete: NowFacts;
  fail: NowFacts;
  retry: NowFacts;
  'start-return': NowFacts;
  'complete-return': NowFacts;
  'write-off': NowFacts;
  'override-code': NowFacts;
  reverse: NowFacts;
  reversed: NowFacts;
  'reversal-refused': NowFacts;
  'resume-reversal': NowFacts;
  'open-hand-over': NowFacts;
  'cancel-hand-over': NowFacts;
  'hand-over': NowFacts;
  'hand-over-reserved': NowFacts;
  'hand-over-refused': NowFacts;
  'hand-over-expired': NowFacts;
  unassign: HomeZoneFacts;
  'assign-by-hand': HomeZoneFacts;
  'clear-exclusions': HomeZoneFacts;
  assign: AssignFacts;
  'expire-offer': HomeZoneFacts;
  'hand-assignment-failed': HomeZoneFacts;
  'eta-changed': NowFacts;
  'payment-settled': NowFacts;
  requeue: HomeZoneFacts;
}
export type AnyOrderFacts = OrderFacts[OrderCommandType];

export function namesGroup(command: OrderCommand): command is GroupCommand {
  return 'groupId' in command;
}
