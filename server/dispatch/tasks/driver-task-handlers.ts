import { normalise } from '../../../actors/money/money.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import type { Caller, Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownDriverId, principalAs } from '../../kernel/http/principal.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { privateLinks } from '../../kernel/uploads/serve-uploads.ts';
import { sealTypedCode } from '../../marketplace/orders/orders.ts';
import { noteSignOfLife } from '../drivers/drivers.ts';
import { inApiNames, noSuchTask } from './api-names.ts';
import { failureOf } from './failure-of.ts';
import { renderDriverTask } from './render-task.ts';
import { readExceptions, readPhotos } from './task-notes-store.ts';
import { addPhoto, type PhotoDependencies, renderPhoto } from './task-photos.ts';
import { findOrderOfTask, readGoods, readTasks, type TaskRow } from './task-store.ts';

type Operation =
  | 'listDriverTasks'
  | 'acceptTask'
  | 'declineTask'
  | 'pickUpTask'
  | 'startTransit'
  | 'arriveTask'
  | 'requestDeliveryCode'
  | 'verifyDeliveryCode'
  | 'recordCash'
  | 'completeTask'
  | 'failTask'
  | 'returnTask'
  | 'confirmHandOver'
  | 'addTaskPhoto';

/** Common parts of every request on a driver's task. */
interface TaskRequest {
  params: { id: string };
  caller: Caller;
  locale: Locale;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
  occurredAt: string | null;
}

type TaskDependencies = PhotoDependencies;

/** Operations: the driver's steps. Each is a command to the order actor, which knows who has the task. */
export function driverTaskHandlers(deps: TaskDependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const step = async (request: TaskRequest, type: string, payload: JsonObject = {}, reason?: string) => {
    const { replayed } = await commandTask(deps, request, type, payload, reason);
    const [task] = await findOwnTask(deps, request);
    // A dispatcher may have taken the task away before this response is built; the command took effect all the same.
    return task === undefined
      ? ({ status: 204, replayed } as const)
      : ({ status: 200, body: await renderOwnTask(deps, request, task), replayed } as const);
  };
  return {
    async listDriverTasks({ caller, query, locale }) {
      const driverId = ownDriverId(caller);
      const { status, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `driver-tasks:${driverId}:${status ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const rows = await readTasks(deps.database, { visibleTo: driverId, status }, position, limit + 1);
      const render = await renderer(deps, rows, driverId, locale);
      return { status: 200, body: cursors.page(scope, rows, limit, ({ id }) => [id], render) };
    },
    acceptTask: (request) => step(request, 'accept'),
    async declineTask(request) {
      const { replayed } = await commandTask(deps, request, 'decline', {}, request.body?.reason);
      return { status: 204, replayed };
    },
    pickUpTask: (request) => step(request, 'pick-up'),
    startTransit: (request) => step(request, 'in-transit'),
    arriveTask: (request) => step(request, 'arrive'),
    requestDeliveryCode: (request) => step(request, 'request-code'),
    verifyDeliveryCode: (request) => {
      const sealedCode = sealTypedCode(deps.secrets, request.params.id, request.body.code);
      return step(request, 'verify-code', { sealedCode });
    },
    recordCash: (request) => step(request, 'record-cash', { amount: normalise(request.body.amount.amount) }),
    completeTask: (request) => step(request, 'complete'),
    failTask: (request) => {
      const { payload, reason } = failureOf(request.body);
      return step(request, 'fail', payload, reason);
    },
    returnTask: (request) =>
      step(request, request.body.stage === 'START' ? 'start-return' : 'complete-return'),
    confirmHandOver: (request) => step(request, 'hand-over'),
    async addTaskPhoto(request) {
      const { photo, replayed } = await addPhoto(deps, request);
      return { status: 201, body: renderPhoto(photo, privateLinks(deps.secrets)), replayed };
    },
  };
}

async function commandTask(
  deps: TaskDependencies,
  request: TaskRequest,
  type: string,
  payload: JsonObject,
  reason?: string,
): Promise<CommandResult> {
  const by = principalAs(request.caller, 'DRIVER');
  const driverId = ownDriverId(request.caller);
  const taskId = request.params.id;
  await noteSignOfLife(deps.presence, driverId);
  const found = await findOrderOfTask(deps.database, taskId);
  if (found === null) throw noSuchTask();
  const order = { kind: 'order', key: found.orderId } as const;
  const told = request.occurredAt === null ? {} : { occurredAt: request.occurredAt };
  return inApiNames(deps.actors.command(request, by, order, type, { taskId, ...payload, ...told }, reason));
}

/** At most one row. */
function findOwnTask({ database }: TaskDependencies, { caller, params }: TaskRequest): Promise<TaskRow[]> {
  return readTasks(database, { id: params.id, visibleTo: ownDriverId(caller) }, null, 1);
}

async function renderOwnTask(deps: TaskDependencies, { caller, locale }: TaskRequest, task: TaskRow) {
  const render = await renderer(deps, [task], ownDriverId(caller), locale);
  return render(task);
}

async function renderer(
  { database, secrets }: TaskDependencies,
  tasks: readonly TaskRow[],
  driverId: string,
  locale: Locale,
) {
  const [goods, exceptions, photos] = await Promise.all([
    readGoods(database, tasks, locale),
    readExceptions(database, tasks),
    readPhotos(database, tasks),
  ]);
  const linkOf = privateLinks(secrets);
  return (task: TaskRow) =>
    renderDriverTask(
      task,
      {
        goods: goods.get(task.group_id) ?? [],
        exceptions: exceptions.get(task.id) ?? [],
        photos: photos.get(task.id) ?? [],
      },
      { driverId, linkOf },
    );
}
