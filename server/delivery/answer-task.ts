import type { Principal, Role } from '../../actors/runtime/machine.ts';
import type { Database } from '../../db/database.ts';
import type { components } from '../http/api-types.ts';
import type { Caller, Locale } from '../http/operation.ts';
import { principalAs } from '../http/principal.ts';
import { renderDispatchTask } from './render-task.ts';
import { findOrderOfTask, readGoods, readHistory, readTasks, type TaskRow } from './task-store.ts';
import { noSuchTask } from './task-words.ts';

export function staff(caller: Caller): Principal {
  return principalAs(caller, 'DISPATCHER', 'ADMIN');
}

/** Where a task's commands go. Throws common.NOT_FOUND. */
export async function orderOfTask(database: Database, taskId: string) {
  const found = await findOrderOfTask(database, taskId);
  if (found === null) throw noSuchTask();
  return found;
}

/** The task as the dispatcher sees it now, with its version. */
export async function answerTask(database: Database, taskId: string, caller: Caller, locale: Locale) {
  const [task] = await readTasks(database, { id: taskId }, null, 1);
  if (task === undefined) throw noSuchTask();
  const render = await taskRenderer(database, [task], staff(caller).role, locale);
  return { status: 200, body: render(task), etag: task.actor_version };
}

export async function taskRenderer(
  database: Database,
  tasks: readonly TaskRow[],
  role: Role,
  locale: Locale,
): Promise<(task: TaskRow) => components['schemas']['DispatchTask']> {
  const [goods, history] = await Promise.all([
    readGoods(database, tasks, locale),
    readHistory(database, tasks),
  ]);
  return (task) => renderDispatchTask(task, goods.get(task.group_id) ?? [], history.get(task.id) ?? [], role);
}
