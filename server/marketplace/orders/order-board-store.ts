import type { GroupStatus, TaskStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  date,
  integer,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { UNDER_WAY } from './unfinished-store.ts';

const ROW = {
  id: uuid,
  order_id: uuid,
  number: text,
  status: oneOf<GroupStatus>(),
  accept_by: timestamptz,
  placed_at: timestamptz,
  /** Recipient of the delivery. */
  contact_name: nullable(text),
  // QAR.
  goods_total: numeric,
  promised_to: date,
  return_confirmed_at: nullable(timestamptz),
  ended_at: nullable(timestamptz),
  actor_version: bigint,
  /** Null, like the times below, for a group without a task. */
  task_status: nullable(oneOf<TaskStatus>()),
  pickup_eta: nullable(timestamptz),
  dropoff_eta: nullable(timestamptz),
  first_name_en: text,
  first_name_ar: text,
  line_count: bigint,
  units: integer,
  gathered: integer,
};

/** A group as shown on the seller's board. */
export type OrderBoardRow = ValuesOf<typeof ROW>;

const BOARD = `SELECT g.id, g.order_id, o.number, g.status, g.accept_by, o.placed_at,
                      o.address->>'contactName' AS contact_name, g.goods_total, g.promised_to, g.return_confirmed_at,
                      g.ended_at, g.actor_version, t.status AS task_status, t.pickup_eta, t.dropoff_eta,
                      l.first_name_en, l.first_name_ar, l.line_count, l.units,
                      coalesce((SELECT sum(a.quantity) FROM order_lines al
                                  JOIN order_line_allocations a ON a.line_id = al.id AND a.warehouse_id <> g.warehouse_id
                                 WHERE al.group_id = g.id), 0)::integer AS gathered
                 FROM order_groups g
                 JOIN orders o ON o.id = g.order_id
                 LEFT JOIN delivery_tasks t ON t.group_id = g.id
                 CROSS JOIN LATERAL
                      (SELECT (array_agg(name_en ORDER BY id))[1] AS first_name_en,
                              (array_agg(name_ar ORDER BY id))[1] AS first_name_ar,
                              count(*) AS line_count, sum(quantity)::integer AS units
                         FROM order_lines WHERE group_id = g.id) l`;

/** A seller's open groups, returns waiting for the seller, and groups that ended since; newest first. */
export function readBoardRows(
  database: Database,
  given: { sellerId: string; endedSince: Date; count: number },
): Promise<OrderBoardRow[]> {
  return board.all(database, given);
}

const board = statement({
  name: 'orders.seller_board',
  sql: `${BOARD}
         WHERE g.seller_id = :sellerId
           AND (${UNDER_WAY} OR (g.status = 'RETURNED' AND g.return_confirmed_at IS NULL) OR g.ended_at >= :endedSince)
         ORDER BY g.id DESC LIMIT :count`,
  params: { sellerId: uuid, endedSince: timestamptz, count: bigint },
  row: ROW,
});

/** The groups among these that belong to the seller. */
export function readBoardRowsOf(
  database: Database,
  given: { sellerId: string; ids: readonly string[] },
): Promise<OrderBoardRow[]> {
  return ofIds.all(database, given);
}

const ofIds = statement({
  name: 'orders.seller_board_groups',
  sql: `${BOARD} WHERE g.seller_id = :sellerId AND g.id = ANY(:ids::uuid[]) ORDER BY g.id DESC`,
  params: { sellerId: uuid, ids: arrayOf(uuid) },
  row: ROW,
});

/**
 * A seller's groups whose order number, contact, product or SKU matches the words, newest first. Names are matched as
 * in the catalogue search, among the newest `within` groups; a complete order number is found regardless of age.
 */
export function searchBoardRows(
  database: Database,
  given: { sellerId: string; words: string; within: number; count: number },
): Promise<OrderBoardRow[]> {
  return search.all(database, given);
}

const search = statement({
  name: 'orders.seller_board_search',
  sql: `${BOARD}
         WHERE g.id IN (
           SELECT n.id FROM orders no JOIN order_groups n ON n.order_id = no.id
            WHERE n.seller_id = :sellerId AND no.number = upper(:words::text)
           UNION ALL
           (SELECT n.id
              FROM (SELECT id, order_id FROM order_groups
                     WHERE seller_id = :sellerId ORDER BY id DESC LIMIT :within) n
              JOIN orders no ON no.id = n.order_id
             WHERE strpos(no.number, upper(:words::text)) > 0
                OR strpos(fold_text(no.address->>'contactName'), fold_text(:words)) > 0
                OR EXISTS (SELECT 1 FROM order_lines nl
                            WHERE nl.group_id = n.id
                              AND (strpos(fold_text(nl.name_en), fold_text(:words)) > 0
                                OR strpos(fold_text(nl.name_ar), fold_text(:words)) > 0
                                OR strpos(upper(nl.sku), upper(:words::text)) > 0))
             ORDER BY n.id DESC LIMIT :count))
         ORDER BY g.id DESC LIMIT :count`,
  params: { sellerId: uuid, words: text, within: bigint, count: bigint },
  row: ROW,
});
