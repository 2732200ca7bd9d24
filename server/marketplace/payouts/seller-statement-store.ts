import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  integer,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { deliveredState } from './money-state.ts';

export type MoneyState = 'AWAITING_CASH' | 'PAYABLE' | 'PAID';

/** A seller and a time span. */
export interface SellerPeriod {
  sellerId: string;
  from: Date;
  until: Date;
}

export interface GroupPosition {
  at: Date;
  id: string;
}

const PERIOD = { sellerId: uuid, from: timestamptz, until: timestamptz };
const OF_PERIOD = `g.seller_id = :sellerId AND g.status = 'DELIVERED' AND g.ended_at >= :from AND g.ended_at < :until`;

const GROUP = {
  id: uuid,
  order_number: text,
  delivered_at: timestamptz,
  gross: numeric,
  /** Percent, as of the order's placement. */
  commission_rate: numeric,
  commission: numeric,
  net: numeric,
  state: oneOf<MoneyState>(),
  payout_number: nullable(text),
};
export type StatementGroupRow = ValuesOf<typeof GROUP>;

/** A seller's delivered groups of a period, newest first. @param after Last group of the previous page. */
export function readDelivered(
  database: Database,
  period: SellerPeriod,
  after: GroupPosition | null,
  count: number,
): Promise<StatementGroupRow[]> {
  return delivered.all(database, { ...period, at: after?.at ?? null, id: after?.id ?? null, count });
}

const delivered = statement({
  name: 'payouts.delivered_groups',
  sql: `SELECT g.id, o.number AS order_number, g.ended_at AS delivered_at, g.goods_total AS gross, g.commission_rate,
               g.commission, g.goods_total - g.commission AS net, ${deliveredState('p.id IS NULL')} AS state,
               p.number AS payout_number
          FROM order_groups g JOIN orders o ON o.id = g.order_id
          LEFT JOIN payout_groups l ON l.group_id = g.id
          LEFT JOIN payouts p ON p.id = l.payout_id
         WHERE ${OF_PERIOD}
           AND (:at::timestamptz IS NULL OR (g.ended_at, g.id) < (:at, :id))
         ORDER BY g.ended_at DESC, g.id DESC LIMIT :count`,
  params: { ...PERIOD, at: nullable(timestamptz), id: nullable(uuid), count: bigint },
  row: GROUP,
});

const LINE = { group_id: uuid, sku: text, name_en: text, name_ar: text, quantity: integer, gross: numeric };
export type DeliveredLine = ValuesOf<typeof LINE>;

/** The lines of these groups, by id. */
export function readDeliveredLines(
  database: Database,
  groupIds: readonly string[],
): Promise<DeliveredLine[]> {
  return lines.all(database, { groupIds });
}

const lines = statement({
  name: 'payouts.delivered_lines',
  sql: `SELECT group_id, sku, name_en, name_ar, quantity, line_total AS gross
          FROM order_lines WHERE group_id = ANY(:groupIds) ORDER BY id`,
  params: { groupIds: arrayOf(uuid) },
  row: LINE,
});

const TOTALS = {
  groups: bigint,
  gross: numeric,
  commission: numeric,
  net: numeric,
  awaiting_cash: numeric,
  payable: numeric,
  paid: numeric,
};
export type StatementTotals = ValuesOf<typeof TOTALS>;

/** Few groups are payable compared with those paid, so payables are read as a whole rather than per group. */
export async function readStatementTotals(
  database: Database,
  period: SellerPeriod,
): Promise<StatementTotals> {
  const sums = await totals.first(database, period);
  if (sums === null) throw new Error('an aggregate without a row');
  return sums;
}

const sumOf = (state: MoneyState) => `coalesce(sum(net) FILTER (WHERE state = '${state}'), 0.00)`;
const totals = statement({
  name: 'payouts.totals_of_period',
  sql: `SELECT count(*) AS groups, coalesce(sum(gross), 0.00) AS gross, coalesce(sum(commission), 0.00) AS commission,
               coalesce(sum(net), 0.00) AS net, ${sumOf('AWAITING_CASH')} AS awaiting_cash,
               ${sumOf('PAYABLE')} AS payable, ${sumOf('PAID')} AS paid
          FROM (SELECT g.goods_total AS gross, g.commission, g.goods_total - g.commission AS net,
                       ${deliveredState('l.group_id IS NOT NULL')} AS state
                  FROM order_groups g
                  LEFT JOIN payout_groups l ON l.group_id = g.id AND l.seller_id = :sellerId AND l.payout_id IS NULL
                 WHERE ${OF_PERIOD}) g`,
  params: PERIOD,
  row: TOTALS,
});
