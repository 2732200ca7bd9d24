import { command } from '../machines/effect.ts';
import type { Effect, JsonObject } from '../runtime/machine.ts';
import type { Reaction } from './behaviour.ts';
import type { TaskState } from './state.ts';

export function taskOf({ group, event }: Reaction): TaskState {
  if (group.task === undefined) throw new Error(`${event.type} for a group without a task`);
  return group.task;
}

/** The common payload of every notification about this group. */
export function aboutGroup({ order, event }: Reaction): JsonObject {
  return { orderId: order.orderId, orderNumber: order.number, groupId: event.groupId };
}

export function toBuyer(reaction: Reaction): JsonObject {
  return { accountId: reaction.order.buyerAccountId, ...aboutGroup(reaction) };
}

/** The payload of an alert that also concerns the group's seller. */
export function aboutSeller(reaction: Reaction): JsonObject {
  return { ...aboutGroup(reaction), sellerId: reaction.group.sellerId };
}

/** The task with the offer under which its driver has it, since the driver may have had several offers of it. */
export function heldTask(reaction: Reaction): JsonObject {
  const { taskId, offer } = taskOf(reaction);
  return offer === undefined ? { taskId } : { taskId, offerId: offer.offerId };
}

/** A command to the task's driver after a failed attempt; `seen` orders these commands, whichever arrives first. */
export function commandHolder(
  reaction: Reaction<Reaction['event'] & { driverId: string }>,
  type: string,
  more: JsonObject,
): Effect {
  const { event, context } = reaction;
  const about = { ...heldTask(reaction), at: event.at, seen: context.version };
  return command('driver', event.driverId, type, { ...about, ...more });
}
