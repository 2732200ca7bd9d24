import { WaslError } from '../../../actors/errors.ts';
import type { JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { IdempotencyKey } from '../../kernel/http/operation.ts';
import { damagedUnits } from '../../marketplace/orders/orders.ts';
import { mayConfirm, staffConfirmsFrom } from './task-actions.ts';
import { readTasks } from './task-store.ts';
import { inApiWords, noSuchTask } from './task-words.ts';

interface Confirmation {
  taskId: string;
  /** Units that can't be sold again, by line. */
  lines: readonly { lineId: string; damaged: number }[];
  reason: string;
}

/**
 * Says in a seller's stead that returned goods are back, so that their units can be sold again. Whoever has people of
 * their own says so themselves; they have 24 hours. Throws delivery.SELLER_CONFIRMS until then.
 */
export async function confirmReturnForSeller(
  deps: Pick<Dependencies, 'database' | 'clock' | 'actors'>,
  request: { requestId: string; ip: string; idempotency: IdempotencyKey | null },
  by: Principal,
  { taskId, lines, reason }: Confirmation,
): Promise<CommandResult> {
  const [task] = await readTasks(deps.database, { id: taskId }, null, 1);
  if (task === undefined) throw noSuchTask();
  const { group_id: groupId, order_id: key, status, return_confirmed_at: confirmedAt } = task;
  if (status === 'RETURNED' && confirmedAt === null && !mayConfirm(task, deps.clock.now())) {
    const from = staffConfirmsFrom(task).toISOString();
    throw new WaslError('delivery.SELLER_CONFIRMS', { extension: { from } });
  }
  const damaged = await damagedUnits(deps.database, groupId, lines);
  const order = { kind: 'order', key } as const;
  const payload = { groupId, damaged } satisfies JsonObject;
  return inApiWords(deps.actors.command(request, by, order, 'confirm-return', payload, reason));
}
