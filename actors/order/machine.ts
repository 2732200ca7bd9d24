import type { Effect, EventContext, JsonObject, Machine } from '../runtime/machine.ts';
import {
  type AnyOrderFacts,
  type GroupEvent,
  type OrderCommand,
  type OrderEvent,
  rulesOf,
} from './behaviours.ts';
import { decide } from './decide.ts';
import { placedOrder, reactToPlaced } from './placing.ts';
import { project } from './project.ts';
import { publishedOf } from './published.ts';
import { pushesOf } from './push.ts';
import { deriveOrderStatus, type GroupState, type OrderState } from './state.ts';

const SCHEMA = 1;

/** The order actor: its groups and their delivery tasks. It alone decides which driver has a task. */
export const orderMachine: Machine<OrderState, OrderCommand, OrderEvent, AnyOrderFacts> = {
  kind: 'order',
  schema: SCHEMA,
  decide,
  evolve,
  project,
  react,
  upcast(state: JsonObject, schema: number): OrderState {
    if (schema !== SCHEMA) throw new Error(`order state of schema ${schema}: this release knows ${SCHEMA}`);
    return state as unknown as OrderState;
  },
};

function evolve(state: OrderState | null, event: OrderEvent): OrderState {
  if (event.type === 'ORDER_PLACED') return placedOrder(event);
  if (state === null) throw new Error(`${event.type} before ORDER_PLACED`);
  const { groupId } = event;
  const group = state.groups[groupId];
  if (group === undefined) throw new Error(`${event.type} for a group that is not in order ${state.orderId}`);
  const groups = { ...state.groups, [groupId]: rulesOf(event.type).evolve(moved(group, event), event) };
  return { ...state, groups, status: deriveOrderStatus(Object.values(groups)) };
}

/** Applies the status changes, which every event lists in its moves. */
function moved(group: GroupState, { moves }: GroupEvent): GroupState {
  let next = group;
  for (const move of moves) {
    if (move.subject === 'GROUP') next = { ...next, status: move.to };
    else if (next.task !== undefined) next = { ...next, task: { ...next.task, status: move.to } };
  }
  return next;
}

function react(
  before: OrderState | null,
  event: OrderEvent,
  after: OrderState,
  context: EventContext,
  facts: AnyOrderFacts | null,
): Effect[] {
  if (event.type === 'ORDER_PLACED') return reactToPlaced(event, after, context);
  const was = before?.groups[event.groupId];
  const group = after.groups[event.groupId];
  if (was === undefined || group === undefined) throw new Error(`${event.type} for an unknown group`);
  const rules = rulesOf(event.type);
  const reaction = { event, order: after, group, was, context, facts };
  const effects = [...(rules.react?.(reaction) ?? []), ...publishedOf(reaction)];
  return rules.quiet === true ? effects : [...effects, ...pushesOf(reaction)];
}
