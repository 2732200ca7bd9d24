import { add, compare, percent, subtract } from '../../../../actors/money/money.ts';
import type { CityFacts } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';
import { collectionsOf } from './cash.ts';

type Kind = Schema<'NotificationKind'>;

/** A person must have been notified of something, exactly once. */
export interface ExpectedNotice {
  accountId: string;
  kind: Kind;
  /** Id of the order, group, task, settlement, alert or driver that it is about. */
  subject: string;
  /** The notification may be missing: what decides it leaves no record. */
  isOptional?: true;
}

/** Kinds that no planned day causes. */
type NotOfADay =
  | 'SIGN_IN_CODE'
  | 'EMAIL_VERIFICATION'
  | 'PASSWORD_RESET'
  | 'PHONE_VERIFICATION'
  | 'PASSWORD_CHANGED'
  | 'EMAIL_CHANGED'
  | 'PHONE_CHANGED'
  | 'SECOND_FACTOR_DISABLED'
  | 'SECOND_FACTOR_GUESSED'
  | 'ACCOUNT_LOCKED'
  | 'ACCOUNT_DISABLED'
  | 'ACCOUNT_ENABLED'
  | 'STAFF_INVITATION'
  | 'LOW_STOCK'
  | 'SELLER_SUSPENDED'
  | 'SELLER_REINSTATED'
  | 'SELLER_CLOSED'
  | 'WEBHOOK_DISABLED'
  | 'API_KEY_MADE';

const CHANNELS_OF_A_DAY: Readonly<Record<Exclude<Kind, NotOfADay>, readonly string[]>> = {
  ORDER_PLACED: ['EMAIL'],
  GROUP_ACCEPTED: ['EMAIL', 'PUSH'],
  GROUP_REJECTED: ['EMAIL', 'PUSH'],
  GROUP_READY: ['PUSH'],
  PICKED_UP: ['PUSH'],
  IN_TRANSIT: ['PUSH'],
  DELIVERED: ['EMAIL', 'PUSH'],
  DELIVERY_FAILED: ['EMAIL', 'PUSH'],
  DELIVERY_RETRY: ['EMAIL', 'PUSH'],
  CANCELLED: ['EMAIL', 'PUSH'],
  DELIVERY_CODE: ['SMS'],
  NEW_ORDER: ['EMAIL', 'PUSH'],
  DEADLINE_MISSED: ['EMAIL', 'PUSH'],
  SELLER_APPROVED: ['EMAIL', 'PUSH'],
  SELLER_REJECTED: ['EMAIL', 'PUSH'],
  TASK_OFFERED: ['PUSH'],
  TASK_WITHDRAWN: ['PUSH'],
  HAND_OVER: ['PUSH'],
  DRIVER_APPROVED: ['EMAIL', 'PUSH'],
  SHIFT_REMINDER: ['PUSH'],
  CASH_NEAR_LIMIT: ['PUSH'],
  SETTLEMENT_RECEIPT: ['EMAIL'],
  ALERT: ['PUSH'],
  NEW_SIGN_IN: ['EMAIL', 'PUSH', 'SMS'],
  SECOND_FACTOR_ENABLED: ['EMAIL', 'PUSH', 'SMS'],
  BANK_ACCOUNT_CHANGED: ['EMAIL', 'PUSH', 'SMS'],
};

/** The channels of each kind beside the app itself, as the domain's page lists them. */
export const CHANNELS_OF: Partial<Readonly<Record<string, readonly string[]>>> = CHANNELS_OF_A_DAY;

/** Whom the day's events concern, one entry for each time. Other rules judge the events themselves. */
export function expectedNotices(city: CityFacts, service: ServiceFacts): ExpectedNotice[] {
  const accounts = accountsOf(city);
  return [
    ...[...city.orders.values()].flatMap((order) => {
      const buyer = city.clients.get(order.buyer)?.accountId ?? '';
      return [
        { accountId: buyer, kind: 'ORDER_PLACED' as const, subject: order.orderId },
        ...order.groups.flatMap(({ groupId, sellerId }) =>
          ofGroup(service.groups.get(groupId), buyer, accounts.sellers.get(sellerId) ?? []),
        ),
      ];
    }),
    ...[...service.tasks.values()].flatMap((task) => ofTask(task, city, service, accounts)),
    ...ofCash(city, service, accounts),
    ...ofAlerts(service, accounts),
    ...ofApprovals(city),
    ...ofSecured(city),
    ...ofShifts(city, accounts),
  ];
}

function ofApprovals({ approvals }: CityFacts): ExpectedNotice[] {
  return approvals.map(({ kind, accountId, id }) => ({ accountId, kind: `${kind}_APPROVED`, subject: id }));
}

