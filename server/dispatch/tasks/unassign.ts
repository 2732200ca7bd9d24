import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { orderOfTask } from './answer-task.ts';
import { inApiWords } from './task-words.ts';

/**
 * Takes a task back from its driver; it waits in the queue again. Throws delivery.INVALID_STATE, or common.CONFLICT
 * where the `round` that was seen is over.
 */
export async function unassign(
  { database, actors }: Pick<Dependencies, 'database' | 'actors'>,
  origin: Origin,
  by: Principal,
  { taskId, round, reason }: { taskId: string; round?: number | undefined; reason?: string | undefined },
): Promise<{ replayed: boolean }> {
  const { orderId: key } = await orderOfTask(database, taskId);
  const payload = { taskId, ...(round === undefined ? {} : { round }) };
  return inApiWords(actors.command(origin, by, { kind: 'order', key }, 'unassign', payload, reason));
}
