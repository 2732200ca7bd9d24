import { publish } from '../machines/effect.ts';
import type { Effect, JsonObject, PublishedFact } from '../runtime/machine.ts';
import type { OrderMove, Reaction } from './behaviour.ts';
import type { GroupStatus, OrderState } from './state.ts';

/** What webhooks are told of a group's event: its changes of status, to its seller alone, and its task's, to the platform. */
export function publishedOf({ event, order, group, was, context }: Reaction): Effect[] {
  const { at, version } = context;
  const about = { orderId: order.orderId, orderNumber: order.number, groupId: event.groupId };
  const toSeller = { at, sellerId: group.sellerId, data: { ...about, status: group.status, version } };
  const facts = event.moves.flatMap((move): PublishedFact[] => {
    if (move.from === move.to) return [];
    return move.subject === 'GROUP'
      ? [{ ...toSeller, kind: groupKind(move.to) }]
      : [
          {
            kind: move.from === null ? 'task.created' : 'task.updated',
            sellerId: null,
            at,
            data: taskData(order, event.groupId, move, version),
          },
        ];
  });
  if (group.returnConfirmedAt !== undefined && was.returnConfirmedAt === undefined)
    facts.push({ ...toSeller, kind: 'return.confirmed' });
  return publish(facts);
}

function groupKind(to: GroupStatus) {
  if (to === 'CANCELLED') return 'order.cancelled';
  return to === 'RETURNED' ? 'return.received' : 'order.updated';
}

function taskData(order: OrderState, groupId: string, { id, to }: OrderMove, version: number): JsonObject {
  return { taskId: id, orderId: order.orderId, groupId, status: to, version };
}
