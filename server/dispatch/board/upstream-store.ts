import type { Database } from '../../../db/database.ts';
import { bigint, double, integer, nullable, oneOf, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const row = {
  warehouse_id: uuid,
  seller_id: uuid,
  name: text,
  shop_en: text,
  shop_ar: text,
  latitude: double,
  longitude: double,
  status: oneOf<'PENDING_ACCEPTANCE' | 'ACCEPTED' | 'PACKED'>(),
  // Not accepted, and the deadline has passed.
  unanswered: integer,
  estimate: oneOf<'SELLER' | 'MARKET' | 'NONE'>(),
  // Start of the quarter-hour in which they are expected to be ready.
  ready_from: nullable(timestamptz),
  groups: integer,
};
export type UpstreamRow = ValuesOf<typeof row>;

/** Order groups without a task yet, counted by store, state and expected quarter-hour. */
export function readUpstreamRows(
  database: Database,
  terms: { now: Date; fewest: number; latest: number; market: number; stores: number },
): Promise<UpstreamRow[]> {
  return upstream.all(database, terms);
}

const TAKES = `percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM accepted_at - placed_at)) AS accepting,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ready_at - accepted_at)) AS preparing,
               count(*) AS groups`;

// Usual times are read once per seller that is preparing something, by the index on its deliveries.
const upstream = statement({
  name: 'board.upstream',
  sql: `WITH under_way AS MATERIALIZED (
          SELECT g.warehouse_id, g.seller_id, g.status, g.accepted_at, o.placed_at,
                 g.status = 'PENDING_ACCEPTANCE' AND g.accept_by < :now AS unanswered
            FROM order_groups g JOIN orders o ON o.id = g.order_id
           WHERE g.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'PACKED')
        ), of_seller AS MATERIALIZED (
          SELECT s.seller_id, usual.*
            FROM (SELECT DISTINCT seller_id FROM under_way) s,
         LATERAL (SELECT ${TAKES}
                    FROM (SELECT h.accepted_at, h.ready_at, p.placed_at
                            FROM order_groups h JOIN orders p ON p.id = h.order_id
                           WHERE h.seller_id = s.seller_id AND h.status = 'DELIVERED'
                             AND h.accepted_at IS NOT NULL AND h.ready_at IS NOT NULL
                           ORDER BY h.ended_at DESC, h.id DESC LIMIT :latest) delivered) usual
        ), of_market AS MATERIALIZED (
          SELECT ${TAKES}
            FROM (SELECT h.accepted_at, h.ready_at, p.placed_at
                    FROM (SELECT group_id FROM delivery_tasks WHERE completed_at IS NOT NULL
                           ORDER BY completed_at DESC, id DESC LIMIT :market) t
                    JOIN order_groups h ON h.id = t.group_id AND h.accepted_at IS NOT NULL AND h.ready_at IS NOT NULL
                    JOIN orders p ON p.id = h.order_id) delivered
        ), estimated AS (
          SELECT u.*,
                 CASE WHEN s.groups >= :fewest THEN 'SELLER' WHEN m.groups >= :fewest THEN 'MARKET' ELSE 'NONE' END AS estimate,
                 CASE WHEN s.groups >= :fewest THEN s.accepting WHEN m.groups >= :fewest THEN m.accepting END AS accepting,
                 CASE WHEN s.groups >= :fewest THEN s.preparing WHEN m.groups >= :fewest THEN m.preparing END AS preparing
            FROM under_way u JOIN of_seller s USING (seller_id) CROSS JOIN of_market m
        ), counted AS (
          SELECT warehouse_id, seller_id, status, estimate,
                 count(*) FILTER (WHERE unanswered)::int AS unanswered, count(*)::int AS groups,
                 date_bin('15 minutes', CASE
                   WHEN unanswered OR estimate = 'NONE' THEN NULL
                   WHEN status = 'PENDING_ACCEPTANCE'
                     THEN greatest(:now, placed_at + make_interval(secs => accepting + preparing))
                   ELSE greatest(:now, accepted_at + make_interval(secs => preparing)) END,
                   'epoch'::timestamptz) AS ready_from
            FROM estimated GROUP BY warehouse_id, seller_id, status, estimate, ready_from
        ), shown AS (
          SELECT warehouse_id FROM counted GROUP BY warehouse_id
           ORDER BY min(ready_from) NULLS LAST, sum(groups) DESC, warehouse_id LIMIT :stores
        )
        SELECT c.warehouse_id, c.seller_id, w.name, s.display_name_en AS shop_en, s.display_name_ar AS shop_ar,
               w.latitude, w.longitude, c.status, c.unanswered, c.estimate, c.ready_from, c.groups
          FROM counted c JOIN shown USING (warehouse_id) JOIN warehouses w ON w.id = c.warehouse_id
          JOIN sellers s ON s.id = c.seller_id
         ORDER BY min(c.ready_from) OVER (PARTITION BY c.warehouse_id) NULLS LAST, c.warehouse_id, c.ready_from`,
  params: { now: timestamptz, fewest: bigint, latest: bigint, market: bigint, stores: bigint },
  row,
});
