import type { Database } from '../../../db/database.ts';
import { endOfDay, qatarDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';

export interface DashboardFigures {
  /** Groups by state, of the period's orders. */
  states: { status: string; count: number }[];
  /** Days in Qatar, the oldest first; a day without sales is left out. Decimal strings. */
  days: { day: string; groups: number; goods: string }[];
  bestSellers: {
    variant_id: string;
    sku: string;
    name_en: string;
    name_ar: string;
    units: number;
    goods: string;
  }[];
  /** Groups of the period accepted after their deadline, or still waiting beyond it. */
  acceptance: { late: number; waiting: number };
  lowStock: {
    offer_id: string;
    sku: string;
    name_en: string;
    name_ar: string;
    available: number;
    threshold: number;
  }[];
  money: { awaiting_cash: string; payable: string };
}

/** Shown at most. */
const MOST = 10;
/** Fewer free pieces than this, in open warehouses, are few, where an offer has no threshold of its own. */
const LOW_STOCK = 5;
const DAY = 86_400_000;

/** A seller's figures of the last days, today included, in six reads however much it sells. */
export async function readDashboard(
  database: Database,
  sellerId: string,
  now: Date,
  days: number,
): Promise<DashboardFigures & { from: Date; until: Date }> {
  const until = endOfDay(qatarDay(now));
  const from = startOfDay(qatarDay(new Date(until.getTime() - days * DAY)));
  const bindings = { sellerId, from, until, now, most: MOST, low: LOW_STOCK };
  const read = async <Row>(sql: string) => (await database.raw<{ rows: Row[] }>(sql, bindings)).rows;
  const [states, perDay, bestSellers, acceptance, lowStock, money] = await Promise.all([
    read<DashboardFigures['states'][number]>(STATES),
    read<DashboardFigures['days'][number]>(DAYS),
    read<DashboardFigures['bestSellers'][number]>(BEST_SELLERS),
    read<DashboardFigures['acceptance']>(ACCEPTANCE),
    read<DashboardFigures['lowStock'][number]>(LOW),
    read<DashboardFigures['money']>(MONEY),
  ]);
  return {
    ...{ from, until, states, days: perDay, bestSellers, lowStock },
    acceptance: acceptance[0] ?? { late: 0, waiting: 0 },
    money: money[0] ?? { awaiting_cash: '0.00', payable: '0.00' },
  };
}

const OF_PERIOD = `order_groups g JOIN orders o ON o.id = g.order_id
  WHERE g.seller_id = :sellerId AND o.placed_at >= :from AND o.placed_at < :until`;
// What never came to a sale is none.
const SOLD = `g.status NOT IN ('REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF')`;

const STATES = `SELECT g.status, count(*) AS count FROM ${OF_PERIOD} GROUP BY g.status ORDER BY g.status`;
const DAYS = `
  SELECT to_char(o.placed_at AT TIME ZONE 'Asia/Qatar', 'YYYY-MM-DD') AS day, count(*) AS groups, sum(g.goods_total) AS goods
    FROM ${OF_PERIOD} AND ${SOLD} GROUP BY 1 ORDER BY 1`;
const BEST_SELLERS = `
  SELECT l.variant_id, min(l.sku) AS sku, min(l.name_en) AS name_en, min(l.name_ar) AS name_ar,
         sum(l.quantity)::integer AS units, sum(l.line_total) AS goods
    FROM order_lines l JOIN (SELECT g.id FROM ${OF_PERIOD} AND ${SOLD}) s ON s.id = l.group_id
   GROUP BY l.variant_id ORDER BY units DESC, l.variant_id LIMIT :most`;
const ACCEPTANCE = `
  SELECT count(*) FILTER (WHERE g.accepted_at > g.accept_by) AS late,
         count(*) FILTER (WHERE g.status = 'PENDING_ACCEPTANCE' AND g.accept_by < :now) AS waiting FROM ${OF_PERIOD}`;
const LOW = `
  SELECT f.id AS offer_id, v.sku, p.title_en AS name_en, p.title_ar AS name_ar, s.available, f.threshold
    FROM (SELECT id, variant_id, coalesce(low_stock_threshold, :low) AS threshold
            FROM offers WHERE seller_id = :sellerId AND active) f
    JOIN variants v ON v.id = f.variant_id JOIN products p ON p.id = v.product_id
    JOIN LATERAL (SELECT coalesce(sum(l.on_hand - l.reserved), 0)::integer AS available
                    FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                   WHERE l.offer_id = f.id) s ON s.available < f.threshold
   ORDER BY s.available, f.id LIMIT :most`;
const MONEY = `
  SELECT (SELECT coalesce(sum(goods_total - commission), 0.00) FROM order_groups
           WHERE seller_id = :sellerId AND status = 'DELIVERED' AND payment_status <> 'SETTLED') AS awaiting_cash,
         (SELECT coalesce(sum(amount), 0.00) FROM payout_groups
           WHERE seller_id = :sellerId AND payout_id IS NULL) AS payable`;