function ofSecured({ secured }: CityFacts): ExpectedNotice[] {
  return secured.flatMap(({ accountId, sellerId }): ExpectedNotice[] => [
    { accountId, kind: 'SECOND_FACTOR_ENABLED', subject: accountId },
    { accountId, kind: 'BANK_ACCOUNT_CHANGED', subject: sellerId },
  ]);
}

/** Milliseconds before the planned start in which a driver who has not started is reminded, on the domain's clock. */
const REMINDED_BEFORE_MS = 30 * 60_000;
/** Milliseconds of real time in which the worker has checked, even after a fault. */
const LOOKED_WITHIN_MS = 60_000;

/** A driver who has started by the time of the check gets no reminder: on a fast day most have. */
function ofShifts({ shiftPlans, shiftActs, run }: CityFacts, { drivers }: Accounts): ExpectedNotice[] {
  return shiftPlans.flatMap(({ shiftId, driverId, plannedAt, plannedStart }) => {
    if (shiftId === null) return [];
    const begun = shiftActs.find((act) => act.what === 'start' && act.driverId === driverId)?.at;
    const until = Math.min(plannedStart, begun ?? plannedStart);
    const room = (until - Math.max(plannedAt, plannedStart - REMINDED_BEFORE_MS)) / run.rate;
    const notice = {
      accountId: drivers.get(driverId) ?? '',
      kind: 'SHIFT_REMINDER' as const,
      subject: shiftId,
    };
    return [room < LOOKED_WITHIN_MS ? { ...notice, isOptional: true as const } : notice];
  });
}

interface Accounts {
  sellers: Map<string, string[]>;
  drivers: Map<string, string>;
  dispatchers: string[];
}

function accountsOf({ clients }: CityFacts): Accounts {
  const accounts: Accounts = { sellers: new Map(), drivers: new Map(), dispatchers: [] };
  for (const { role, accountId, sellerId, driverId } of clients.values()) {
    if (sellerId !== null)
      accounts.sellers.set(sellerId, [...(accounts.sellers.get(sellerId) ?? []), accountId]);
    if (driverId !== null) accounts.drivers.set(driverId, accountId);
    if (role === 'DISPATCHER') accounts.dispatchers.push(accountId);
  }
  return accounts;
}

function ofGroup(
  group: Schema<'OrderGroup'> | undefined,
  buyer: string,
  sellers: readonly string[],
): ExpectedNotice[] {
  if (group === undefined) return [];
  const subject = group.id;
  const toBuyer = (kind: Kind): ExpectedNotice => ({ accountId: buyer, kind, subject });
  const toSeller = (kind: Kind) => sellers.map((accountId): ExpectedNotice => ({ accountId, kind, subject }));
  return [
    ...toSeller('NEW_ORDER'),
    ...group.history.flatMap(({ status, by }): ExpectedNotice[] => {
      switch (status) {
        case 'PENDING_ACCEPTANCE':
          // The service records that the deadline has passed; the first entry is the buyer's.
          return by === 'SYSTEM' ? toSeller('DEADLINE_MISSED') : [];
        case 'ACCEPTED':
          return [toBuyer('GROUP_ACCEPTED')];
        case 'READY_FOR_PICKUP':
          return [toBuyer('GROUP_READY')];
        case 'REJECTED':
          return [toBuyer('GROUP_REJECTED')];
        case 'CANCELLED':
          return [toBuyer('CANCELLED')];
        default:
          return [];
      }
    }),
  ];
}

function ofTask(
  task: Schema<'DispatchTask'>,
  city: CityFacts,
  service: ServiceFacts,
  { drivers }: Accounts,
): ExpectedNotice[] {
  const order = city.orders.get(task.orderId);
  const buyer = city.clients.get(order?.buyer ?? '')?.accountId ?? '';
  const notices: ExpectedNotice[] = [];
  const toBuyer = (kind: Kind, subject = task.orderGroupId) =>
    notices.push({ accountId: buyer, kind, subject });
  const toDriver = (driverId: string, kind: Kind) =>
    notices.push({ accountId: drivers.get(driverId) ?? '', kind, subject: task.id });
  const mayTellDriver = (driverId: string, kind: Kind) =>
    notices.push({ accountId: drivers.get(driverId) ?? '', kind, subject: task.id, isOptional: true });
  /** The drivers of a hand-over that is under way. */
  const meeting: string[] = [];
  let holder: string | null = null;
  let before: Schema<'TaskStatus'> | null = null;
  for (const { what, status, data } of service.taskEvents.get(task.id) ?? []) {
    switch (what) {
      case 'assign':
        holder = String(data.driverId);
        toDriver(holder, 'TASK_OFFERED');
        break;
      case 'decline':
        holder = null;
        break;
      case 'expire-offer':
      case 'unassign':
      case 'assign-by-hand':
      case 'cancel-group':
        if (holder !== null) toDriver(holder, 'TASK_WITHDRAWN');
        holder = null;
        break;
      case 'pick-up':
        toBuyer('PICKED_UP');
        break;
      case 'in-transit':
        toBuyer('IN_TRANSIT');
        break;
      case 'open-hand-over':
        for (const driverId of [data.driverId, data.toDriverId]) meeting.push(String(driverId));
        break;
      case 'handed-over':
        // Both were notified once the other driver had capacity.
        for (const driverId of meeting.splice(0)) toDriver(driverId, 'HAND_OVER');
        holder = String(data.driverId);
        break;
      case 'hand-over-ended':
        for (const driverId of meeting.splice(0))
          if (data.end !== 'REFUSED') mayTellDriver(driverId, 'HAND_OVER');
        break;
      case 'request-code':
        toBuyer('DELIVERY_CODE', task.id);
        break;
      case 'complete':
        toBuyer('DELIVERED');
        break;
      case 'fail':
        toBuyer('DELIVERY_FAILED');
        break;
      case 'retry':
      case 'reversed':
        toBuyer('DELIVERY_RETRY');
        break;
      case 'start-return':
        toBuyer('CANCELLED');
        break;
      case 'write-off':
        if (before !== 'RETURNING') toBuyer('CANCELLED');
        break;
    }
    before = status ?? before;
  }
  return notices;
}

