import type { Database } from '../../../db/database.ts';
import { bigint, double, integer, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { OF_PERIOD, PERIOD, SOLD, type STATE, states } from './dashboard-store.ts';

const TOTALS = { groups: bigint, goods: numeric };
const totals = statement({
  name: 'sellers.trends_totals',
  sql: `SELECT count(*) AS groups, coalesce(sum(g.goods_total), 0.00) AS goods FROM ${OF_PERIOD} AND ${SOLD}`,
  params: PERIOD,
  row: TOTALS,
});

const ACCEPTED = { count: bigint, median: nullable(double), slowest: nullable(double) };
const accepted = statement({
  name: 'sellers.trends_accepted',
  sql: `SELECT count(*) AS count, percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
               percentile_disc(0.9) WITHIN GROUP (ORDER BY seconds) AS slowest
          FROM (SELECT extract(epoch FROM g.accepted_at - o.placed_at)::double precision AS seconds
                  FROM ${OF_PERIOD} AND g.accepted_at IS NOT NULL) a`,
  params: PERIOD,
  row: ACCEPTED,
});

const RETURN = { reason: text, count: bigint };
const returns = statement({
  name: 'sellers.trends_returns',
  sql: `SELECT t.failure_reason AS reason, count(*) AS count
          FROM (SELECT g.id, g.order_id FROM ${OF_PERIOD} AND g.status = 'RETURNED') r
          JOIN delivery_tasks t ON t.order_id = r.order_id AND t.group_id = r.id
         WHERE t.failure_reason IS NOT NULL
         GROUP BY 1 ORDER BY 2 DESC, 1`,
  params: PERIOD,
  row: RETURN,
});

const OFFER = {
  offer_id: uuid,
  sku: text,
  name_en: text,
  name_ar: text,
  /** Free units in open warehouses. */
  available: integer,
  /** Units sold in the period. */
  units: integer,
};
// Every offer that can be bought, with its sales in the period.
const SELLING = `SELECT f.id AS offer_id, v.sku, p.title_en AS name_en, p.title_ar AS name_ar, s.available,
               coalesce(u.units, 0)::integer AS units
          FROM (SELECT id, variant_id, created_at FROM offers WHERE seller_id = :sellerId AND active) f
          JOIN variants v ON v.id = f.variant_id JOIN products p ON p.id = v.product_id
          LEFT JOIN (SELECT l.offer_id, sum(l.quantity) AS units
                       FROM order_lines l JOIN (SELECT g.id FROM ${OF_PERIOD} AND ${SOLD}) d ON d.id = l.group_id
                      GROUP BY l.offer_id) u ON u.offer_id = f.id
          JOIN LATERAL (SELECT coalesce(sum(l.on_hand - l.reserved), 0)::integer AS available
                          FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                         WHERE l.offer_id = f.id) s ON true`;

const toOrder = statement({
  name: 'sellers.trends_to_order',
  sql: `${SELLING} WHERE u.units > 0 AND s.available * :days < u.units * :lastsDays
         ORDER BY s.available / u.units, u.units DESC, f.id LIMIT :limit`,
  params: { ...PERIOD, days: integer, lastsDays: bigint, limit: bigint },
  row: OFFER,
});

const slow = statement({
  name: 'sellers.trends_slow',
  // Offers created during the period had less time to sell, so they are excluded.
  sql: `${SELLING} WHERE f.created_at < :from AND s.available > 0 AND coalesce(u.units, 0) * :share < s.available
         ORDER BY coalesce(u.units, 0), s.available DESC, f.id LIMIT :limit`,
  params: { ...PERIOD, share: bigint, limit: bigint },
  row: OFFER,
});

export interface TrendFigures {
  now: ValuesOf<typeof TOTALS>;
  before: ValuesOf<typeof TOTALS>;
  states: ValuesOf<typeof STATE>[];
  /** Seconds from placement to acceptance; null if nothing was accepted. */
  accepted: ValuesOf<typeof ACCEPTED>;
  returns: ValuesOf<typeof RETURN>[];
  toOrder: ValuesOf<typeof OFFER>[];
  slow: ValuesOf<typeof OFFER>[];
}

export interface TrendQuery {
  sellerId: string;
  from: Date;
  until: Date;
  /** Start of the previous period, which ended at `from`. */
  formerFrom: Date;
  /** Length of the period. */
  days: number;
  /** Reorder when stock lasts fewer days than this. */
  lastsDays: number;
  /** Slow: sold less than one unit for this many left. */
  share: number;
  /** Most rows per list. */
  limit: number;
}

export async function readTrendFigures(database: Database, query: TrendQuery): Promise<TrendFigures> {
  const { sellerId, from, formerFrom } = query;
  const none = { groups: 0, goods: '0.00' };
  const [now, before, ofStates, times, reasons, few, many] = await Promise.all([
    totals.first(database, query),
    totals.first(database, { sellerId, from: formerFrom, until: from }),
    states.all(database, query),
    accepted.first(database, query),
    returns.all(database, query),
    toOrder.all(database, query),
    slow.all(database, query),
  ]);
  return {
    ...{ now: now ?? none, before: before ?? none, states: ofStates },
    accepted: times ?? { count: 0, median: null, slowest: null },
    ...{ returns: reasons, toOrder: few, slow: many },
  };
}
