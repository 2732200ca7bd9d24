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
        number: event.number ?? 1,
        amount,
        recorded_at: collectedAt,
        settlement_id: null,
        actor_version,
      };
      return [{ table: 'driver_collections', op: 'insert', row }];
    }
    case 'CASH_UNCOLLECTED': {
      const row = { id: event.collectionId, reversed_at: event.at, actor_version };
      return [{ table: 'driver_collections', op: 'update', row }];
    }
    case 'HAND_IN_OPENED':
      return [countedRow(driverId, event, actor_version), ...stamped(event, actor_version)];
    case 'SETTLEMENT_CLOSED':
      if (event.approvedBy !== null) return [approvedRow(event, actor_version)];
      return [countedRow(driverId, event, actor_version), ...stamped(event, actor_version)];
    default:
      return [];
  }
}

type Settled = Extract<DriverEvent, { type: 'HAND_IN_OPENED' | 'SETTLEMENT_CLOSED' }>;

/** The settlement as it was counted: closed at once, or waiting. */
function countedRow(driverId: string, event: Settled, actor_version: number): RowOp {
  const closed = event.type === 'SETTLEMENT_CLOSED';
  return {
    table: 'settlements',
    op: 'insert',
    row: {
      id: event.settlementId,
      driver_id: driverId,
      status: closed ? 'CLOSED' : 'PENDING_APPROVAL',
      expected: event.expected,
      counted: event.counted,
      difference: event.difference,
      receipt_number: event.receiptNumber,
      note: event.note,
      denominations: event.denominations ?? null,
      created_by: event.openedBy,
      approved_by: null,
      created_at: event.at,
      closed_at: closed ? event.at : null,
      actor_version,
    },
  };
}

function approvedRow(event: Extract<Settled, { type: 'SETTLEMENT_CLOSED' }>, actor_version: number): RowOp {
  const { settlementId, approvedBy, at } = event;
  const row = { id: settlementId, status: 'CLOSED', approved_by: approvedBy, closed_at: at, actor_version };
  return { table: 'settlements', op: 'update', row };
}

/** From now on no other settlement takes these. */
function stamped({ collections, settlementId }: SettlementFigures, actor_version: number): RowOp[] {
  return collections.map(({ collectionId }) => ({
    table: 'driver_collections',
    op: 'update',
    row: { id: collectionId, settlement_id: settlementId, actor_version },
  }));
}
