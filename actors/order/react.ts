import type { Effect, EventContext } from '../runtime/machine.ts';
import type { AnyOrderFacts } from './commands.ts';
import type { OrderEvent } from './events.ts';
import { pushesOf } from './push.ts';
import { toAssignment } from './react-assignment.ts';
import { toDelivery } from './react-delivery.ts';
import { toExceptions } from './react-exceptions.ts';
import { toGroup, toPlaced } from './react-group.ts';
import { toHandOver } from './react-hand-over.ts';
import { toReversal } from './react-reversal.ts';
import type { Reaction } from './reaction.ts';
import type { OrderState } from './state.ts';

export function react(
  before: OrderState | null,
  event: OrderEvent,
  after: OrderState,
  context: EventContext,
  facts: AnyOrderFacts | null,
): Effect[] {
  if (event.type === 'ORDER_PLACED') return toPlaced(event, after, context);
  const was = before?.groups[event.groupId];
  const group = after.groups[event.groupId];
  if (was === undefined || group === undefined) throw new Error(`${event.type} for an unknown group`);
  const reaction: Reaction = { event, order: after, group, was, context, facts };
  return [
    ...toGroup(reaction),
    ...toAssignment(reaction),
    ...toDelivery(reaction),
    ...toExceptions(reaction),
    ...toReversal(reaction),
    ...toHandOver(reaction),
    ...pushesOf(reaction),
  ];
}
