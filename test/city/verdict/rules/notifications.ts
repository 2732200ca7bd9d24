import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';
import { CHANNELS_OF, expectedNotices } from './expected-notices.ts';

type Sent = Schema<'SentNotification'>;

/** Each person has one notification per occurrence, and on each channel it is in a state that is possible there. */
export const notificationsRule: Rule = (city, service) => [
  ...numbers(city, service),
  ...service.sent.flatMap(channels),
  ...bells(city, service),
];

function numbers(city: CityFacts, service: ServiceFacts): Finding[] {
  const expected = expectedNotices(city, service);
  const names = new Map([...city.clients.values()].map(({ accountId, id }) => [accountId, id]));
  const found = new Map<string, number>();
  const ofToday = subjectsOfToday(city, service);
  for (const { accountId, kind, data } of service.sent) {
    // Whether a sign-in is new to the service depends on everything before the day.
    if (kind === 'NEW_SIGN_IN') continue;
    // What happened to an account itself has no other subject.
    const subject = kind === 'SECOND_FACTOR_ENABLED' ? (accountId ?? '') : subjectOf(kind, data);
    if (accountId === null || !names.has(accountId) || isOfLostPlan(city, kind, subject, accountId)) continue;
    if (!service.isExclusive && !ofToday.has(subject)) continue;
    const key = keyOf(accountId, kind, subject);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  const [wanted, allowed] = [new Map<string, number>(), new Map<string, number>()];
  for (const { accountId, kind, subject, isOptional } of expected) {
    if (!names.has(accountId)) continue;
    const key = keyOf(accountId, kind, subject);
    const counts = isOptional === true ? allowed : wanted;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((key) => {
    const [accountId = '', kind, subject] = key.split(' ');
    const about = `${kind} about ${subject} to ${names.get(accountId)}`;
    const least = wanted.get(key) ?? 0;
    const count = found.get(key) ?? 0;
    return unequal(about, Math.min(Math.max(least, count), least + (allowed.get(key) ?? 0)), count);
  });
}

/** A shift whose planning was never answered may have been planned, and its driver reminded of it. */
function isOfLostPlan(
  { shiftPlans, clients }: CityFacts,
  kind: string,
  subject: string,
  accountId: string,
): boolean {
  if (kind !== 'SHIFT_REMINDER' || shiftPlans.some(({ shiftId }) => shiftId === subject)) return false;
  const driverIds = [...clients.values()]
    .filter((client) => client.accountId === accountId)
    .map(({ driverId }) => driverId);
  return shiftPlans.some(({ shiftId, driverId }) => shiftId === null && driverIds.includes(driverId));
}

/** On a shared installation, or after earlier days, people also have notifications that do not belong to this day. */
function subjectsOfToday(city: CityFacts, { settlements, alerts }: ServiceFacts): Set<string> {
  const shifts = city.shiftPlans.flatMap(({ shiftId }) => shiftId ?? []);
  const orders = [...city.orders.values()];
  return new Set([
    ...orders.flatMap(({ orderId, groups }) => [orderId, ...groups.map(({ groupId }) => groupId)]),
    ...city.tasks.keys(),
    ...city.drivers.keys(),
    ...city.approvals.map(({ id }) => id),
    ...city.secured.flatMap(({ accountId, sellerId }) => [accountId, sellerId]),
    ...shifts,
    ...settlements.map(({ id }) => id),
    ...alerts.map(({ id }) => id),
  ]);
}

/** The id that identifies a notification of this kind. */
function subjectOf(kind: string, data: Sent['data']): string {
  // Dispatchers are notified of a missed deadline as an alert whose subject is the group.
  const isOfAlert = kind === 'DEADLINE_MISSED' && data.alertId !== undefined;
  const field = isOfAlert ? 'subjectId' : (SUBJECTS[kind] ?? 'groupId');
  const id = data[field];
  return typeof id === 'string' ? id : `no ${field}`;
}

const SUBJECTS: Readonly<Record<string, string>> = {
  ORDER_PLACED: 'orderId',
  DELIVERY_CODE: 'taskId',
  TASK_OFFERED: 'taskId',
  TASK_WITHDRAWN: 'taskId',
  HAND_OVER: 'taskId',
  CASH_NEAR_LIMIT: 'driverId',
  SETTLEMENT_RECEIPT: 'settlementId',
  ALERT: 'alertId',
  SHIFT_REMINDER: 'shiftId',
  SELLER_APPROVED: 'sellerId',
  BANK_ACCOUNT_CHANGED: 'sellerId',
  DRIVER_APPROVED: 'driverId',
};

function keyOf(accountId: string, kind: string, subject: string): string {
  return `${accountId} ${kind} ${subject}`;
}

/** In the app it is delivered by being there; without a provider everything else stays queued. */
function channels({ id, kind, deliveries }: Sent): Finding[] {
  const states = deliveries.map(({ channel, status }) => `${channel} ${status}`).sort();
  const others = CHANNELS_OF[kind] ?? [];
  const wanted = ['IN_APP DELIVERED', ...others.map((channel) => `${channel} QUEUED`)].sort();
  return unequal(`notification ${id} (${kind}): channels`, wanted.join(', '), states.join(', '));
}

/** What is in a bell is what was sent to its owner, and everything that rang live is in it. */
function bells(city: CityFacts, { bells: all, sent }: ServiceFacts): Finding[] {
  return [...all].flatMap(([clientId, { notifications, unreadCount }]) => {
    const accountId = city.clients.get(clientId)?.accountId;
    const shown = new Set(notifications.map(({ id }) => id));
    const own = sent.filter((each) => each.accountId === accountId);
    const unread = notifications.filter(({ readAt }) => readAt === null).length;
    return [
      ...own
        .filter(({ id }) => !shown.has(id))
        .map(({ id, kind }) => ({
          subject: `bell of ${clientId}: ${kind} ${id}`,
          expected: 'there',
          found: 'missing',
        })),
      ...(unreadCount === null ? [] : unequal(`bell of ${clientId}: unread`, unread, unreadCount)),
    ];
  });
}
