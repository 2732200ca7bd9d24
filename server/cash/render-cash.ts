import type { components } from '../http/api-types.ts';
import { qar } from '../http/qar.ts';
import type { CashEntryRow, DriverCashRow, SettledCollection, SettlementRow } from './cash-store.ts';

type Schemas = components['schemas'];

export function renderDriverCash(row: DriverCashRow): Schemas['DriverCash'] {
  return {
    driverId: row.id,
    driverName: row.full_name,
    onHand: qar(row.cash_on_hand),
    limit: row.cash_limit === null ? null : qar(row.cash_limit),
    openCollections: row.open_collections,
    lastSettledAt: row.last_settled_at?.toISOString() ?? null,
  };
}

export function renderCashEntry(row: CashEntryRow): Schemas['CashEntry'] {
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    amount: qar(row.amount),
    taskId: row.task_id,
    orderNumber: row.order_number,
    settlementId: row.settlement_id,
  };
}

export function renderSettlement(
  row: SettlementRow,
  collections: readonly SettledCollection[],
): Schemas['Settlement'] {
  return {
    id: row.id,
    driverId: row.driver_id,
    status: row.status,
    expected: qar(row.expected),
    counted: qar(row.counted),
    difference: qar(row.difference),
    // A receipt is given for what is settled, not for what still waits for a second dispatcher.
    receiptNumber: row.status === 'CLOSED' ? row.receipt_number : null,
    note: row.note,
    createdBy: row.created_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    collections: collections.map(({ task_id: taskId, amount }) => ({ taskId, amount: qar(amount) })),
  };
}
