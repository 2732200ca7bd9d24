import { historyRows } from '../machines/history.ts';
import type { EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import { type OrderEvent, rulesOf } from './behaviours.ts';
import { driverOf, etasOf, type GroupState, holderOf, type OrderState, type TaskState } from './state.ts';

/** Rows of the groups touched by the events, the order's status, the history, and the events' own rows. */
export function project(state: OrderState, events: readonly OrderEvent[], context: EventContext): RowOp[] {
  const touched = Object.keys(state.groups).filter((groupId) =>
    events.some((event) => event.type === 'ORDER_PLACED' || event.groupId === groupId),
  );
  return [
    orderRow(state, context.version),
    ...touched.flatMap((groupId) => groupRows(state, groupId, context.version)),
    ...historyRows('order', state.orderId, events, context, historyData),
    ...events.flatMap((event) => ownRows(event, context)),
    ...exceptionRows(state, events, context),
  ];
}

/** Every row that mirrors the state; a rebuild of the projections compares with these. */
export function orderRows(state: OrderState, version: number): RowOp[] {
  const groups = Object.keys(state.groups).flatMap((groupId) => groupRows(state, groupId, version));
  return [orderRow(state, version), ...groups];
}

function orderRow(state: OrderState, version: number): RowOp {
  return {
    table: 'orders',
    op: 'update',
    row: { id: state.orderId, status: state.status, actor_version: version },
  };
}

function groupRows(state: OrderState, groupId: string, version: number): RowOp[] {
  const group = state.groups[groupId];
  if (group === undefined) return [];
  const row: RowOp = {
    table: 'order_groups',
    op: 'update',
    row: {
      id: groupId,
      status: group.status,
      payment_status: group.payment,
      collected_amount: group.task?.cashRecorded ?? null,
      deadline_missed: group.deadlineMissed,
      accepted_at: group.acceptedAt ?? null,
      ready_at: group.readyAt ?? null,
      ended_at: group.endedAt ?? null,
      return_confirmed_at: group.returnConfirmedAt ?? null,
      actor_version: version,
    },
  };
  if (group.task === undefined) return [row];
  return [row, taskRow(state, groupId, group, group.task, version)];
}

function taskRow(
  state: OrderState,
  groupId: string,
  group: GroupState,
  task: TaskState,
  version: number,
): RowOp {
  const { pickupEta, dropoffEta } = etasOf(task);
  return {
    table: 'delivery_tasks',
    op: 'upsert',
    row: {
      id: task.taskId,
      order_id: state.orderId,
      group_id: groupId,
      seller_id: group.sellerId,
      status: task.status,
      round: task.round,
      driver_id: driverOf(task),
      offer_id: task.offer?.offerId ?? null,
      offer_expires_at: task.offer?.expiresAt ?? null,
      offer_manual: task.offer?.manual ?? false,
      manual_offer_id: task.manual?.offerId ?? null,
      manual_driver_id: task.manual?.driverId ?? null,
      manual_refusal: task.lastManualRefusal ?? null,
      zone_id: task.homeZoneId ?? null,
      due_by: task.dueBy,
      pickup_eta: pickupEta,
      dropoff_eta: dropoffEta,
      cash_due: group.cashDue,
      cash_recorded: task.cashRecorded ?? null,
      items: group.items,
      attempt: task.attempt,
      failure_reason: task.failure?.reason ?? null,
      failed_at: task.failure?.at ?? null,
      window_from: task.window?.from ?? null,
      window_to: task.window?.to ?? null,
      code_overridden: task.codeOverridden ?? false,
      reversal_id: task.reversal?.reversalId ?? null,
      hand_over_id: task.handOver?.handOverId ?? null,
      hand_over_driver_id: task.handOver?.toDriverId ?? null,
      hand_over_reserved: task.handOver?.reserved ?? false,
      hand_over_gave: task.handOver?.gave ?? false,
      hand_over_took: task.handOver?.took ?? false,
      hand_over_expires_at: task.handOver?.expiresAt ?? null,
      code_expires_at: task.code?.expiresAt ?? null,
      pickup_lat: group.pickup.latitude,
      pickup_lng: group.pickup.longitude,
      dropoff_lat: state.dropoff.latitude,
      dropoff_lng: state.dropoff.longitude,
      created_at: group.readyAt ?? null,
      completed_at: task.completedAt ?? null,
      actor_version: version,
    },
  };
}

function historyData(event: OrderEvent): JsonObject {
  return event.type === 'ORDER_PLACED' ? {} : (rulesOf(event.type).history?.(event) ?? {});
}

function ownRows(event: OrderEvent, context: EventContext): RowOp[] {
  return event.type === 'ORDER_PLACED' ? [] : (rulesOf(event.type).rows?.(event, context) ?? []);
}

/** One row per problem with a task, kept for ever: who reported it, when and why. */
function exceptionRows(state: OrderState, events: readonly OrderEvent[], context: EventContext): RowOp[] {
  return events.flatMap((event, index) => {
    if (event.type === 'ORDER_PLACED') return [];
    const exception = rulesOf(event.type).exception?.(event);
    const task = state.groups[event.groupId]?.task;
    if (exception === undefined || task === undefined) return [];
    const { kind, failure = null, note = context.reason, data = {} } = exception;
    const row = {
      id: context.id(`exception:${index}`),
      task_id: task.taskId,
      kind,
      attempt: task.attempt,
      driver_id: holderOf(task),
      failure,
      note,
      data,
      account_id: context.by.accountId,
      role: context.by.role,
      at: context.at,
      actor_version: context.version,
    };
    return [{ table: 'task_exceptions' as const, op: 'insert' as const, row }];
  });
}
