import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import type { Principal, Role } from '../../actors/runtime/machine.ts';
import type { Dependencies } from '../dependencies.ts';
import { API_PREFIX } from '../http/adapter.ts';
import type { Caller, Handlers, Locale } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { principalAs } from '../http/principal.ts';
import { assignByHand } from './assign-by-hand.ts';
import { renderDispatchTask } from './render-task.ts';
import { readExplanation } from './task-explanation.ts';
import { findOrderOfTask, readGoods, readHistory, readTasks, type TaskRow } from './task-store.ts';
import { inApiWords, noSuchTask } from './task-words.ts';

type Operation =
  | 'listTasks'
  | 'getTask'
  | 'getTaskExplanation'
  | 'assignTask'
  | 'unassignTask'
  | 'cancelTask';

type TaskDependencies = Dependencies & { presence: DriverPresence };

/** The dispatcher's board: every task, and taking a hand in whose it is. */
export function dispatchTaskHandlers(deps: TaskDependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  return {
    async listTasks({ caller, query, locale }) {
      const { status, zoneId, driverId, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `dispatch-tasks:${status ?? ''}:${zoneId ?? ''}:${driverId ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const rows = await readTasks(deps.database, { status, zoneId, driverId }, position, limit + 1);
      const render = await renderer(deps, rows, staff(caller).role, locale);
      return { status: 200, body: cursors.page(scope, rows, limit, ({ id }) => [id], render) };
    },
    getTask: ({ caller, params, locale }) => answer(deps, params.id, caller, locale),
    async getTaskExplanation({ params: { id } }) {
      if ((await findOrderOfTask(deps.database, id)) === null) throw noSuchTask();
      return { status: 200, body: await readExplanation(deps.database, id) };
    },
    async assignTask(request) {
      const { caller, locale, params, body } = request;
      const assignment = { taskId: params.id, driverId: body.driverId };
      const { outcome, replayed } = await assignByHand(deps, request, staff(caller), assignment);
      const reply = await answer(deps, params.id, caller, locale);
      if (outcome === 'assigned') return { ...reply, replayed };
      const headers = { Location: `${API_PREFIX}/dispatch/tasks/${params.id}` };
      return { ...reply, status: 202, headers, replayed };
    },
    async unassignTask(request) {
      const { caller, locale, params, body } = request;
      const { orderId: key } = await orderOf(deps, params.id);
      const order = { kind: 'order', key } as const;
      const payload = { taskId: params.id };
      const { replayed } = await inApiWords(
        deps.actors.command(request, staff(caller), order, 'unassign', payload, body.reason),
      );
      return { ...(await answer(deps, params.id, caller, locale)), replayed };
    },
    async cancelTask(request) {
      const { caller, locale, params, body } = request;
      const { orderId: key, groupId } = await orderOf(deps, params.id);
      const order = { kind: 'order', key } as const;
      const { replayed } = await inApiWords(
        deps.actors.command(request, staff(caller), order, 'cancel-group', { groupId }, body.reason),
      );
      return { ...(await answer(deps, params.id, caller, locale)), replayed };
    },
  };
}

function staff(caller: Caller): Principal {
  return principalAs(caller, 'DISPATCHER', 'ADMIN');
}

async function orderOf({ database }: TaskDependencies, taskId: string) {
  const found = await findOrderOfTask(database, taskId);
  if (found === null) throw noSuchTask();
  return found;
}

async function answer(deps: TaskDependencies, taskId: string, caller: Caller, locale: Locale) {
  const [task] = await readTasks(deps.database, { id: taskId }, null, 1);
  if (task === undefined) throw noSuchTask();
  const render = await renderer(deps, [task], staff(caller).role, locale);
  return { status: 200, body: render(task), etag: task.actor_version };
}

async function renderer(
  { database }: TaskDependencies,
  tasks: readonly TaskRow[],
  role: Role,
  locale: Locale,
) {
  const [goods, history] = await Promise.all([
    readGoods(database, tasks, locale),
    readHistory(database, tasks),
  ]);
  return (task: TaskRow) =>
    renderDispatchTask(task, goods.get(task.group_id) ?? [], history.get(task.id) ?? [], role);
}
