import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { orderOfTask } from './answer-task.ts';
import { inApiNames } from './api-names.ts';

/**
 * Takes a task from its driver and returns it to the queue. Throws delivery.INVALID_STATE, or common.CONFLICT if the
 * `round` the dispatcher saw has ended.
 */
export async function unassign(
  { database, actors }: Pick<Dependencies, 'database' | 'actors'>,
  origin: Origin,
  by: Principal,
  { taskId, round, reason }: { taskId: string; round?: number | undefined; reason?: string | undefined },
): Promise<{ replayed: boolean }> {
  const { orderId: key } = await orderOfTask(database, taskId);
  const payload = { taskId, ...(round === undefined ? {} : { round }) };
  return inApiNames(actors.command(origin, by, { kind: 'order', key }, 'unassign', payload, reason));
}