/** Percentage of the limit beyond which a driver is asked to hand cash in. */
const NEAR_LIMIT = '80';

function ofCash(city: CityFacts, service: ServiceFacts, { drivers }: Accounts): ExpectedNotice[] {
  const closed = service.settlements.filter(({ status }) => status === 'CLOSED');
  const receipts = closed.map(
    ({ driverId, id }): ExpectedNotice => ({
      accountId: drivers.get(driverId) ?? '',
      kind: 'SETTLEMENT_RECEIPT',
      subject: id,
    }),
  );
  const collections = collectionsOf(city, service);
  const nears = [...city.drivers.values()].flatMap(({ driverId, cashLimit, openingCash }) => {
    const moves = [
      ...collections
        .filter((each) => each.driverId === driverId)
        .map(({ taskId, amount }) => ({ at: recordedAt(service, taskId), amount, isIn: true })),
      ...takenBack(driverId, service),
      ...closed
        .filter((each) => each.driverId === driverId)
        .map(({ closedAt, expected }) => ({
          at: Date.parse(closedAt ?? ''),
          amount: expected.amount,
          isIn: false,
        })),
    ].sort((one, other) => one.at - other.at);
    const mark = percent(cashLimit, NEAR_LIMIT);
    const passed: ExpectedNotice[] = [];
    let onHand = openingCash;
    for (const { amount, isIn } of moves) {
      const was = compare(onHand, mark) > 0;
      onHand = isIn ? add(onHand, amount) : subtract(onHand, amount);
      if (!was && compare(onHand, mark) > 0)
        passed.push({ accountId: drivers.get(driverId) ?? '', kind: 'CASH_NEAR_LIMIT', subject: driverId });
    }
    return passed;
  });
  return [...receipts, ...nears];
}

/** When the cash that counts was recorded; a reversal changes it. */
function recordedAt({ taskEvents }: ServiceFacts, taskId: string): number {
  const event = taskEvents.get(taskId)?.findLast(({ what }) => what === 'record-cash');
  return event === undefined ? Number.NaN : Date.parse(event.at);
}

/** Cash that came in and went out again with a reversed completion. */
function takenBack(
  driverId: string,
  { taskEvents, tasks }: ServiceFacts,
): { at: number; amount: string; isIn: boolean }[] {
  return [...taskEvents].flatMap(([taskId, events]) => {
    const amount = tasks.get(taskId)?.cashDue.amount ?? '0.00';
    return events.flatMap(({ what, at }, index) => {
      if (what !== 'reversed') return [];
      const recorded = events.slice(0, index).findLast((each) => each.what === 'record-cash');
      if (recorded?.data.driverId !== driverId) return [];
      return [
        { at: Date.parse(recorded.at), amount, isIn: true },
        { at: Date.parse(at), amount, isIn: false },
      ];
    });
  });
}

/** Each dispatcher is notified when an alert is raised, and again when it becomes critical. */
function ofAlerts({ alerts }: ServiceFacts, { dispatchers }: Accounts): ExpectedNotice[] {
  return alerts.flatMap(({ id, kind, subjectId, history }) => {
    const times = history.filter(({ change }) => change === 'RAISED' || change === 'ESCALATED').length;
    const notice = kind === 'ACCEPTANCE_DEADLINE_MISSED' ? 'DEADLINE_MISSED' : 'ALERT';
    const subject = notice === 'ALERT' ? id : subjectId;
    return Array.from({ length: times }, () =>
      dispatchers.map((accountId): ExpectedNotice => ({ accountId, kind: notice, subject })),
    ).flat();
  });
}
