import { type Api, dataOf } from '../../shared/api/client.ts';
import { pause } from '../../shared/api/pause.ts';
import { isProblemCode } from '../../shared/api/problem.ts';
import type { GroupAction, OrderGroup } from '../orders/order-types.ts';

/** An action with its input. */
export type GroupCommand =
  | { action: Exclude<GroupAction, 'reject' | 'confirm-return'> }
  | { action: 'reject'; reason: string }
  | { action: 'confirm-return'; damaged: readonly { lineId: string; damaged: number }[] };

/** Longest wait for a rate limit, in seconds. */
const MAX_WAIT_SECONDS = 60;

/**
 * Runs the action and returns the group afterwards. The idempotency key makes a repetition harmless, so a rate-limited
 * request is sent again once the limit is over. Throws ProblemError and NoAnswerError.
 */
export async function actOnGroup(api: Api, id: string, command: GroupCommand): Promise<OrderGroup> {
  const key = crypto.randomUUID();
  for (;;) {
    try {
      return await send(api, id, key, command);
    } catch (error) {
      if (!isProblemCode(error, 'common.RATE_LIMITED')) throw error;
      const seconds = error.retryAfter ?? MAX_WAIT_SECONDS + 1;
      if (seconds > MAX_WAIT_SECONDS) throw error;
      await pause(seconds * 1_000);
    }
  }
}

function send(api: Api, id: string, key: string, command: GroupCommand): Promise<OrderGroup> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } };
  switch (command.action) {
    case 'accept':
      return dataOf(api.POST('/seller/order-groups/{id}/accept', { params }));
    case 'pack':
      return dataOf(api.POST('/seller/order-groups/{id}/pack', { params }));
    case 'ready':
      return dataOf(api.POST('/seller/order-groups/{id}/ready', { params }));
    case 'reject':
      return dataOf(
        api.POST('/seller/order-groups/{id}/reject', { params, body: { reason: command.reason } }),
      );
    case 'confirm-return':
      return dataOf(
        api.POST('/seller/order-groups/{id}/confirm-return', {
          params,
          body: { lines: [...command.damaged] },
        }),
      );
  }
}
