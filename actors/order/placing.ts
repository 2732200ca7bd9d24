import { notify, publish, push } from '../machines/effect.ts';
import { add } from '../money/money.ts';
import { type Point, toMetre } from '../planning/point.ts';
import type { Effect, EventContext, PublishedFact } from '../runtime/machine.ts';
import { acceptanceTimer } from './acceptance.ts';
import type { Happened, OrderMove } from './behaviour.ts';
import { groupUpdated } from './push.ts';
import type { GroupState, OrderState, ShippingMethod } from './state.ts';

/** The first event of an order, written by the checkout's own transaction. */
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

/** Builds the first event; its moves are derived from the groups. */
export function orderPlaced(facts: Omit<OrderPlaced, 'type' | 'v' | 'moves'>): OrderPlaced {
  const moves = facts.groups.map(
    ({ groupId }): OrderMove => ({ subject: 'GROUP', id: groupId, from: null, to: 'PENDING_ACCEPTANCE' }),
  );
  return { type: 'ORDER_PLACED', v: 1, moves, ...facts };
}

/** The initial state of an order. */
export function placedOrder({ orderId, number, buyerAccountId, dropoff, groups }: OrderPlaced): OrderState {
  const entries = groups.map((group) => [group.groupId, placedGroup(group)] as const);
  return {
    orderId,
    number,
    buyerAccountId,
    status: 'PENDING',
    dropoff: toMetre(dropoff),
    groups: Object.fromEntries(entries),
  };
}

function placedGroup(group: PlacedGroup): GroupState {
  const { sellerId, method, promisedUntil, goods, shipping, commission, pickup, items } = group;
  return {
    sellerId,
    status: 'PENDING_ACCEPTANCE',
    deadlineMissed: false,
    method,
    promisedUntil,
    goods,
    shipping,
    commission,
    cashDue: add(goods, shipping),
    payment: 'PENDING',
    pickup: toMetre(pickup),
    items,
  };
}

/** Starts the deadline by which sellers must accept. */
export function reactToPlaced(event: OrderPlaced, order: OrderState, { version }: EventContext): Effect[] {
  const about = { orderId: order.orderId, orderNumber: order.number };
  const perGroup = event.groups.flatMap(({ groupId, sellerId, acceptBy }): Effect[] => [
    acceptanceTimer(groupId, acceptBy),
    notify('NEW_ORDER', { sellerId, ...about, groupId }),
    ...groupUpdated(order, groupId, version),
  ]);
  const { orderId, status } = order;
  const none = { groupId: null, groupStatus: null, taskId: null, taskStatus: null, dropoffEta: null };
  return [
    notify('ORDER_PLACED', { accountId: order.buyerAccountId, ...about }),
    push([`order:${orderId}`], 'order.updated', { orderId, status, ...none, version }),
    ...perGroup,
    ...publish(placedFacts(event, order, version)),
  ];
}

/** Each seller is told of its own group of a new order. */
function placedFacts(event: OrderPlaced, order: OrderState, version: number): PublishedFact[] {
  const { orderId, number: orderNumber } = order;
  return event.groups.map(({ groupId, sellerId }) => ({
    kind: 'order.placed',
    sellerId,
    at: event.at,
    data: { orderId, orderNumber, groupId, status: 'PENDING_ACCEPTANCE', version },
  }));
}
