import type { Database } from '../../../db/database.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { csvOf, freeText } from '../../kernel/http/csv.ts';
import type { GroupPosition } from './seller-statement-store.ts';
import { type Period, readStatementGroups, type StatementGroup } from './statements.ts';

const COLUMNS = [
  ...['month', 'deliveredOn', 'orderNumber', 'groupId', 'sku', 'nameEn', 'nameAr', 'quantity'],
  ...['gross', 'commissionRate', 'commission', 'net', 'state', 'payoutNumber'],
];
const BATCH_SIZE = 500;
/** Most groups in a file; a truncated file says so in its last line. */
const MAX_GROUPS = 20_000;

/** A whole period as CSV with one line per order line; the commissions of a group's lines add up to the group's. */
export async function statementCsv(database: Database, sellerId: string, period: Period): Promise<string> {
  const rows: string[][] = [COLUMNS];
  let after: GroupPosition | null = null;
  for (let read = 0; read < MAX_GROUPS; read += BATCH_SIZE) {
    const groups: StatementGroup[] = await readStatementGroups(database, sellerId, period, after, BATCH_SIZE);
    rows.push(...groups.flatMap((group) => lineRows(period.month, group)));
    const last = groups.at(-1);
    if (last === undefined || groups.length < BATCH_SIZE) return csvOf(rows);
    after = { at: last.delivered_at, id: last.id };
  }
  rows.push([period.month, `CUT OFF AFTER ${MAX_GROUPS} GROUPS`]);
  return csvOf(rows);
}

function lineRows(month: string, group: StatementGroup): string[][] {
  const day = qatarDay(group.delivered_at);
  return group.lines.map((line) => [
    ...[month, day, group.order_number, group.id],
    ...[freeText(line.sku), freeText(line.name_en), freeText(line.name_ar), String(line.quantity)],
    ...[line.gross, group.commission_rate, line.commission, line.net, group.state, group.payout_number ?? ''],
  ]);
}
