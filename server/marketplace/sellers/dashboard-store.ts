import type { Database } from '../../../db/database.ts';
import { bigint, integer, numeric, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

export const PERIOD = { sellerId: uuid, from: timestamptz, until: timestamptz };
export const OF_PERIOD = `order_groups g JOIN orders o ON o.id = g.order_id
  WHERE g.seller_id = :sellerId AND o.placed_at >= :from AND o.placed_at < :until`;
// Groups that led to no sale are excluded.
export const SOLD = `g.status NOT IN ('REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF')`;

export const STATE = { status: text, count: bigint };
/** Groups of the period's orders, by state. */
export const states = statement({
  name: 'sellers.dashboard_states',
  sql: `SELECT g.status, count(*) AS count FROM ${OF_PERIOD} GROUP BY g.status ORDER BY g.status`,
  params: PERIOD,
  row: STATE,
});

const DAY = { day: text, groups: bigint, goods: numeric };
const days = statement({
  name: 'sellers.dashboard_days',
  sql: `SELECT to_char(o.placed_at AT TIME ZONE 'Asia/Qatar', 'YYYY-MM-DD') AS day, count(*) AS groups,
               sum(g.goods_total) AS goods
          FROM ${OF_PERIOD} AND ${SOLD} GROUP BY 1 ORDER BY 1`,
  params: PERIOD,
  row: DAY,
});

const BEST_SELLER = {
  variant_id: uuid,
  sku: text,
  name_en: text,
  name_ar: text,
  units: integer,
  goods: numeric,
};
const bestSellers = statement({
  name: 'sellers.dashboard_best_sellers',
  sql: `SELECT l.variant_id, min(l.sku) AS sku, min(l.name_en) AS name_en, min(l.name_ar) AS name_ar,
               sum(l.quantity)::integer AS units, sum(l.line_total) AS goods
          FROM order_lines l JOIN (SELECT g.id FROM ${OF_PERIOD} AND ${SOLD}) s ON s.id = l.group_id
         GROUP BY l.variant_id ORDER BY units DESC, l.variant_id LIMIT :most`,
  params: { ...PERIOD, most: bigint },
  row: BEST_SELLER,
});

const ACCEPTANCE = { late: bigint, waiting: bigint };
const acceptance = statement({
  name: 'sellers.dashboard_acceptance',
  sql: `SELECT count(*) FILTER (WHERE g.accepted_at > g.accept_by) AS late,
               count(*) FILTER (WHERE g.status = 'PENDING_ACCEPTANCE' AND g.accept_by < :now) AS waiting
          FROM ${OF_PERIOD}`,
  params: { ...PERIOD, now: timestamptz },
  row: ACCEPTANCE,
});

const LOW_OFFER = {
  offer_id: uuid,
  sku: text,
  name_en: text,
  name_ar: text,
  available: integer,
  threshold: integer,
};
const lowStock = statement({
  name: 'sellers.dashboard_low_stock',
  sql: `SELECT f.id AS offer_id, v.sku, p.title_en AS name_en, p.title_ar AS name_ar, s.available, f.threshold
          FROM (SELECT id, variant_id, coalesce(low_stock_threshold, :low) AS threshold
                  FROM offers WHERE seller_id = :sellerId AND active) f
          JOIN variants v ON v.id = f.variant_id JOIN products p ON p.id = v.product_id
          JOIN LATERAL (SELECT coalesce(sum(l.on_hand - l.reserved), 0)::integer AS available
                          FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                         WHERE l.offer_id = f.id) s ON s.available < f.threshold
         ORDER BY s.available, f.id LIMIT :most`,
  params: { sellerId: uuid, low: integer, most: bigint },
  row: LOW_OFFER,
});

const MONEY = { awaiting_cash: numeric, payable: numeric };
const money = statement({
  name: 'sellers.dashboard_money',
  sql: `SELECT (SELECT coalesce(sum(goods_total - commission), 0.00) FROM order_groups
                 WHERE seller_id = :sellerId AND status = 'DELIVERED' AND payment_status <> 'SETTLED') AS awaiting_cash,
               (SELECT coalesce(sum(amount), 0.00) FROM payout_groups
                 WHERE seller_id = :sellerId AND payout_id IS NULL) AS payable`,
  params: { sellerId: uuid },
  row: MONEY,
});

export interface DashboardFigures {
  /** Groups of the period's orders, by state. */
  states: ValuesOf<typeof STATE>[];
  /** Days in Qatar, oldest first; days without sales are missing. Decimal strings. */
  days: ValuesOf<typeof DAY>[];
  bestSellers: ValuesOf<typeof BEST_SELLER>[];
  /** Groups of the period accepted after their deadline, or waiting beyond it. */
  acceptance: ValuesOf<typeof ACCEPTANCE>;
  lowStock: ValuesOf<typeof LOW_OFFER>[];
  money: ValuesOf<typeof MONEY>;
}

export interface DashboardQuery {
  sellerId: string;
  from: Date;
  until: Date;
  now: Date;
  /** Most rows per list. */
  most: number;
  /** Threshold for offers without one of their own. */
  low: number;
}

export async function readFigures(database: Database, query: DashboardQuery): Promise<DashboardFigures> {
  const [ofStates, ofDays, best, accepted, low, sums] = await Promise.all([
    states.all(database, query),
    days.all(database, query),
    bestSellers.all(database, query),
    acceptance.first(database, query),
    lowStock.all(database, query),
    money.first(database, query),
  ]);
  return {
    ...{ states: ofStates, days: ofDays, bestSellers: best, lowStock: low },
    acceptance: accepted ?? { late: 0, waiting: 0 },
    money: sums ?? { awaiting_cash: '0.00', payable: '0.00' },
  };
}
