import type { Principal, Role } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Caller } from '../../kernel/http/operation.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { privateLinks } from '../../kernel/uploads/serve-uploads.ts';
import { noSuchTask } from './api-names.ts';
import { renderDispatchTask, type TaskDetails } from './render-task.ts';
import { readContacts, readExceptions, readPhotos } from './task-notes-store.ts';
import { findOrderOfTask, readGoods, readHistory, readTasks, type TaskRow } from './task-store.ts';

type TaskSources = Pick<Dependencies, 'database' | 'clock' | 'secrets'>;

export function staff(caller: Caller): Principal {
  return principalAs(caller, 'DISPATCHER', 'ADMIN');
}

/** The order actor that takes a task's commands. Throws common.NOT_FOUND. */
export async function orderOfTask(database: Database, taskId: string) {
  const found = await findOrderOfTask(database, taskId);
  if (found === null) throw noSuchTask();
  return found;
}

/** The task as the dispatcher sees it now, with its version. */
export async function answerTask(deps: TaskSources, taskId: string, caller: Caller, locale: Locale) {
  const [task] = await readTasks(deps.database, { id: taskId }, null, 1);
  if (task === undefined) throw noSuchTask();
  const render = await taskRenderer(deps, [task], staff(caller).role, locale);
  return { status: 200, body: render(task), etag: task.actor_version };
}

/** Reads the details shown with each task, one query per kind. */
export async function readDetails(
  database: Database,
  tasks: readonly TaskRow[],
  locale: Locale,
): Promise<(task: Pick<TaskRow, 'id' | 'group_id'>) => TaskDetails> {
  const [goods, history, exceptions, contacts, photos] = await Promise.all([
    readGoods(database, tasks, locale),
    readHistory(database, tasks),
    readExceptions(database, tasks),
    readContacts(database, tasks),
    readPhotos(database, tasks),
  ]);
  return ({ id, group_id: groupId }) => ({
    goods: goods.get(groupId) ?? [],
    history: history.get(id) ?? [],
    exceptions: exceptions.get(id) ?? [],
    contacts: contacts.get(id) ?? [],
    photos: photos.get(id) ?? [],
  });
}

export async function taskRenderer(
  { database, clock, secrets }: TaskSources,
  tasks: readonly TaskRow[],
  role: Role,
  locale: Locale,
): Promise<(task: TaskRow) => components['schemas']['DispatchTask']> {
  const detailsOf = await readDetails(database, tasks, locale);
  const linkOf = privateLinks(secrets);
  return (task) => renderDispatchTask(task, detailsOf(task), { role, now: clock.now(), locale, linkOf });
}
