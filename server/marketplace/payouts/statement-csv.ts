import type { Database } from '../../../db/database.ts';
import { qatarDay } from '../../kernel/calendar/qatar-time.ts';
import { csvOf, freeText } from '../../kernel/http/csv.ts';
import type { GroupPosition } from './seller-statement-store.ts';
import { type Period, readStatementGroups, type StatementGroup } from './statements.ts';

const COLUMNS = [
  ...['month', 'deliveredOn', 'orderNumber', 'groupId', 'sku', 'nameEn', 'nameAr', 'quantity'],
  ...['gross', 'commissionRate', 'commission', 'net', 'state', 'payoutNumber'],
];
const BATCH = 500;
/** A file of more groups than this is cut off, and says so in its last line. */
const MOST_GROUPS = 20_000;

/** A whole period as a table with a line per order line; the commissions of a group's lines add up to the group's. */
export async function statementCsv(database: Database, sellerId: string, period: Period): Promise<string> {
  const rows: string[][] = [COLUMNS];
  let after: GroupPosition | null = null;
  for (let read = 0; read < MOST_GROUPS; read += BATCH) {
    const groups: StatementGroup[] = await readStatementGroups(database, sellerId, period, after, BATCH);
    rows.push(...groups.flatMap((group) => lineRows(period.month, group)));
    const last = groups.at(-1);
    if (last === undefined || groups.length < BATCH) return csvOf(rows);
    after = { at: last.delivered_at, id: last.id };
  }
  rows.push([period.month, `CUT OFF AFTER ${MOST_GROUPS} GROUPS`]);
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
