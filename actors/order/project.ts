import { historyRows } from '../machines/history.ts';
import type { EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import { etaColumns } from './eta.ts';
import type { OrderEvent } from './events.ts';
import { exceptionRows } from './project-exceptions.ts';
import { driverOf, type GroupState, type OrderState, type TaskState } from './state.ts';

/** Rows of the groups that the events touched, the order's status, and the history. */
export function project(state: OrderState, events: readonly OrderEvent[], context: EventContext): RowOp[] {
  const touched = Object.keys(state.groups).filter((groupId) =>
    events.some((event) => event.type === 'ORDER_PLACED' || event.groupId === groupId),
  );
  return [
    orderRow(state, context.version),
    ...touched.flatMap((groupId) => groupRows(state, groupId, context.version, etaColumns(events, groupId))),
    ...historyRows('order', state.orderId, events, context, historyData),
    ...choiceRows(events, context),
    ...exceptionRows(state, events, context),
  ];
}

/** Every row that mirrors the state: what a rebuild of the projections compares with. */
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

function groupRows(
  state: OrderState,
  groupId: string,
  version: number,
  etas: ReturnType<typeof etaColumns> = {},
): RowOp[] {
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
  const task = taskRow(state, groupId, group, group.task, version);
  return [row, { ...task, row: { ...task.row, ...etas } }];
}

function taskRow(
  state: OrderState,
  groupId: string,
  group: GroupState,
  task: TaskState,
  version: number,
): RowOp {
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

/** Why this driver: for an assignment by hand the answer is that somebody chose them. */
function choiceRows(events: readonly OrderEvent[], context: EventContext): RowOp[] {
  return events.flatMap((event) =>
    event.type !== 'ASSIGN_BY_HAND_OPENED'
      ? []
      : {
          table: 'assignment_choices' as const,
          op: 'insert' as const,
          row: {
            id: context.id('choice'),
            task_id: event.taskId,
            round: event.round,
            attempt: 1,
            zone_id: null,
            policy: 'BY_HAND',
            chosen_driver_id: event.driverId,
            manual: true,
            candidates: [],
            excluded_by: {},
            at: context.at,
            actor_version: context.version,
          },
        },
  );
}

/** What the history tells beside the statuses; the code's hash stays out. */
function historyData(event: OrderEvent): JsonObject {
  switch (event.type) {
    case 'TASK_CREATED':
      return { dueBy: event.dueBy, homeZoneId: event.homeZoneId };
    case 'TASK_ASSIGNED':
      return { driverId: event.driverId, round: event.round, manual: event.manual };
    case 'ASSIGN_BY_HAND_OPENED':
      return { driverId: event.driverId, round: event.round };
    case 'TASK_REQUEUED':
      return { round: event.round, homeZoneId: event.homeZoneId };
    case 'EXCLUSIONS_CLEARED':
      return { driverId: event.driverId, ...event.opens };
    case 'HAND_ASSIGNMENT_FAILED':
      return { driverId: event.driverId, round: event.round, code: event.code };
    case 'TASK_DECLINED':
    case 'OFFER_EXPIRED':
    case 'TASK_UNASSIGNED':
      return { driverId: event.endedOffer.driverId, round: event.round };
    case 'CODE_ISSUED':
      return { codeId: event.codeId, expiresAt: event.expiresAt };
    case 'CODE_REJECTED':
      return { codeId: event.codeId, wrongTries: event.wrongTries };
    case 'CASH_RECORDED':
      return { driverId: event.driverId, amount: event.amount };
    case 'TASK_ACCEPTED':
    case 'TASK_PICKED_UP':
    case 'TASK_IN_TRANSIT':
    case 'TASK_ARRIVED':
    case 'TASK_COMPLETED':
    case 'RETURN_STARTED':
    case 'RETURN_COMPLETED':
    case 'TASK_WRITTEN_OFF':
    case 'CODE_OVERRIDDEN':
      return { driverId: event.driverId };
    case 'TASK_REVERSED':
      return { driverId: event.driverId, round: event.round };
    case 'TASK_FAILED':
      return { driverId: event.driverId, failure: event.failure, attempt: event.attempt };
    case 'TASK_RETRIED':
      return { driverId: event.driverId, attempt: event.attempt, dueBy: event.dueBy };
    default:
      return {};
  }
}
