import type { EventContext, JsonObject } from '../runtime/machine.ts';
import type { AnyOrderFacts } from './commands.ts';
import type { OrderEvent, OrderPlaced } from './events.ts';
import type { GroupState, OrderState, TaskState } from './state.ts';

/** One event of a group or its task, with the group before and after it. */
export interface Reaction {
  event: Exclude<OrderEvent, OrderPlaced>;
  order: OrderState;
  group: GroupState;
  was: GroupState;
  context: EventContext;
  facts: AnyOrderFacts | null;
}

export function taskOf({ group, event }: Reaction): TaskState {
  if (group.task === undefined) throw new Error(`${event.type} for a group without a task`);
  return group.task;
}

/** What every notification of this group says. */
export function aboutGroup({ order, event }: Reaction): JsonObject {
  return { orderId: order.orderId, orderNumber: order.number, groupId: event.groupId };
}

export function toBuyer(reaction: Reaction): JsonObject {
  return { accountId: reaction.order.buyerAccountId, ...aboutGroup(reaction) };
}

/** The task with the offer under which its driver has it: the driver may have been offered it more than once. */
export function heldTask(reaction: Reaction): JsonObject {
  const { taskId, offer } = taskOf(reaction);
  return offer === undefined ? { taskId } : { taskId, offerId: offer.offerId };
}

export function acceptTimer(groupId: string): string {
  return `accept:${groupId}`;
}

export function offerTimer(taskId: string): string {
  return `offer:${taskId}`;
}

export function returnTimer(groupId: string): string {
  return `return:${groupId}`;
}

export function handOverTimer(taskId: string): string {
  return `hand-over:${taskId}`;
}
