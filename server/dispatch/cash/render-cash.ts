import { exceedsLimit, passesMark } from '../../../actors/driver/cash-figures.ts';
import { add } from '../../../actors/money/money.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { CashReport } from './cash-report.ts';
import type { CashEntryRow, DriverCashRow } from './cash-store.ts';
import type { CashDay } from './ledger-store.ts';
import type { SettledCollection, SettlementRow } from './settlement-store.ts';

type Schemas = components['schemas'];

export function renderDriverCash(row: DriverCashRow): Schemas['DriverCash'] {
  return {
    driverId: row.id,
    driverName: row.full_name,
    ...renderHeld(row.cash_on_hand, row.cod_assigned, row.cash_limit),
    openCollections: row.open_collections,
    lastSettledAt: row.last_settled_at?.toISOString() ?? null,
  };
}

type Held = Pick<
  Schemas['DriverCash'],
  'onHand' | 'assigned' | 'projected' | 'limit' | 'nearLimit' | 'overLimit'
>;

/** A driver's present and expected cash against the limit, wherever it is shown. */
export function renderHeld(onHand: string, assigned: string, limit: string | null): Held {
  const projected = add(onHand, assigned);
  return {
    onHand: qar(onHand),
    assigned: qar(assigned),
    projected: qar(projected),
    limit: limit === null ? null : qar(limit),
    nearLimit: passesMark(onHand, limit),
    overLimit: exceedsLimit(projected, limit),
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
    ...renderSummary(row),
    collections: collections.map(({ task_id: taskId, amount }) => ({ taskId, amount: qar(amount) })),
  };
}

export function renderSummary(row: SettlementRow): Schemas['SettlementSummary'] {
  return {
    id: row.id,
    driverId: row.driver_id,
    driverName: row.driver_name,
    status: row.status,
    expected: qar(row.expected),
    counted: qar(row.counted),
    difference: qar(row.difference),
    denominations: row.denominations,
    // No receipt until a second dispatcher has approved the settlement.
    receiptNumber: row.status === 'CLOSED' ? row.receipt_number : null,
    note: row.note,
    createdBy: row.created_by,
    approvedBy: row.approved_by,
    createdAt: row.created_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  };
}

export function renderReport(report: CashReport): Schemas['CashReport'] {
  const { day, from, until, drivers, totals, balanced } = report;
  return {
    day,
    from: from.toISOString(),
    until: until.toISOString(),
    drivers: drivers.map((row) => ({
      driverId: row.driverId,
      driverName: row.driverName,
      ...renderCashDay(row),
    })),
    totals: renderCashDay(totals),
    balanced,
  };
}

function renderCashDay(day: CashDay): Schemas['CashDay'] {
  return {
    opening: qar(day.opening),
    collected: qar(day.collected),
    reversed: qar(day.reversed),
    settled: qar(day.settled),
    handedIn: qar(day.handedIn),
    difference: qar(day.difference),
    closing: qar(day.closing),
  };
}
