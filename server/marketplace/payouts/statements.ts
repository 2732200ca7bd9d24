import { apportion, subtract } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { qatarDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import {
  type DeliveredLine,
  type GroupPosition,
  readDelivered,
  readDeliveredLines,
  type StatementGroupRow,
} from './seller-statement-store.ts';

/** A calendar month in Qatar. */
export interface Period {
  /** 'YYYY-MM'. */
  month: string;
  from: Date;
  until: Date;
}

export interface StatementLine {
  sku: string;
  name_en: string;
  name_ar: string;
  quantity: number;
  /** Decimal strings. The commissions of a group's lines add up to the group's. */
  gross: string;
  commission: string;
  net: string;
}

export type StatementGroup = StatementGroupRow & { lines: StatementLine[] };

/** In Qatar, 'YYYY-MM'. */
export function currentMonth(now: Date): string {
  return qatarDay(now).slice(0, 7);
}

export function periodOf(month: string): Period {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { month, from: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) };
}

/** A seller's delivered groups of a period, newest first, in two queries. */
export async function readStatementGroups(
  database: Database,
  sellerId: string,
  { from, until }: Period,
  after: GroupPosition | null,
  count: number,
): Promise<StatementGroup[]> {
  const groups = await readDelivered(database, { sellerId, from, until }, after, count);
  const lines = await linesOf(database, groups);
  return groups.map((group) => ({ ...group, lines: lines.get(group.id) ?? [] }));
}

/** The lines of these groups, by id, each with its share of the group's commission. */
export async function linesOf(
  database: Database,
  groups: readonly { id: string; commission: string }[],
): Promise<Map<string, StatementLine[]>> {
  const ids = groups.map(({ id }) => id);
  const lines = groupBy(await readDeliveredLines(database, ids), (line) => line.group_id);
  return new Map(groups.map(({ id, commission }) => [id, shared(commission, lines.get(id) ?? [])]));
}

/** Distributes a group's commission over its lines, to 0.01 QAR. */
function shared(commission: string, lines: readonly DeliveredLine[]): StatementLine[] {
  const parts = apportion(
    commission,
    lines.map(({ gross }) => gross),
  );
  return lines.map((line, index) => {
    const part = parts[index] ?? '0.00';
    return { ...line, commission: part, net: subtract(line.gross, part) };
  });
}
