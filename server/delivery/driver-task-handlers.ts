import type { DriverPresence } from '../../actors/geo/presence-port.ts';
import { normalise } from '../../actors/money/money.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { CommandResult } from '../../actors/runtime/runtime.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Caller, Handlers, IdempotencyKey, Locale } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { ownDriverId, principalAs } from '../http/principal.ts';
import { sealTypedCode } from './delivery-code.ts';
import { renderDriverTask } from './render-task.ts';
import { noteSignOfLife } from './sign-of-life.ts';
import { findOrderOfTask, readGoods, readTasks } from './task-store.ts';
import { inApiWords, noSuchTask } from './task-words.ts';

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
  | 'completeTask';

/** What every request on one task of a driver has. */
interface TaskRequest {
  params: { id: string };
  caller: Caller;
  locale: Locale;
  requestId: string;
  idempotency: IdempotencyKey | null;
}

type TaskDependencies = Dependencies & { presence: DriverPresence };

/** The driver's steps. Each is a command to the order actor, which alone knows whose task it is. */
export function driverTaskHandlers(deps: TaskDependencies): Pick<Handlers, Operation> {
  const cursors = new Cursors(deps.secrets);
  const step = async (request: TaskRequest, type: string, payload: JsonObject = {}) => {
    const { replayed } = await commandTask(deps, request, type, payload);
    return { status: 200, body: await readOwnTask(deps, request), replayed };
  };
  return {
    async listDriverTasks({ caller, query, locale }) {
      const driverId = ownDriverId(caller);
      const { status, limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `driver-tasks:${driverId}:${status ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const rows = await readTasks(deps.database, { driverId, status }, position, limit + 1);
      const goods = await readGoods(deps.database, rows, locale);
      const render = (row: (typeof rows)[number]) => renderDriverTask(row, goods.get(row.group_id) ?? []);
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
  return inApiWords(deps.actors.command(request, by, order, type, { taskId, ...payload }, reason));
}

async function readOwnTask({ database }: TaskDependencies, { caller, params, locale }: TaskRequest) {
  const [task] = await readTasks(database, { id: params.id, driverId: ownDriverId(caller) }, null, 1);
  if (task === undefined) throw noSuchTask();
  const goods = await readGoods(database, [task], locale);
  return renderDriverTask(task, goods.get(task.group_id) ?? []);
}
