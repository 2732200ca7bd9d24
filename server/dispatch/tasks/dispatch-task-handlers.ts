import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { answerTask, orderOfTask, staff, taskRenderer } from './answer-task.ts';
import { inApiNames } from './api-names.ts';
import { readTasks } from './task-store.ts';
import { unassign } from './unassign.ts';

type Operation = 'listTasks' | 'getTask' | 'unassignTask' | 'cancelTask';

type TaskDependencies = Dependencies & { presence: DriverPresence };

/** Operations: listing all tasks, and reassigning them. */
export function dispatchTaskHandlers(deps: TaskDependencies): Pick<Handlers, Operation> {
  const { database, actors } = deps;
  const cursors = new Cursors(deps.secrets);
  return {
    async listTasks({ caller, query, locale }) {
      const { status, zoneId, driverId, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `dispatch-tasks:${status ?? ''}:${zoneId ?? ''}:${driverId ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const rows = await readTasks(database, { status, zoneId, driverId }, position, limit + 1);
      const render = await taskRenderer(deps, rows, staff(caller).role, locale);
      return { status: 200, body: cursors.page(scope, rows, limit, ({ id }) => [id], render) };
    },
    getTask: ({ caller, params, locale }) => answerTask(deps, params.id, caller, locale),
    async unassignTask(request) {
      const { caller, locale, params, body } = request;
      const { replayed } = await unassign(deps, request, staff(caller), { taskId: params.id, ...body });
      return { ...(await answerTask(deps, params.id, caller, locale)), replayed };
    },
    async cancelTask(request) {
      const { caller, locale, params, body } = request;
      const { orderId: key, groupId } = await orderOfTask(database, params.id);
      const order = { kind: 'order', key } as const;
      const { replayed } = await inApiNames(
        actors.command(request, staff(caller), order, 'cancel-group', { groupId }, body.reason),
      );
      return { ...(await answerTask(deps, params.id, caller, locale)), replayed };
    },
  };
}
