import { allowedActions, type TransitionTable } from '../machines/table.ts';
import type { Role } from '../runtime/machine.ts';
import type { GroupStatus, PaymentStatus, TaskStatus } from './state.ts';

const SELLER = ['SELLER_OWNER', 'SELLER_STAFF'] as const;
const STAFF = ['DISPATCHER', 'ADMIN'] as const;
const DRIVER = ['DRIVER'] as const;
const SYSTEM = ['SYSTEM'] as const;

export const groupTable = {
  PENDING_ACCEPTANCE: {
    accept: { to: 'ACCEPTED', roles: SELLER },
    reject: { to: 'REJECTED', roles: SELLER },
    'cancel-group': { to: 'CANCELLED', roles: ['BUYER', ...STAFF] },
    'deadline-passed': { to: 'PENDING_ACCEPTANCE', roles: SYSTEM, guard: 'once' },
  },
  ACCEPTED: {
    pack: { to: 'PACKED', roles: SELLER },
    'cancel-group': { to: 'CANCELLED', roles: STAFF },
  },
  PACKED: {
    ready: { to: 'READY_FOR_PICKUP', roles: SELLER },
    'cancel-group': { to: 'CANCELLED', roles: STAFF },
  },
  READY_FOR_PICKUP: {
    'cancel-group': { to: 'CANCELLED', roles: STAFF },
  },
  PICKED_UP: {},
  IN_TRANSIT: {},
  DELIVERED: {},
  REJECTED: {},
  CANCELLED: {},
  DELIVERY_FAILED: {},
  RETURNING: {},
  RETURNED: {
    'confirm-return': { to: 'RETURNED', roles: [...SELLER, ...STAFF], guard: 'once' },
    'return-overdue': { to: 'RETURNED', roles: SYSTEM, guard: 'not confirmed in time' },
  },
  WRITTEN_OFF: {},
} as const satisfies TransitionTable<GroupStatus>;

const byHand = 'in the round that was seen';
const fail = { to: 'FAILED', roles: [...DRIVER, ...STAFF], guard: 'OTHER needs a note' } as const;
const handOverIn = <S extends TaskStatus>(to: S) =>
  ({
    'open-hand-over': { to, roles: STAFF, guard: 'one at a time' },
    'cancel-hand-over': { to, roles: STAFF },
    'hand-over': { to, roles: DRIVER, guard: 'giver and receiver, once the receiver’s side has room' },
  }) as const;
const overrideCode = { to: 'CODE_VERIFIED', roles: STAFF } as const;
const writeOff = { to: 'WRITTEN_OFF', roles: STAFF } as const;
const offerInForce = 'the offer is the task’s';
const latestWord = 'the offer is the task’s, the driver’s latest word';

