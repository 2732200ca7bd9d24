import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { csvOf } from '../../kernel/http/csv.ts';
import type { PayoutRow } from './payout-store.ts';
import type { MoneyGroupRow } from './seller-money-store.ts';

const COLUMNS = [
  ...['payoutNumber', 'paidOn', 'bankReference', 'orderNumber', 'groupId', 'deliveredOn'],
  ...['gross', 'commissionRate', 'commission', 'net'],
];

/** A payout as CSV with one line per order. */
export function payoutCsv(payout: PayoutRow, groups: readonly MoneyGroupRow[]): string {
  const day = qatarDay(payout.created_at);
  const rows = groups.map((group) => [
    ...[payout.number, day, payout.bank_reference ?? '', group.order_number, group.id],
    qatarDay(group.ended_at ?? group.placed_at),
    ...[group.gross, group.commission_rate, group.commission, group.net],
  ]);
  return csvOf([COLUMNS, ...rows]);
}
