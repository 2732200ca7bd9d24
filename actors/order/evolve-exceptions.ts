import type { OrderEvent } from './events.ts';
import type { GroupState, HandOver, TaskState } from './state.ts';

/** What an exception changes in its task beside the status. */
export function evolveTaskException(task: TaskState, event: OrderEvent): TaskState {
  switch (event.type) {
    case 'TASK_FAILED': {
      const { failure: reason, at } = event;
      // The code in force dies with the attempt.
      return { ...task, failure: { reason, at }, code: undefined, codeVerifiedAt: undefined };
    }
    case 'TASK_RETRIED': {
      const { attempt, dueBy, window } = event;
      return { ...task, attempt, dueBy, window: window ?? undefined };
    }
    case 'CODE_OVERRIDDEN':
      return { ...task, code: undefined, codeVerifiedAt: event.at, codeOverridden: true };
    case 'REVERSAL_OPENED':
      return { ...task, reversal: { reversalId: event.reversalId } };
    case 'REVERSAL_REFUSED':
      return { ...task, reversal: undefined };
    case 'TASK_REVERSED':
      return undelivered(task, event);
    default:
      return evolveHandOver(task, event);
  }
}

type EventOf<T extends OrderEvent['type']> = Extract<OrderEvent, { type: T }>;

/** On its way as if the door had never been reached. */
function undelivered(task: TaskState, event: EventOf<'TASK_REVERSED'>): TaskState {
  const { reversalId: offerId, driverId, round, number } = event;
  const { codeVerifiedAt: _verified, cashRecorded: _cash, completedAt: _completed, ...rest } = task;
  const offer = { offerId, driverId, manual: true };
  return { ...rest, offer, round, reversals: number, reversal: undefined };
}

function evolveHandOver(task: TaskState, event: OrderEvent): TaskState {
  switch (event.type) {
    case 'HAND_OVER_OPENED': {
      const { handOverId, toDriverId, expiresAt, round } = event;
      return { ...task, round, handOver: { handOverId, toDriverId, expiresAt } };
    }
    case 'HAND_OVER_RESERVED':
      return withHandOver(task, { reserved: true });
    case 'HAND_OVER_CONFIRMED':
      return withHandOver(task, event.side === 'GIVER' ? { gave: true } : { took: true });
    case 'HAND_OVER_ENDED':
      return { ...task, handOver: undefined };
    case 'TASK_HANDED_OVER': {
      const { handOverId: offerId, toDriverId: driverId, fromDriverId: handedOverBy } = event;
      return { ...task, offer: { offerId, driverId, manual: true }, handOver: undefined, handedOverBy };
    }
    default:
      return task;
  }
}

function withHandOver(task: TaskState, change: Partial<HandOver>): TaskState {
  return task.handOver === undefined ? task : { ...task, handOver: { ...task.handOver, ...change } };
}

/** What an exception changes in its group beside the status. */
export function evolveGroupException(group: GroupState, event: OrderEvent): GroupState {
  switch (event.type) {
    case 'RETURN_COMPLETED':
    case 'TASK_WRITTEN_OFF':
      return { ...group, payment: 'VOID', endedAt: event.at };
    case 'TASK_REVERSED': {
      const { endedAt: _ended, ...rest } = group;
      return { ...rest, payment: 'PENDING' };
    }
    case 'RETURN_CONFIRMED':
      return { ...group, returnConfirmedAt: event.at };
    default:
      return group;
  }
}
