import { type Alert, closeAlert, notify, push, raiseAlert } from '../machines/effect.ts';
import type { Effect, EventContext } from '../runtime/machine.ts';
import type { OrderPlaced } from './events.ts';
import { groupUpdated } from './push.ts';
import { aboutGroup, acceptTimer, type Reaction, toBuyer } from './reaction.ts';
import type { OrderState } from './state.ts';

export function toPlaced(event: OrderPlaced, order: OrderState, { version }: EventContext): Effect[] {
  const about = { orderId: order.orderId, orderNumber: order.number };
  const perGroup = event.groups.flatMap(({ groupId, sellerId, acceptBy }): Effect[] => [
    {
      do: 'set-timer',
      name: acceptTimer(groupId),
      dueAt: acceptBy,
      type: 'deadline-passed',
      payload: { groupId },
    },
    notify('NEW_ORDER', { sellerId, ...about, groupId }),
    ...groupUpdated(order, groupId, version),
  ]);
  const { orderId, status } = order;
  const none = { groupId: null, groupStatus: null, taskId: null, taskStatus: null };
  return [
    notify('ORDER_PLACED', { accountId: order.buyerAccountId, ...about }),
    push([`order:${orderId}`], 'order.updated', { orderId, status, ...none, version }),
    ...perGroup,
  ];
}

export function toGroup(reaction: Reaction): Effect[] {
  const { event, group } = reaction;
  const { groupId } = event;
  switch (event.type) {
    case 'GROUP_ACCEPTED':
      return [...deadlineOver(reaction), notify('GROUP_ACCEPTED', toBuyer(reaction))];
    case 'GROUP_REJECTED':
      return [
        ...deadlineOver(reaction),
        returnStock(groupId, `reject:${groupId}`),
        notify('GROUP_REJECTED', { ...toBuyer(reaction), reason: reaction.context.reason }),
        raiseAlert({
          kind: 'GROUP_REJECTED',
          dedupeKey: `group-rejected:${groupId}`,
          subjectType: 'GROUP',
          subjectId: groupId,
          data: { ...aboutGroup(reaction), sellerId: group.sellerId, reason: reaction.context.reason },
        }),
      ];
    case 'GROUP_CANCELLED':
      return [
        ...deadlineOver(reaction),
        returnStock(groupId, `cancel:${groupId}`),
        notify('CANCELLED', { ...toBuyer(reaction), reason: reaction.context.reason }),
      ];
    case 'ACCEPTANCE_DEADLINE_MISSED':
      return [
        raiseAlert({
          ...deadlineAlert(groupId),
          data: { ...aboutGroup(reaction), sellerId: group.sellerId },
        }),
        notify('DEADLINE_MISSED', { sellerId: group.sellerId, ...aboutGroup(reaction) }),
      ];
    case 'TASK_CREATED':
      return [notify('GROUP_READY', toBuyer(reaction))];
    default:
      return [];
  }
}

function deadlineAlert(groupId: string): Alert {
  return {
    kind: 'ACCEPTANCE_DEADLINE_MISSED',
    dedupeKey: `acceptance-deadline:${groupId}`,
    subjectType: 'GROUP',
    subjectId: groupId,
  };
}

/** Nothing waits for the seller's word any longer. */
function deadlineOver({ event, was }: Reaction): Effect[] {
  if (was.status !== 'PENDING_ACCEPTANCE') return [];
  if (was.deadlineMissed) return [closeAlert(deadlineAlert(event.groupId))];
  return [{ do: 'cancel-timer', name: acceptTimer(event.groupId) }];
}

function returnStock(groupId: string, cause: string): Effect {
  return { do: 'consume', consumer: 'return-stock', payload: { groupId, cause } };
}
