import { numeric, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { GROUP_MONEY_STATE, sumsOfSeller } from './money-state.ts';

/**
 * Sellers whose displayed sums differ from the books. Awaiting cash plus payable must equal the balance of the seller's
 * account; paid must equal what payouts debited; the states of the listed orders must add up to the same sums. The
 * first difference of each seller; at most 100.
 */
export const sellersWithWrongSums = statement({
  name: 'payouts.fault_seller_money',
  sql: `
  SELECT f.subject, f.difference FROM (
    SELECT s.id AS subject, d.difference
      FROM sellers s
      LEFT JOIN (SELECT e.account, -sum(e.amount) AS owed,
                        coalesce(sum(e.amount) FILTER (WHERE j.kind = 'PAYOUT'), 0.00) AS paid
                   FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
                  WHERE e.account LIKE 'seller:%' GROUP BY e.account) b ON b.account = 'seller:' || s.id
      LEFT JOIN (SELECT g.seller_id,
                        coalesce(sum(g.net) FILTER (WHERE g.state = 'AWAITING_CASH'), 0.00) AS awaiting,
                        coalesce(sum(g.net) FILTER (WHERE g.state = 'PAYABLE'), 0.00) AS payable,
                        coalesce(sum(g.net) FILTER (WHERE g.state = 'PAID'), 0.00) AS paid
                   FROM (SELECT g.seller_id, g.goods_total - g.commission AS net, ${GROUP_MONEY_STATE} AS state
                           FROM order_groups g LEFT JOIN payout_groups l ON l.group_id = g.id
                          WHERE g.status = 'DELIVERED') g
                  GROUP BY g.seller_id) listed ON listed.seller_id = s.id,
           ${sumsOfSeller('s.id')},
           LATERAL (SELECT difference
                      FROM (VALUES (1, awaiting.amount + payable.amount - coalesce(b.owed, 0.00)),
                                   (2, paid.amount - coalesce(b.paid, 0.00)),
                                   (3, awaiting.amount - coalesce(listed.awaiting, 0.00)),
                                   (4, payable.amount - coalesce(listed.payable, 0.00)),
                                   (5, paid.amount - coalesce(listed.paid, 0.00))) AS v (place, difference)
                     WHERE difference <> 0 ORDER BY place LIMIT 1) d) f
   ORDER BY f.subject LIMIT 100`,
  row: { subject: uuid, difference: numeric },
});
