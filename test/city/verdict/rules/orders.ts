import type { GroupRecord, OrderRecord } from '../../../../scripts/city/record/logbook-types.ts';
import { type Finding, unequal } from '../evidence/difference.ts';
import type { CityFacts, Rule } from '../evidence/rule.ts';
import type { Schema, ServiceFacts } from '../evidence/service-facts.ts';

/** Degrees: about a metre, to which places are rounded. */
const SAME_PLACE = 1.1e-5;

/** Every confirmed order exists once, as it was confirmed; and none exists that no client made. */
export const ordersRule: Rule = (city, service) => [
  ...[...city.orders.values()].flatMap((record) => compareOrder(record, service)),
  ...listedTwice(service),
  ...madeByNobody(city, service),
];

function compareOrder(record: OrderRecord, service: ServiceFacts): Finding[] {
  const subject = `order ${record.number} ${record.orderId}`;
  const order = service.orders.get(record.orderId);
  if (order === undefined) return [{ subject, expected: 'one', found: 'none for its buyer' }];
  const listed = service.listed.filter(({ id }) => id === record.orderId).length;
  const groups = new Map(order.groups.map((group) => [group.id, group]));
  return [
    ...unequal(`${subject}: in the administrator's list`, 1, listed),
    ...unequal(`${subject}: number`, record.number, order.number),
    ...unequal(`${subject}: total`, record.total, order.totals.total.amount),
    ...unequal(
      `${subject}: groups`,
      ids(record.groups.map((group) => group.groupId)),
      ids([...groups.keys()]),
    ),
    ...samePlace(subject, record, order),
    ...record.groups.flatMap((group) => compareGroup(group, groups.get(group.groupId))),
    ...unequal(`${subject}: status`, statusOf(order.groups), order.status),
  ];
}

function samePlace(subject: string, { dropoff }: OrderRecord, { address }: Schema<'Order'>): Finding[] {
  const { latitude, longitude } = address.location;
  const near =
    Math.abs(latitude - dropoff.latitude) <= SAME_PLACE &&
    Math.abs(longitude - dropoff.longitude) <= SAME_PLACE;
  return near ? [] : unequal(`${subject}: address`, dropoff, address.location);
}

function compareGroup(record: GroupRecord, group: Schema<'OrderGroup'> | undefined): Finding[] {
  if (group === undefined) return [];
  const subject = `group ${record.groupId}`;
  const lines = (list: readonly { offerId: string; quantity: number; price: string }[]) =>
    list
      .map(({ offerId, quantity, price }) => `${quantity} x ${offerId} at ${price}`)
      .sort()
      .join(', ');
  return [
    ...unequal(`${subject}: seller`, record.sellerId, group.sellerId),
    ...unequal(`${subject}: shipping method`, record.method, group.shipping.code),
    ...unequal(`${subject}: shipping price`, record.shipping, group.shipping.price.amount),
    ...unequal(`${subject}: total`, record.total, group.totals.total.amount),
    ...unequal(
      `${subject}: to be paid`,
      group.payment.status === 'VOID' ? '0.00' : record.total,
      group.payment.amountDue.amount,
    ),
    ...unequal(
      `${subject}: lines`,
      lines(record.lines.map((line) => ({ ...line, price: line.unitPrice }))),
      lines(group.lines.map((line) => ({ ...line, price: line.unitPrice.amount }))),
    ),
  ];
}

const ENDED: readonly Schema<'GroupStatus'>[] = [
  'DELIVERED',
  'REJECTED',
  'CANCELLED',
  'RETURNED',
  'WRITTEN_OFF',
];

/** An order's status follows from its groups. */
function statusOf(groups: readonly Schema<'OrderGroup'>[]): Schema<'OrderStatus'> {
  if (groups.some(({ status }) => !ENDED.includes(status))) {
    const accepted = groups.some(({ history }) => history.some(({ status }) => status === 'ACCEPTED'));
    return accepted ? 'IN_PROGRESS' : 'PENDING';
  }
  const delivered = groups.filter(({ status }) => status === 'DELIVERED').length;
  if (delivered === groups.length) return 'DELIVERED';
  return delivered > 0 ? 'PARTIALLY_DELIVERED' : 'CANCELLED';
}

function listedTwice({ listed }: ServiceFacts): Finding[] {
  const byNumber = new Map<string, string[]>();
  for (const { id, number } of listed) byNumber.set(number, [...(byNumber.get(number) ?? []), id]);
  return [...byNumber]
    .filter(([, found]) => found.length > 1)
    .map(([number, found]) => ({ subject: `number ${number}`, expected: 'one order', found: ids(found) }));
}

/** A confirmation that was never answered may have made one order of its buyer, no more. */
function madeByNobody(city: CityFacts, { listed, isExclusive }: ServiceFacts): Finding[] {
  const buyers = new Map([...city.clients.values()].map(({ accountId, id }) => [accountId, id]));
  const unanswered = new Map<string, number>();
  for (const { buyer } of city.unanswered) unanswered.set(buyer, (unanswered.get(buyer) ?? 0) + 1);
  return listed.flatMap((order): Finding[] => {
    const buyer = buyers.get(order.buyerId);
    if (city.orders.has(order.id) || (buyer === undefined && !isExclusive)) return [];
    const excused = buyer === undefined ? 0 : (unanswered.get(buyer) ?? 0);
    if (buyer !== undefined && excused > 0) {
      unanswered.set(buyer, excused - 1);
      return [];
    }
    const subject = `order ${order.number} ${order.id} of ${buyer ?? `account ${order.buyerId}`}`;
    return [{ subject, expected: 'none: no client received it', found: order.status }];
  });
}

function ids(list: readonly string[]): string {
  return [...list].sort().join(' ');
}
