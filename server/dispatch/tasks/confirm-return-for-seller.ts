import { WaslError } from '../../../actors/errors.ts';
import type { JsonObject, Principal } from '../../../actors/runtime/machine.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { IdempotencyKey } from '../../kernel/http/operation.ts';
import { damagedUnits } from '../../marketplace/orders/orders.ts';
import { inApiNames, noSuchTask } from './api-names.ts';
import { mayConfirm, staffConfirmsFrom } from './task-actions.ts';
import { readTasks } from './task-store.ts';

interface Confirmation {
  taskId: string;
  /** Units that cannot be sold again, by line. */
  lines: readonly { lineId: string; damaged: number }[];
  reason: string;
}

/**
 * Confirms on a seller's behalf that returned goods are back, so that their units can be sold again. Sellers with staff
 * confirm themselves and have 24 hours; until then this throws delivery.SELLER_CONFIRMS.
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
  return inApiNames(deps.actors.command(request, by, order, 'confirm-return', payload, reason));
}
