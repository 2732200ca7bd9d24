import type { GroupStatus } from '../../../actors/order/state.ts';
import type { Database } from '../../../db/database.ts';
import {
  bigint,
  boolean,
  date,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { GROUP_MONEY_STATE, type GroupMoneyState, sumsOfSeller } from './money-state.ts';

const SUMS = {
  expected_groups: bigint,
  expected: numeric,
  awaiting_groups: bigint,
  awaiting: numeric,
  payable_groups: bigint,
  payable: numeric,
  paid_groups: bigint,
  paid: numeric,
  /** Oldest delivery waiting for its cash, and oldest one waiting for a payout. */
  awaiting_since: nullable(timestamptz),
  payable_since: nullable(timestamptz),
};
export type MoneySums = ValuesOf<typeof SUMS>;

/** A seller's money by state; amounts are net. */
export async function readMoneySums(database: Database, sellerId: string): Promise<MoneySums> {
  const row = await sums.first(database, { sellerId });
  if (row === null) throw new Error('an aggregate without a row');
  return row;
}

const sums = statement({
  name: 'payouts.money_of_seller',
  sql: `SELECT expected.groups AS expected_groups, expected.amount AS expected,
               awaiting.groups AS awaiting_groups, awaiting.amount AS awaiting,
               payable.groups AS payable_groups, payable.amount AS payable,
               paid.groups AS paid_groups, paid.amount AS paid,
               (SELECT min(ended_at) FROM order_groups
                 WHERE seller_id = s.id AND status = 'DELIVERED' AND payment_status <> 'SETTLED') AS awaiting_since,
               (SELECT min(delivered_at) FROM payout_groups
                 WHERE seller_id = s.id AND payout_id IS NULL) AS payable_since
          FROM (SELECT :sellerId::uuid AS id) s, ${sumsOfSeller('s.id')}`,
  params: { sellerId: uuid },
  row: SUMS,
});

const GROUP = {
  id: uuid,
  order_number: text,
  placed_at: timestamptz,
  status: oneOf<GroupStatus>(),
  state: oneOf<GroupMoneyState>(),
  /** QAR, goods as ordered, whatever the outcome. */
  gross: numeric,
  /** Percent, as of the order's placement. */
  commission_rate: numeric,
  /** Zero, like the net, if nothing is due. */
  commission: numeric,
  net: numeric,
  shipping: numeric,
  cash_due: numeric,
  method_name_en: text,
  method_name_ar: text,
  /** Whether the seller's own method was used instead of the platform's. */
  own_method: boolean,
  /** The last promised day. */
  promised_to: date,
  ended_at: nullable(timestamptz),
  /** When its cash was handed in. */
  settled_at: nullable(timestamptz),
  payout_id: nullable(uuid),
  payout_number: nullable(text),
  paid_at: nullable(timestamptz),
};
export type MoneyGroupRow = ValuesOf<typeof GROUP>;

const COUNTS = `${GROUP_MONEY_STATE} <> 'NOTHING'`;
const COLUMNS = `g.id, o.number AS order_number, o.placed_at, g.status, ${GROUP_MONEY_STATE} AS state,
               g.goods_total AS gross, g.commission_rate,
               CASE WHEN ${COUNTS} THEN g.commission ELSE 0.00 END AS commission,
               CASE WHEN ${COUNTS} THEN g.goods_total - g.commission ELSE 0.00 END AS net,
               g.shipping_total AS shipping, g.cash_due, g.method_name_en, g.method_name_ar,
               EXISTS (SELECT FROM checkout_shipping c JOIN shipping_methods m ON m.id = c.method_id
                        WHERE c.checkout_id = o.checkout_id AND c.seller_id = g.seller_id
                          AND m.seller_id IS NOT NULL) AS own_method,
               g.promised_to, g.ended_at,
               (SELECT z.closed_at FROM delivery_tasks t
                  JOIN driver_collections c ON c.task_id = t.id AND c.reversed_at IS NULL
                  JOIN settlements z ON z.id = c.settlement_id
                 WHERE t.group_id = g.id AND g.payment_status = 'SETTLED') AS settled_at,
               p.id AS payout_id, p.number AS payout_number, p.created_at AS paid_at`;
const JOINED = `order_groups g JOIN orders o ON o.id = g.order_id
          LEFT JOIN payout_groups l ON l.group_id = g.id
          LEFT JOIN payouts p ON p.id = l.payout_id`;

export interface MoneyGroupFilter {
  sellerId: string;
  state: GroupMoneyState | null;
  /** Part of the order number. */
  number: string | null;
  /** Placement time, from inclusive, to exclusive. */
  from: Date | null;
  until: Date | null;
  /** Id of the last group on the previous page. */
  before: string | null;
  count: number;
}

/** Newest first. The groups of a page are selected before reading any columns not needed for that. */
export function listMoneyGroups(database: Database, filter: MoneyGroupFilter): Promise<MoneyGroupRow[]> {
  return list.all(database, filter);
}

const list = statement({
  name: 'payouts.list_money_groups',
  sql: `SELECT ${COLUMNS}
          FROM (SELECT g.id
                  FROM order_groups g JOIN orders o ON o.id = g.order_id
                  LEFT JOIN payout_groups l ON l.group_id = g.id
                 WHERE g.seller_id = :sellerId
                   AND (:before::uuid IS NULL OR g.id < :before)
                   AND (:state::text IS NULL OR ${GROUP_MONEY_STATE} = :state)
                   AND (:number::text IS NULL OR strpos(o.number, upper(:number)) > 0)
                   AND (:from::timestamptz IS NULL OR o.placed_at >= :from)
                   AND (:until::timestamptz IS NULL OR o.placed_at < :until)
                 ORDER BY g.id DESC LIMIT :count) f
          JOIN order_groups g ON g.id = f.id
          JOIN orders o ON o.id = g.order_id
          LEFT JOIN payout_groups l ON l.group_id = g.id
          LEFT JOIN payouts p ON p.id = l.payout_id
         ORDER BY g.id DESC`,
  params: {
    sellerId: uuid,
    state: nullable(oneOf<GroupMoneyState>()),
    number: nullable(text),
    from: nullable(timestamptz),
    until: nullable(timestamptz),
    before: nullable(uuid),
    count: bigint,
  },
  row: GROUP,
});

/** Null for a missing group and for another seller's. */
export function findMoneyGroup(
  database: Database,
  given: { sellerId: string; groupId: string },
): Promise<MoneyGroupRow | null> {
  return one.first(database, given);
}

const one = statement({
  name: 'payouts.find_money_group',
  sql: `SELECT ${COLUMNS} FROM ${JOINED} WHERE g.id = :groupId AND g.seller_id = :sellerId`,
  params: { sellerId: uuid, groupId: uuid },
  row: GROUP,
});

/** The recorded reason why nothing is due for a group; null if none was given. */
export async function reasonOf(database: Database, groupId: string): Promise<string | null> {
  return (await reason.first(database, { groupId }))?.reason ?? null;
}

const reason = statement({
  name: 'payouts.reason_of_group',
  sql: `SELECT reason FROM transitions
         WHERE subject_type = 'GROUP' AND subject_id = :groupId AND reason IS NOT NULL
         ORDER BY actor_version DESC, at DESC, id DESC LIMIT 1`,
  params: { groupId: uuid },
  row: { reason: text },
});

/** The groups of a payout, by order number. */
export function groupsOfPayout(database: Database, payoutId: string): Promise<MoneyGroupRow[]> {
  return ofPayout.all(database, { payoutId });
}

const ofPayout = statement({
  name: 'payouts.groups_of_payout',
  sql: `SELECT ${COLUMNS}
          FROM payout_groups l JOIN payouts p ON p.id = l.payout_id
          JOIN order_groups g ON g.id = l.group_id
          JOIN orders o ON o.id = g.order_id
         WHERE l.payout_id = :payoutId ORDER BY o.number, g.id`,
  params: { payoutId: uuid },
  row: GROUP,
});

const MONTH = { month: text, groups: bigint, gross: numeric, commission: numeric, net: numeric };
export type MonthRow = ValuesOf<typeof MONTH>;

/**
 * Months (in Qatar) with deliveries, latest first. Steps from month to month by the index, so months after the page are
 * not read.
 * @param before Only deliveries before this time.
 */
export function readMonths(
  database: Database,
  given: { sellerId: string; before: Date | null; count: number },
): Promise<MonthRow[]> {
  return months.all(database, given);
}

const lastDelivery = (before: string) =>
  `(SELECT max(ended_at) FROM order_groups WHERE seller_id = :sellerId AND status = 'DELIVERED' AND ended_at < ${before})`;
const startOf = (instant: string) =>
  `date_trunc('month', ${instant} AT TIME ZONE 'Asia/Qatar') AT TIME ZONE 'Asia/Qatar'`;
const months = statement({
  name: 'payouts.months_of_seller',
  sql: `WITH RECURSIVE m AS (
          SELECT ${startOf(lastDelivery(`coalesce(:before::timestamptz, 'infinity')`))} AS start, 1::bigint AS place
          UNION ALL
          SELECT ${startOf(lastDelivery('m.start'))}, m.place + 1 FROM m WHERE m.start IS NOT NULL AND m.place < :count
        )
        SELECT to_char(m.start AT TIME ZONE 'Asia/Qatar', 'YYYY-MM') AS month, t.groups, t.gross, t.commission,
               t.gross - t.commission AS net
          FROM m CROSS JOIN LATERAL (
                 SELECT count(*) AS groups, coalesce(sum(goods_total), 0.00) AS gross,
                        coalesce(sum(commission), 0.00) AS commission
                   FROM order_groups
                  WHERE seller_id = :sellerId AND status = 'DELIVERED' AND ended_at >= m.start
                    AND ended_at < (m.start AT TIME ZONE 'Asia/Qatar' + interval '1 month') AT TIME ZONE 'Asia/Qatar') t
         WHERE m.start IS NOT NULL ORDER BY m.start DESC`,
  params: { sellerId: uuid, before: nullable(timestamptz), count: bigint },
  row: MONTH,
});
