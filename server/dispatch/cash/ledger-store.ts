import type { Transaction } from '../../../db/database.ts';
import { bigint, numeric, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { sellersWithWrongSums } from '../../marketplace/payouts/payouts.ts';

/** Decimal strings. `opening + collected − reversed − settled = closing`, `settled + difference = handedIn`. */
const cashDay = {
  opening: numeric,
  collected: numeric,
  reversed: numeric,
  settled: numeric,
  handedIn: numeric,
  difference: numeric,
  closing: numeric,
};
export type CashDay = ValuesOf<typeof cashDay>;

const driverCashDay = { driverId: uuid, driverName: text, ...cashDay };
export type DriverCashDay = ValuesOf<typeof driverCashDay>;

/** One row per driver who held or moved cash on the day. */
export function readCashDays(
  trx: Transaction,
  terms: { from: Date; until: Date; limit: number },
): Promise<DriverCashDay[]> {
  return byDriver.all(trx, terms);
}

const byDriver = statement({
  name: 'cash.days_of_drivers',
  sql: `
  SELECT d.id AS "driverId", d.full_name AS "driverName", m.opening, m.collected, m.reversed, m.settled,
         m.settled + m.difference AS "handedIn", m.difference, m.closing
    FROM (
      SELECT split_part(e.account, ':', 2)::uuid AS driver_id,
             coalesce(sum(e.amount) FILTER (WHERE held AND j.at < :from), 0.00) AS opening,
             coalesce(sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'COLLECTION'), 0.00) AS collected,
             coalesce(-sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'REVERSAL'), 0.00) AS reversed,
             coalesce(-sum(e.amount) FILTER (WHERE held AND today AND j.kind = 'HAND_IN'), 0.00) AS settled,
             coalesce(-sum(e.amount) FILTER (WHERE NOT held AND today AND j.kind = 'HAND_IN'), 0.00) AS difference,
             coalesce(sum(e.amount) FILTER (WHERE held), 0.00) AS closing,
             count(*) FILTER (WHERE today) AS moved
        FROM ledger_entries e
        JOIN ledger_journals j ON j.id = e.journal_id,
             LATERAL (SELECT e.account LIKE 'driver:%' AS held, j.at >= :from AS today) w
       WHERE (e.account LIKE 'driver:%' OR e.account LIKE 'driver-difference:%') AND j.at < :until
       GROUP BY 1) m
    JOIN drivers d ON d.id = m.driver_id
   WHERE m.moved > 0 OR m.opening <> 0
   ORDER BY d.full_name, d.id LIMIT :limit`,
  params: { from: timestamptz, until: timestamptz, limit: bigint },
  row: driverCashDay,
});

/** The ledger's total of all drivers at the end of a day, and what went into the till that day. */
export async function readLedgerDay(
  trx: Transaction,
  span: { from: Date; until: Date },
): Promise<{ held: string; till: string }> {
  return (await whole.first(trx, span)) ?? { held: '0.00', till: '0.00' };
}

const whole = statement({
  name: 'cash.ledger_day',
  sql: `
  SELECT coalesce(sum(e.amount) FILTER (WHERE e.account LIKE 'driver:%'), 0.00) AS held,
         coalesce(sum(e.amount) FILTER (WHERE e.account = 'till' AND j.kind = 'HAND_IN' AND j.at >= :from), 0.00) AS till
    FROM ledger_entries e JOIN ledger_journals j ON j.id = e.journal_id
   WHERE j.at < :until AND (e.account LIKE 'driver:%' OR e.account = 'till')`,
  params: { from: timestamptz, until: timestamptz },
  row: { held: numeric, till: numeric },
});

export type LedgerFaultKind =
  | 'UNBALANCED_JOURNAL'
  | 'CLEARING_OPEN'
  | 'DRIVER_BALANCE'
  | 'DRIVER_STATE'
  | 'COLLECTIONS'
  | 'SETTLEMENT'
  | 'SELLER_BALANCE'
  | 'SELLER_MONEY'
  | 'PAYOUT';

const fault = (name: string, sql: string) =>
  statement({ name, sql, row: { subject: uuid, difference: numeric } });

/** Discrepancies by kind; at most 100 of each. */
export const FAULTS: Record<LedgerFaultKind, ReturnType<typeof fault>> = {
  UNBALANCED_JOURNAL: fault(
    'cash.fault_unbalanced_journal',
    `
    SELECT journal_id AS subject, sum(amount) AS difference FROM ledger_entries
     GROUP BY journal_id HAVING sum(amount) <> 0 ORDER BY journal_id LIMIT 100`,
  ),
  // By PostgreSQL's time of the order's last command: cash of a recent completion may still be on its way.
  CLEARING_OPEN: fault(
    'cash.fault_clearing_open',
    `
    SELECT f.subject, f.difference FROM (
      SELECT t.id AS subject, t.order_id, t.actor_version, coalesce(sum(e.amount), 0.00) AS difference
        FROM delivery_tasks t LEFT JOIN ledger_entries e ON e.task_id = t.id AND e.account = 'clearing'
       WHERE t.status = 'COMPLETED'
       GROUP BY t.id HAVING count(e.amount) = 0 OR sum(e.amount) <> 0 ORDER BY t.id LIMIT 100) f
     WHERE NOT EXISTS (SELECT 1 FROM actor_command c
                        WHERE c.kind = 'order' AND c.key = f.order_id AND c.version = f.actor_version
                          AND c.at > now() - interval '60 seconds')`,
  ),
  DRIVER_BALANCE: fault(
    'cash.fault_driver_balance',
    `
    SELECT d.id AS subject, coalesce(b.balance, 0.00) - d.cash_on_hand AS difference
      FROM drivers d
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || d.id
     WHERE coalesce(b.balance, 0.00) <> d.cash_on_hand ORDER BY d.id LIMIT 100`,
  ),
  DRIVER_STATE: fault(
    'cash.fault_driver_state',
    `
    SELECT a.key AS subject, coalesce(b.balance, 0.00) - (a.state->>'cashOnHand')::numeric AS difference
      FROM actor a
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || a.key
     WHERE a.kind = 'driver' AND coalesce(b.balance, 0.00) <> (a.state->>'cashOnHand')::numeric
     ORDER BY a.key LIMIT 100`,
  ),
  // Open collections, and counted ones that wait for a second dispatcher, still belong to the driver.
  COLLECTIONS: fault(
    'cash.fault_collections',
    `
    SELECT d.id AS subject, coalesce(c.total, 0.00) - coalesce(b.balance, 0.00) AS difference
      FROM drivers d
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || d.id
      LEFT JOIN (SELECT c.driver_id, sum(c.amount) AS total
                   FROM driver_collections c LEFT JOIN settlements s ON s.id = c.settlement_id
                  WHERE s.status IS DISTINCT FROM 'CLOSED' AND c.reversed_at IS NULL
                  GROUP BY c.driver_id) c ON c.driver_id = d.id
     WHERE coalesce(c.total, 0.00) <> coalesce(b.balance, 0.00) ORDER BY d.id LIMIT 100`,
  ),
  SETTLEMENT: fault(
    'cash.fault_settlement',
    `
    SELECT s.id AS subject,
           CASE WHEN coalesce(c.total, 0.00) <> s.expected THEN coalesce(c.total, 0.00) ELSE coalesce(p.posted, 0.00) END
             - s.expected AS difference
      FROM settlements s
      LEFT JOIN (SELECT settlement_id, sum(amount) AS total FROM driver_collections
                  GROUP BY settlement_id) c ON c.settlement_id = s.id
      LEFT JOIN LATERAL (SELECT -sum(e.amount) AS posted
                           FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
                          WHERE j.cause = 'settlement:' || s.id AND e.account = 'driver:' || s.driver_id) p ON true
     WHERE coalesce(c.total, 0.00) <> s.expected
        OR (s.status = 'CLOSED') <> (coalesce(p.posted, 0.00) = s.expected AND p.posted IS NOT NULL)
     ORDER BY s.id LIMIT 100`,
  ),
  SELLER_BALANCE: fault(
    'cash.fault_seller_balance',
    `
    SELECT s.id AS subject, coalesce(b.balance, 0.00) + coalesce(g.earned, 0.00) - coalesce(p.paid, 0.00) AS difference
      FROM sellers s
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'seller:%' GROUP BY account) b ON b.account = 'seller:' || s.id
      LEFT JOIN (SELECT seller_id, sum(goods_total - commission) AS earned FROM order_groups
                  WHERE status = 'DELIVERED' GROUP BY seller_id) g ON g.seller_id = s.id
      LEFT JOIN (SELECT seller_id, sum(amount) AS paid FROM payouts GROUP BY seller_id) p ON p.seller_id = s.id
     WHERE coalesce(b.balance, 0.00) + coalesce(g.earned, 0.00) <> coalesce(p.paid, 0.00) ORDER BY s.id LIMIT 100`,
  ),
  SELLER_MONEY: sellersWithWrongSums,
  PAYOUT: fault(
    'cash.fault_payout',
    `
    SELECT p.id AS subject,
           CASE WHEN coalesce(g.total, 0.00) <> p.amount THEN coalesce(g.total, 0.00) ELSE coalesce(l.posted, 0.00) END
             - p.amount AS difference
      FROM payouts p
      LEFT JOIN (SELECT payout_id, sum(amount) AS total FROM payout_groups
                  WHERE payout_id IS NOT NULL GROUP BY payout_id) g ON g.payout_id = p.id
      LEFT JOIN LATERAL (SELECT sum(e.amount) AS posted
                           FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
                          WHERE j.cause = 'payout:' || p.id AND e.account = 'seller:' || p.seller_id) l ON true
     WHERE coalesce(g.total, 0.00) <> p.amount OR coalesce(l.posted, 0.00) <> p.amount
     ORDER BY p.id LIMIT 100`,
  ),
};

const total = { entries: bigint, sum: numeric };

export async function readTotal(trx: Transaction): Promise<ValuesOf<typeof total>> {
  return (await ofAllEntries.first(trx, {})) ?? { entries: 0, sum: '0.00' };
}

const ofAllEntries = statement({
  name: 'cash.total_of_entries',
  sql: 'SELECT count(*) AS entries, coalesce(sum(amount), 0.00) AS sum FROM ledger_entries',
  row: total,
});

/** The platform's own accounts, then the largest balances; at most 100. */
export function readAccounts(trx: Transaction): Promise<{ account: string; balance: string }[]> {
  return accounts.all(trx, {});
}

const accounts = statement({
  name: 'cash.balances_of_accounts',
  sql: `SELECT account, sum(amount) AS balance FROM ledger_entries GROUP BY account
         ORDER BY account LIKE '%:%', CASE WHEN account LIKE '%:%' THEN abs(sum(amount)) END DESC, account LIMIT 100`,
  row: { account: text, balance: numeric },
});
