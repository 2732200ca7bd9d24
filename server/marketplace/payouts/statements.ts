import { apportion, subtract } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { startOfDay } from '../../kernel/calendar/qatar-time.ts';

/** A calendar month in Qatar. */
export interface Period {
  /** 'YYYY-MM'. */
  month: string;
  from: Date;
  until: Date;
}

export type MoneyState = 'AWAITING_CASH' | 'PAYABLE' | 'PAID';

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

export interface StatementGroup {
  id: string;
  order_number: string;
  delivered_at: Date;
  gross: string;
  /** Percent, as it was when the order was placed. */
  commission_rate: string;
  commission: string;
  net: string;
  state: MoneyState;
  payout_number: string | null;
  lines: StatementLine[];
}

export interface StatementTotals {
  groups: number;
  gross: string;
  commission: string;
  net: string;
  awaiting_cash: string;
  payable: string;
  paid: string;
}

export interface GroupPosition {
  at: Date;
  id: string;
}

export function periodOf(month: string): Period {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { month, from: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) };
}

// Its credit stands in the books from the delivery on; it is payable once the cash behind it is in the till.
const stateOf = (isPayable: string) => `CASE WHEN g.payment_status <> 'SETTLED' THEN 'AWAITING_CASH'
                                             WHEN ${isPayable} THEN 'PAYABLE' ELSE 'PAID' END`;
const OF_PERIOD = `g.seller_id = :sellerId AND g.status = 'DELIVERED' AND g.ended_at >= :from AND g.ended_at < :until`;

/** A seller's delivered groups of a period, newest first, in two reads however many there are. */
export async function readStatementGroups(
  database: Database,
  sellerId: string,
  { from, until }: Period,
  after: GroupPosition | null,
  count: number,
): Promise<StatementGroup[]> {
  const { rows } = await database.raw<{ rows: Omit<StatementGroup, 'lines'>[] }>(
    `SELECT g.id, o.number AS order_number, g.ended_at AS delivered_at, g.goods_total AS gross, g.commission_rate,
            g.commission, g.goods_total - g.commission AS net, ${stateOf('p.id IS NULL')} AS state, p.number AS payout_number
       FROM order_groups g JOIN orders o ON o.id = g.order_id
       LEFT JOIN payout_groups l ON l.group_id = g.id
       LEFT JOIN payouts p ON p.id = l.payout_id
      WHERE ${OF_PERIOD}
        AND (:at::timestamptz IS NULL OR (g.ended_at, g.id) < (:at::timestamptz, :id::uuid))
      ORDER BY g.ended_at DESC, g.id DESC LIMIT :count`,
    { sellerId, from, until, at: (after?.at ?? null) as Date, id: (after?.id ?? null) as string, count },
  );
  const lines = await readLines(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map((group) => ({ ...group, lines: shared(group.commission, lines.get(group.id) ?? []) }));
}

type RawLine = Pick<StatementLine, 'sku' | 'name_en' | 'name_ar' | 'quantity' | 'gross'>;

async function readLines(database: Database, groupIds: readonly string[]): Promise<Map<string, RawLine[]>> {
  const rows = await database<RawLine & { id: string; group_id: string; line_total: string }>('order_lines')
    .whereIn('group_id', [...groupIds])
    .orderBy('id')
    .select('group_id', 'sku', 'name_en', 'name_ar', 'quantity', 'line_total as gross');
  const lines = new Map<string, RawLine[]>();
  for (const { group_id, ...line } of rows as (RawLine & { group_id: string })[])
    lines.set(group_id, [...(lines.get(group_id) ?? []), line]);
  return lines;
}

/** A group's commission over its lines, to the fils. */
function shared(commission: string, lines: readonly RawLine[]): StatementLine[] {
  const parts = apportion(
    commission,
    lines.map(({ gross }) => gross),
  );
  return lines.map((line, index) => {
    const part = parts[index] ?? '0.00';
    return { ...line, commission: part, net: subtract(line.gross, part) };
  });
}

/** What is payable is little beside what was paid, so it is read as a whole instead of by group. */
export async function readStatementTotals(
  database: Database,
  sellerId: string,
  { from, until }: Period,
): Promise<StatementTotals> {
  const sum = (state: MoneyState) => `coalesce(sum(net) FILTER (WHERE state = '${state}'), 0.00)`;
  const { rows } = await database.raw<{ rows: StatementTotals[] }>(
    `SELECT count(*) AS groups, coalesce(sum(gross), 0.00) AS gross, coalesce(sum(commission), 0.00) AS commission,
            coalesce(sum(net), 0.00) AS net, ${sum('AWAITING_CASH')} AS awaiting_cash, ${sum('PAYABLE')} AS payable,
            ${sum('PAID')} AS paid
       FROM (SELECT g.goods_total AS gross, g.commission, g.goods_total - g.commission AS net,
                    ${stateOf('l.group_id IS NOT NULL')} AS state
               FROM order_groups g
               LEFT JOIN payout_groups l ON l.group_id = g.id AND l.seller_id = :sellerId AND l.payout_id IS NULL
              WHERE ${OF_PERIOD}) g`,
    { sellerId, from, until },
  );
  const [totals] = rows;
  if (totals === undefined) throw new Error('an aggregate without a row');
  return totals;
}