export const taskTable = {
  UNASSIGNED: {
    assign: {
      to: 'ASSIGNED',
      roles: SYSTEM,
      guard: 'same round, driver not excluded, no other hand assignment',
    },
    'assign-by-hand': { to: 'UNASSIGNED', roles: STAFF, guard: byHand },
    'clear-exclusions': { to: 'UNASSIGNED', roles: STAFF, guard: 'a new round where anybody was excluded' },
    'hand-assignment-failed': { to: 'UNASSIGNED', roles: SYSTEM, guard: 'the hand assignment under way' },
    requeue: { to: 'UNASSIGNED', roles: SYSTEM, guard: 'waiting in this round, without a ticket' },
  },
  ASSIGNED: {
    accept: { to: 'ACCEPTED', roles: DRIVER, guard: 'before the offer expires' },
    decline: { to: 'UNASSIGNED', roles: DRIVER },
    'expire-offer': { to: 'UNASSIGNED', roles: SYSTEM, guard: offerInForce },
    unassign: { to: 'UNASSIGNED', roles: STAFF },
    'assign-by-hand': { to: 'UNASSIGNED', roles: STAFF, guard: byHand },
    'clear-exclusions': { to: 'ASSIGNED', roles: STAFF },
  },
  ACCEPTED: {
    'pick-up': { to: 'PICKED_UP', roles: DRIVER },
    'eta-changed': { to: 'ACCEPTED', roles: SYSTEM, guard: latestWord },
    unassign: { to: 'UNASSIGNED', roles: STAFF },
    'assign-by-hand': { to: 'UNASSIGNED', roles: STAFF, guard: byHand },
    'clear-exclusions': { to: 'ACCEPTED', roles: STAFF },
  },
  PICKED_UP: {
    'in-transit': { to: 'IN_TRANSIT', roles: DRIVER },
    'eta-changed': { to: 'PICKED_UP', roles: SYSTEM, guard: latestWord },
    fail,
    ...handOverIn('PICKED_UP'),
  },
  IN_TRANSIT: {
    arrive: { to: 'ARRIVED', roles: DRIVER },
    'eta-changed': { to: 'IN_TRANSIT', roles: SYSTEM, guard: latestWord },
    'request-code': { to: 'IN_TRANSIT', roles: DRIVER },
    'verify-code': { to: 'CODE_VERIFIED', roles: DRIVER, guard: 'the latest code, in time, tries left' },
    'override-code': overrideCode,
    fail,
    ...handOverIn('IN_TRANSIT'),
  },
  ARRIVED: {
    'eta-changed': { to: 'ARRIVED', roles: SYSTEM, guard: latestWord },
    'request-code': { to: 'ARRIVED', roles: DRIVER },
    'verify-code': { to: 'CODE_VERIFIED', roles: DRIVER, guard: 'the latest code, in time, tries left' },
    'override-code': overrideCode,
    fail,
    ...handOverIn('ARRIVED'),
  },
  CODE_VERIFIED: {
    'record-cash': { to: 'CASH_RECORDED', roles: DRIVER, guard: 'exactly the amount due' },
    fail,
  },
  CASH_RECORDED: {
    complete: { to: 'COMPLETED', roles: DRIVER },
  },
  COMPLETED: {
    reverse: {
      to: 'COMPLETED',
      roles: STAFF,
      guard: 'within 10 minutes, before its cash is settled; the driver’s side decides',
    },
    reversed: { to: 'IN_TRANSIT', roles: SYSTEM, guard: 'the cash is off the driver’s books' },
  },
  CANCELLED: {},
  FAILED: {
    retry: { to: 'IN_TRANSIT', roles: STAFF, guard: 'at most 3 attempts' },
    'start-return': {
      to: 'RETURNING',
      roles: [...DRIVER, ...STAFF],
      guard: 'a driver only where the reason says so',
    },
    'write-off': writeOff,
    ...handOverIn('FAILED'),
  },
  RETURNING: {
    'complete-return': { to: 'RETURNED', roles: DRIVER },
    'write-off': writeOff,
    ...handOverIn('RETURNING'),
  },
  RETURNED: {},
  WRITTEN_OFF: {},
} as const satisfies TransitionTable<TaskStatus>;

/** The payment status, independent of the group's status. */
export const paymentTable = {
  PENDING: {
    'record-cash': { to: 'COLLECTED', roles: DRIVER },
    reject: { to: 'VOID', roles: SELLER },
    'cancel-group': { to: 'VOID', roles: ['BUYER', ...STAFF] },
    'complete-return': { to: 'VOID', roles: DRIVER },
    'write-off': { to: 'VOID', roles: STAFF },
  },
  COLLECTED: {
    'payment-settled': { to: 'SETTLED', roles: SYSTEM },
    reversed: { to: 'PENDING', roles: SYSTEM },
  },
  SETTLED: {},
  VOID: {},
} as const satisfies TransitionTable<PaymentStatus>;

/** Task status → the group status that mirrors it; no command sets these on a group directly. */
export const groupMirror = {
  PICKED_UP: 'PICKED_UP',
  IN_TRANSIT: 'IN_TRANSIT',
  COMPLETED: 'DELIVERED',
  FAILED: 'DELIVERY_FAILED',
  RETURNING: 'RETURNING',
  RETURNED: 'RETURNED',
  WRITTEN_OFF: 'WRITTEN_OFF',
} as const satisfies { [status in TaskStatus]?: GroupStatus };

/** Task status → the resulting status of its group. */
export const groupStanding = {
  UNASSIGNED: 'READY_FOR_PICKUP',
  ASSIGNED: 'READY_FOR_PICKUP',
  ACCEPTED: 'READY_FOR_PICKUP',
  PICKED_UP: 'PICKED_UP',
  IN_TRANSIT: 'IN_TRANSIT',
  ARRIVED: 'IN_TRANSIT',
  CODE_VERIFIED: 'IN_TRANSIT',
  CASH_RECORDED: 'IN_TRANSIT',
  COMPLETED: 'DELIVERED',
  CANCELLED: 'CANCELLED',
  FAILED: 'DELIVERY_FAILED',
  RETURNING: 'RETURNING',
  RETURNED: 'RETURNED',
  WRITTEN_OFF: 'WRITTEN_OFF',
} as const satisfies { [status in TaskStatus]: GroupStatus };

/** What this role may do with a group now, e.g. `['accept', 'reject']` for its seller. */
export function allowedGroupActions(status: GroupStatus, role: Role): string[] {
  return allowedActions<GroupStatus>(groupTable, status, role);
}

/** What this role may do with a task now; the caller checks whether the task is theirs. */
export function allowedTaskActions(status: TaskStatus, role: Role): string[] {
  return allowedActions<TaskStatus>(taskTable, status, role);
}
