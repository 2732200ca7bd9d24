import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { OutboxStore } from '../../../actors/runtime/store.ts';
import { doneWithin } from '../../../db/deadline.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { API_PREFIX } from '../../kernel/http/contract.ts';
import type { Caller, Handlers, IdempotencyKey } from '../../kernel/http/operation.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { RESTOCK_TIMEOUT_MS } from '../../marketplace/orders/orders.ts';
import { readDriver } from '../drivers/drivers.ts';
import { answerTask, orderOfTask, staff } from './answer-task.ts';
import { inApiNames } from './api-names.ts';
import { confirmReturnForSeller } from './confirm-return-for-seller.ts';
import { failureOf } from './failure-of.ts';
import { logContact } from './log-contact.ts';
import { type ChainResult, openHandOver, reverseCompletion } from './task-chains.ts';
import { renderContact } from './task-exceptions.ts';

type Operation =
  | 'failTaskForDriver'
  | 'retryTask'
  | 'startTaskReturn'
  | 'writeOffTask'
  | 'overrideDeliveryCode'
  | 'addTaskContact'
  | 'confirmReturnForSeller'
  | 'reverseTask'
  | 'openHandOver'
  | 'cancelHandOver';

interface TaskRequest {
  params: { id: string };
  caller: Caller;
  locale: Locale;
  requestId: string;
  ip: string;
  idempotency: IdempotencyKey | null;
}

type TaskDependencies = Dependencies & { presence: DriverPresence; pusher: Pusher; outbox: OutboxStore };

/** Operations: dispatchers' decisions when a delivery does not go as planned. */
export function dispatchExceptionHandlers(deps: TaskDependencies): Pick<Handlers, Operation> {
  const decide = async (request: TaskRequest, type: string, more: JsonObject, reason?: string) => {
    const { caller, locale, params } = request;
    const { orderId: key } = await orderOfTask(deps.database, params.id);
    const order = { kind: 'order', key } as const;
    const payload = { taskId: params.id, ...more };
    const { replayed } = await inApiNames(
      deps.actors.command(request, staff(caller), order, type, payload, reason),
    );
    return { ...(await answerTask(deps, params.id, caller, locale)), replayed };
  };
  const chained = async ({ params, caller, locale }: TaskRequest, { outcome, replayed }: ChainResult) => {
    const reply = await answerTask(deps, params.id, caller, locale);
    if (outcome === 'done') return { ...reply, replayed };
    const headers = { Location: `${API_PREFIX}/dispatch/tasks/${params.id}` };
    return { ...reply, status: 202, headers, replayed };
  };
  return {
    failTaskForDriver(request) {
      const { payload, reason } = failureOf(request.body);
      return decide(request, 'fail', payload, reason);
    },
    retryTask(request) {
      const { window, reason } = request.body ?? {};
      return decide(request, 'retry', window === undefined ? {} : { window: utc(window) }, reason);
    },
    startTaskReturn: (request) => decide(request, 'start-return', {}, request.body?.reason),
    writeOffTask: (request) => decide(request, 'write-off', {}, request.body.reason),
    confirmReturnForSeller: async (request) => {
      const { params, body, caller, locale } = request;
      const result = await confirmReturnForSeller(deps, request, staff(caller), {
        ...{ taskId: params.id, lines: body.lines ?? [], reason: body.reason },
      });
      await doneWithin(result.effects, RESTOCK_TIMEOUT_MS);
      return { ...(await answerTask(deps, params.id, caller, locale)), replayed: result.replayed };
    },
    overrideDeliveryCode: (request) => decide(request, 'override-code', {}, request.body.reason),
    async reverseTask(request) {
      const { params, body } = request;
      const asked = { taskId: params.id, reason: body.reason };
      return chained(request, await reverseCompletion(deps, request, staff(request.caller), asked));
    },
    async openHandOver(request) {
      const { params, body } = request;
      const { toDriverId, reason } = body;
      await readDriver(deps, toDriverId);
      const asked = { taskId: params.id, toDriverId, reason };
      return chained(request, await openHandOver(deps, request, staff(request.caller), asked));
    },
    cancelHandOver: (request) => decide(request, 'cancel-hand-over', {}),
    async addTaskContact(request) {
      const { contact, replayed } = await logContact(deps, request);
      return { status: 201, body: renderContact(contact), replayed };
    },
  };
}

function utc({ from, to }: { from: string; to: string }) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
