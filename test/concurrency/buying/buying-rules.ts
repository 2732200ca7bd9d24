import type { Database } from '../../../db/database.ts';

/** A rule of stock and money, as a query for rows that break it. `:sellers` limits it to one world. */
interface Rule {
  name: string;
  sql: string;
}

const OWN = 'seller_id = ANY(CAST(:sellers AS uuid[]))';
const OWN_OFFERS = `SELECT id FROM offers WHERE ${OWN}`;

const RULES: readonly Rule[] = [
  {
    name: 'on hand and reserved are never negative, and no more is reserved than is on hand',
    sql: `SELECT offer_id, warehouse_id, on_hand, reserved FROM stock_levels
           WHERE offer_id IN (${OWN_OFFERS}) AND (on_hand < 0 OR reserved < 0 OR reserved > on_hand)`,
  },
  {
    name: 'movements sum up to the levels',
    sql: `SELECT l.offer_id, l.warehouse_id, l.on_hand, l.reserved, m.on_hand AS moved, m.reserved AS moved_reserved
            FROM stock_levels l
            JOIN (SELECT offer_id, warehouse_id, sum(on_hand_delta) AS on_hand, sum(reserved_delta) AS reserved
                    FROM stock_movements GROUP BY 1, 2) m USING (offer_id, warehouse_id)
           WHERE l.offer_id IN (${OWN_OFFERS}) AND (l.on_hand <> m.on_hand OR l.reserved <> m.reserved)`,
  },
  {
    name: 'reserved units belong to open checkouts, unit for unit',
    sql: `SELECT l.offer_id, l.warehouse_id, l.reserved, h.held
            FROM stock_levels l
            LEFT JOIN (SELECT offer_id, warehouse_id, sum(r.quantity) AS held
                         FROM reservations r JOIN checkouts c ON c.id = r.checkout_id AND c.status = 'OPEN'
                        WHERE r.status = 'HELD' GROUP BY 1, 2) h USING (offer_id, warehouse_id)
           WHERE l.offer_id IN (${OWN_OFFERS}) AND l.reserved <> coalesce(h.held, 0)`,
  },
  {
    name: 'a reservation ends once, with its checkout: sold, released or revoked',
    sql: `SELECT r.id, r.status, c.status AS checkout
            FROM reservations r JOIN checkouts c ON c.id = r.checkout_id
           WHERE r.offer_id IN (${OWN_OFFERS})
             AND r.status <> CASE c.status WHEN 'OPEN' THEN 'HELD' WHEN 'CONFIRMED' THEN 'CONSUMED' ELSE 'RELEASED' END
             AND NOT (r.status = 'LOST' AND c.status <> 'CONFIRMED')`,
  },
  {
    name: 'what a checkout reserved is released or sold exactly once',
    sql: `SELECT c.id, c.status, m.offer_id, m.warehouse_id, sum(m.reserved_delta) AS left, h.held
            FROM checkouts c
            JOIN stock_movements m ON m.cause_id IN (c.id::text, c.order_id::text) AND m.cause <> 'RETURN'
            LEFT JOIN LATERAL (SELECT sum(r.quantity) FILTER (WHERE r.status IN ('HELD', 'LOST')) AS held
                                 FROM reservations r
                                WHERE r.checkout_id = c.id AND r.offer_id = m.offer_id
                                  AND r.warehouse_id = m.warehouse_id) h ON true
           WHERE m.offer_id IN (${OWN_OFFERS})
           GROUP BY c.id, m.offer_id, m.warehouse_id, h.held
          HAVING sum(m.reserved_delta) <> coalesce(h.held, 0)`,
  },
  {
    name: 'a confirmed checkout has one order, any other has none',
    sql: `SELECT c.id, c.status, count(o.id) AS orders
            FROM checkouts c LEFT JOIN orders o ON o.checkout_id = c.id
           WHERE c.id IN (SELECT checkout_id FROM checkout_lines WHERE ${OWN})
           GROUP BY c.id HAVING count(o.id) <> CASE c.status WHEN 'CONFIRMED' THEN 1 ELSE 0 END`,
  },
  {
    name: 'an order line is sold from stock, unit for unit, and returns once if its group is cancelled',
    sql: `SELECT l.id, l.quantity, g.status, a.sold, m.back
            FROM order_lines l JOIN order_groups g ON g.id = l.group_id
            LEFT JOIN LATERAL (SELECT sum(quantity) AS sold FROM order_line_allocations WHERE line_id = l.id) a ON true
            LEFT JOIN LATERAL (SELECT sum(on_hand_delta) AS back FROM stock_movements
                                WHERE cause = 'RETURN' AND offer_id = l.offer_id
                                  AND cause_id LIKE '%:' || l.id::text) m ON true
           WHERE g.${OWN}
             AND (coalesce(a.sold, 0) <> l.quantity
                  OR coalesce(m.back, 0) <> CASE WHEN g.status IN ('CANCELLED', 'REJECTED') THEN l.quantity ELSE 0 END)`,
  },
  {
    name: 'a sale reduces stock by what the order was allocated, and what is reserved by as much',
    sql: `SELECT g.order_id, a.offer_id, a.warehouse_id, a.quantity, m.on_hand_delta, m.reserved_delta
            FROM order_groups g JOIN order_lines l ON l.group_id = g.id
            JOIN order_line_allocations a ON a.line_id = l.id
            LEFT JOIN stock_movements m ON m.cause = 'SALE' AND m.cause_id = g.order_id::text
                 AND m.offer_id = a.offer_id AND m.warehouse_id = a.warehouse_id
           WHERE g.${OWN}
             AND (coalesce(m.on_hand_delta, 0) <> -a.quantity OR coalesce(m.reserved_delta, 0) <> -a.quantity)`,
  },
  {
    name: 'money adds up to the dirham',
    sql: `SELECT o.id, o.total, o.goods_total, g.goods, g.cash, g.lines
            FROM orders o
            JOIN LATERAL (SELECT sum(g.goods_total) AS goods, sum(g.shipping_total) AS shipping, sum(g.cash_due) AS cash,
                                 sum((SELECT sum(unit_price * quantity + tax_amount) FROM order_lines
                                       WHERE group_id = g.id)) AS lines,
                                 bool_and(g.commission = round(g.goods_total * g.commission_rate / 100, 2)) AS commission
                            FROM order_groups g WHERE g.order_id = o.id) g ON true
           WHERE o.id IN (SELECT order_id FROM order_groups WHERE ${OWN})
             AND (o.goods_total <> g.goods OR o.goods_total <> g.lines OR o.shipping_total <> g.shipping
                  OR o.total <> g.cash OR NOT g.commission)`,
  },
  {
    name: 'an order’s status follows from its groups',
    sql: `SELECT o.id, o.status, g.statuses
            FROM orders o
            JOIN LATERAL (SELECT array_agg(status) AS statuses,
                                 bool_and(status IN ('CANCELLED', 'REJECTED')) AS none,
                                 bool_and(status IN ('CANCELLED', 'REJECTED', 'PENDING_ACCEPTANCE')) AS untaken
                            FROM order_groups WHERE order_id = o.id) g ON true
           WHERE o.id IN (SELECT order_id FROM order_groups WHERE ${OWN})
             AND o.status <> CASE WHEN g.none THEN 'CANCELLED' WHEN g.untaken THEN 'PENDING' ELSE 'IN_PROGRESS' END`,
  },
  {
    name: 'nothing is owed for a group that was cancelled',
    sql: `SELECT id, status, payment_status FROM order_groups
           WHERE ${OWN} AND (payment_status = 'VOID') <> (status IN ('CANCELLED', 'REJECTED'))`,
  },
];

/** The rules broken in one world, with the rows that break them; always expected to be empty. */
export async function brokenRules(
  database: Database,
  sellers: readonly string[],
): Promise<{ rule: string; rows: unknown[] }[]> {
  const broken: { rule: string; rows: unknown[] }[] = [];
  for (const { name, sql } of RULES) {
    const { rows } = await database.raw(sql, { sellers: [...sellers] } as never);
    if (rows.length > 0) broken.push({ rule: name, rows: rows.slice(0, 3) });
  }
  return broken;
}
