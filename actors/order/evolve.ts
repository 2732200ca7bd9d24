import { add } from '../money/money.ts';
import { toMetre } from '../planning/point.ts';
import type { OrderEvent, OrderPlaced, PlacedGroup } from './events.ts';
import { evolveGroupException } from './evolve-exceptions.ts';
import { evolveTask, newTask } from './evolve-task.ts';
import { deriveOrderStatus, type GroupState, type OrderState } from './state.ts';

export function evolve(state: OrderState | null, event: OrderEvent): OrderState {
  if (event.type === 'ORDER_PLACED') return born(event);
  if (state === null) throw new Error(`${event.type} before ORDER_PLACED`);
  const group = state.groups[event.groupId];
  if (group === undefined) throw new Error(`${event.type} for a group that is not in order ${state.orderId}`);
  const groups = { ...state.groups, [event.groupId]: evolveGroup(moved(group, event), event) };
  return { ...state, groups, status: deriveOrderStatus(Object.values(groups)) };
}

function born({ orderId, number, buyerAccountId, dropoff, groups }: OrderPlaced): OrderState {
  const entries = groups.map((group) => [group.groupId, placed(group)] as const);
  return {
    orderId,
    number,
    buyerAccountId,
    status: 'PENDING',
    dropoff: toMetre(dropoff),
    groups: Object.fromEntries(entries),
  };
}

function placed(group: PlacedGroup): GroupState {
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

type GroupEvent = Exclude<OrderEvent, OrderPlaced>;

/** The statuses, which every event names in its moves. */
function moved(group: GroupState, { moves }: GroupEvent): GroupState {
  let next = group;
  for (const move of moves) {
    if (move.subject === 'GROUP') next = { ...next, status: move.to };
    else if (next.task !== undefined) next = { ...next, task: { ...next.task, status: move.to } };
  }
  return next;
}

function evolveGroup(group: GroupState, event: GroupEvent): GroupState {
  switch (event.type) {
    case 'GROUP_ACCEPTED':
      return { ...group, acceptedAt: event.at };
    case 'GROUP_PACKED':
      return group;
    case 'ACCEPTANCE_DEADLINE_MISSED':
      return { ...group, deadlineMissed: true };
    case 'GROUP_REJECTED':
      return { ...group, payment: 'VOID', endedAt: event.at };
    case 'GROUP_CANCELLED':
      return withTask({ ...group, payment: 'VOID', endedAt: event.at }, event);
    case 'TASK_CREATED':
      return { ...group, readyAt: event.at, task: newTask(event) };
    case 'CASH_RECORDED':
      return withTask({ ...group, payment: 'COLLECTED' }, event);
    case 'TASK_COMPLETED':
      return withTask({ ...group, endedAt: event.at }, event);
    case 'PAYMENT_SETTLED':
      return { ...group, payment: 'SETTLED' };
    default:
      return withTask(evolveGroupException(group, event), event);
  }
}

function withTask(group: GroupState, event: GroupEvent): GroupState {
  return group.task === undefined ? group : { ...group, task: evolveTask(group.task, event) };
}
