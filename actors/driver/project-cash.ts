import type { EventContext, RowOp } from '../runtime/machine.ts';
import type { DriverEvent, SettlementFigures } from './events.ts';
import type { DriverState } from './state.ts';

/** Cash taken at doors, and the settlements that name it. These rows are history: the state keeps sums only. */
export function cashRows({ driverId }: DriverState, event: DriverEvent, context: EventContext): RowOp[] {
  const actor_version = context.version;
  switch (event.type) {
    case 'CASH_COLLECTED': {
      const { taskId, orderId, groupId, amount, collectedAt } = event;
      const row = {
        id: context.id(`collection:${taskId}`),
        driver_id: driverId,
        task_id: taskId,
        order_id: orderId,
        group_id: groupId,
        amount,
        recorded_at: collectedAt,
        settlement_id: null,
        actor_version,
      };
      return [{ table: 'driver_collections', op: 'insert', row }];
    }
    case 'HAND_IN_OPENED':
      return [settlementRow(driverId, event, null, actor_version), ...stamped(event, actor_version)];
    case 'SETTLEMENT_CLOSED': {
      const closed = { approvedBy: event.approvedBy, at: event.at };
      return [settlementRow(driverId, event, closed, actor_version), ...stamped(event, actor_version)];
    }
    default:
      return [];
  }
}

function settlementRow(
  driverId: string,
  figures: SettlementFigures,
  closed: { approvedBy: string | null; at: string } | null,
  actor_version: number,
): RowOp {
  return {
    table: 'settlements',
    op: 'upsert',
    row: {
      id: figures.settlementId,
      driver_id: driverId,
      status: closed === null ? 'PENDING_APPROVAL' : 'CLOSED',
      expected: figures.expected,
      counted: figures.counted,
      difference: figures.difference,
      receipt_number: figures.receiptNumber,
      note: figures.note,
      created_by: figures.openedBy,
      approved_by: closed?.approvedBy ?? null,
      created_at: figures.openedAt,
      closed_at: closed?.at ?? null,
      actor_version,
    },
  };
}

/** From now on no other settlement takes these. */
function stamped({ collections, settlementId }: SettlementFigures, actor_version: number): RowOp[] {
  return collections.map(({ collectionId }) => ({
    table: 'driver_collections',
    op: 'update',
    row: { id: collectionId, settlement_id: settlementId, actor_version },
  }));
}
