import { command, notify } from '../machines/effect.ts';
import { ZERO } from '../money/money.ts';
import type { Effect } from '../runtime/machine.ts';
import { aboutGroup, handOverTimer, type Reaction, taskOf } from './reaction.ts';
import type { TaskStatus } from './state.ts';

type EventOf<T extends Reaction['event']['type']> = Extract<Reaction['event'], { type: T }>;

/** What a hand-over between drivers asks of both their actors. */
export function toHandOver(reaction: Reaction): Effect[] {
  const { event } = reaction;
  switch (event.type) {
    case 'HAND_OVER_OPENED':
      return opened(reaction, event);
    case 'HAND_OVER_RESERVED': {
      const { taskId, toDriverId } = event;
      const about = { ...aboutGroup(reaction), taskId };
      const fromDriverId = taskOf(reaction).offer?.driverId ?? toDriverId;
      return [fromDriverId, toDriverId].map((driverId) => notify('HAND_OVER', { driverId, ...about }));
    }
    case 'HAND_OVER_DENIED':
      return [command('driver', event.driverId, 'release', { offerId: event.handOverId, reason: 'DENIED' })];
    case 'HAND_OVER_ENDED': {
      const { taskId, toDriverId, handOverId: offerId, end } = event;
      const reason = end === 'EXPIRED' ? 'EXPIRED' : 'CANCELLED';
      return [
        { do: 'cancel-timer', name: handOverTimer(taskId) },
        command('driver', toDriverId, 'release', { offerId, reason }),
      ];
    }
    case 'TASK_HANDED_OVER':
      return handedOver(reaction, event);
    default:
      return [];
  }
}

function opened(reaction: Reaction, event: EventOf<'HAND_OVER_OPENED'>): Effect[] {
  const { group, order } = reaction;
  const { taskId, groupId, round, handOverId, toDriverId, expiresAt } = event;
  const { dueBy, status } = taskOf(reaction);
  const returns = status === 'RETURNING';
  return [
    command('driver', toDriverId, 'reserve-hand-over', {
      ...{ offerId: handOverId, taskId, orderId: order.orderId, groupId, round, dueBy },
      ...{ cod: returns ? ZERO : group.cashDue, items: group.items },
      ...{ pickup: group.pickup, dropoff: order.dropoff, to: returns ? 'RETURN' : 'DROPOFF' },
    }),
    {
      do: 'set-timer',
      name: handOverTimer(taskId),
      dueAt: expiresAt,
      type: 'hand-over-expired',
      payload: { taskId, handOverId },
    },
  ];
}

/** The goods leave one driver's list and are on board of the other's at once: nothing else is said to either. */
function handedOver(reaction: Reaction, event: EventOf<'TASK_HANDED_OVER'>): Effect[] {
  const { taskId, handOverId, fromDriverId, fromOfferId, toDriverId, at } = event;
  const { dueBy, status, window } = taskOf(reaction);
  const to = destinationOf(status);
  // The slot is the buyer's: nobody waits for it on the way back.
  const slot = to === 'DROPOFF' && window !== undefined ? { notBefore: window.from } : {};
  const seen = reaction.context.version;
  return [
    { do: 'cancel-timer', name: handOverTimer(taskId) },
    command('driver', fromDriverId, 'work-handed-over', { taskId, offerId: fromOfferId, at, seen }),
    command('driver', toDriverId, 'work-taken-over', {
      ...{ taskId, offerId: handOverId, at, seen, dueBy, to },
      ...slot,
    }),
  ];
}

/** Where goods on board go; nowhere while a failure is undecided. */
function destinationOf(status: TaskStatus): 'DROPOFF' | 'RETURN' | null {
  if (status === 'FAILED') return null;
  return status === 'RETURNING' ? 'RETURN' : 'DROPOFF';
}
