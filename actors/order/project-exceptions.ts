import type { EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import type { OrderEvent } from './events.ts';
import { holderOf, type OrderState } from './state.ts';

export type ExceptionKind =
  | 'FAILED'
  | 'RETRIED'
  | 'RETURN_STARTED'
  | 'RETURNED'
  | 'RETURN_CONFIRMED'
  | 'WRITTEN_OFF'
  | 'CODE_OVERRIDDEN'
  | 'REVERSAL_ASKED'
  | 'REVERSAL_REFUSED'
  | 'REVERSED'
  | 'HAND_OVER_OPENED'
  | 'HAND_OVER_ENDED'
  | 'HAND_OVER_CONFIRMED'
  | 'HANDED_OVER';

/** What went wrong with tasks, one row each, for ever: who said it, when and why. */
export function exceptionRows(
  state: OrderState,
  events: readonly OrderEvent[],
  context: EventContext,
): RowOp[] {
  return events.flatMap((event, index) => {
    const found = exceptionOf(event);
    if (found === null || event.type === 'ORDER_PLACED') return [];
    const task = state.groups[event.groupId]?.task;
    if (task === undefined) return [];
    const row = {
      id: context.id(`exception:${index}`),
      task_id: task.taskId,
      kind: found.kind,
      attempt: task.attempt,
      driver_id: holderOf(task),
      failure: found.failure ?? null,
      note: found.note === undefined ? context.reason : found.note,
      data: found.data ?? {},
      account_id: context.by.accountId,
      role: context.by.role,
      at: context.at,
      actor_version: context.version,
    };
    return [{ table: 'task_exceptions' as const, op: 'insert' as const, row }];
  });
}

type Found = { kind: ExceptionKind; failure?: string; note?: string | null; data?: JsonObject };

function exceptionOf(event: OrderEvent): Found | null {
  switch (event.type) {
    case 'TASK_FAILED':
      // The reason that came along is the failure's code, not words of somebody.
      return { kind: 'FAILED', failure: event.failure, note: event.note ?? null };
    case 'TASK_RETRIED':
      return { kind: 'RETRIED', data: { dueBy: event.dueBy, window: event.window } };
    case 'RETURN_STARTED':
      return { kind: 'RETURN_STARTED' };
    case 'RETURN_COMPLETED':
      return { kind: 'RETURNED' };
    case 'RETURN_CONFIRMED':
      return { kind: 'RETURN_CONFIRMED', data: { damaged: event.damaged } };
    case 'TASK_WRITTEN_OFF':
      return { kind: 'WRITTEN_OFF' };
    case 'CODE_OVERRIDDEN':
      return { kind: 'CODE_OVERRIDDEN' };
    case 'REVERSAL_OPENED':
      return { kind: 'REVERSAL_ASKED' };
    case 'REVERSAL_REFUSED':
      return { kind: 'REVERSAL_REFUSED', note: event.detail, data: { code: event.code } };
    case 'TASK_REVERSED':
      return { kind: 'REVERSED' };
    default:
      return handOverOf(event);
  }
}

function handOverOf(event: OrderEvent): Found | null {
  switch (event.type) {
    case 'HAND_OVER_OPENED':
      return { kind: 'HAND_OVER_OPENED', data: { toDriverId: event.toDriverId } };
    case 'HAND_OVER_CONFIRMED':
      return { kind: 'HAND_OVER_CONFIRMED', data: { side: event.side, by: event.driverId } };
    case 'TASK_HANDED_OVER':
      return { kind: 'HANDED_OVER', data: { fromDriverId: event.fromDriverId } };
    case 'HAND_OVER_ENDED': {
      const { toDriverId, end, code, detail } = event;
      return { kind: 'HAND_OVER_ENDED', note: detail ?? end, data: { toDriverId, end, code } };
    }
    default:
      return null;
  }
}
