import { isZero } from '../../../actors/money/money.ts';
import type { Database, Transaction } from '../../../db/database.ts';

export type LedgerFaultKind =
  | 'UNBALANCED_JOURNAL'
  | 'CLEARING_OPEN'
  | 'DRIVER_BALANCE'
  | 'DRIVER_STATE'
  | 'COLLECTIONS'
  | 'SETTLEMENT'
  | 'SELLER_BALANCE'
  | 'PAYOUT';

export interface LedgerFault {
  kind: LedgerFaultKind;
  /** Id of the journal, delivery task, driver, settlement, seller or payout. */
  subject: string;
  /** Decimal string. */
  difference: string;
}

export interface LedgerReport {
  /** Everything below adds up. */
  balanced: boolean;
  entries: number;
  /** Of all entries; decimal string. */
  sum: string;
  /** The platform's own accounts, then the largest balances; at most 100. */
  accounts: { account: string; balance: string }[];
  /** At most 100 of each kind. */
  faults: LedgerFault[];
}

/**
 * Adds the books up: all entries and every journal sum to zero; the clearing of every completed task is closed, or
 * younger than a minute; each driver's account holds what the driver actor says is on hand and what its collections
 * not handed in add up to; every settlement is the sum of its collections and is posted; each seller's account holds
 * what its delivered groups earned less what was paid out, and every payout is the sum of its groups and is posted.
 * Reads one moment of the database.
 */
export async function checkLedger(database: Database): Promise<LedgerReport> {
  return database.transaction(
    async (trx) => {
      const { entries, sum } = await readTotal(trx);
      const accounts = await readAccounts(trx);
      const faults: LedgerFault[] = [];
      for (const [kind, sql] of Object.entries(FAULTS) as [LedgerFaultKind, string][]) {
        const { rows } = await trx.raw<{ rows: Omit<LedgerFault, 'kind'>[] }>(sql);
        faults.push(...rows.map((row) => ({ kind, ...row })));
      }
      return { balanced: isZero(sum) && faults.length === 0, entries, sum, accounts, faults };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

const FAULTS: Record<LedgerFaultKind, string> = {
  UNBALANCED_JOURNAL: `
    SELECT journal_id AS subject, sum(amount) AS difference FROM ledger_entries
     GROUP BY journal_id HAVING sum(amount) <> 0 ORDER BY journal_id LIMIT 100`,
  // The last command of the order carries PostgreSQL's clock: the cash that its completion waits for is on its way.
  CLEARING_OPEN: `
    SELECT f.subject, f.difference FROM (
      SELECT t.id AS subject, t.order_id, t.actor_version, coalesce(sum(e.amount), 0.00) AS difference
        FROM delivery_tasks t LEFT JOIN ledger_entries e ON e.task_id = t.id AND e.account = 'clearing'
       WHERE t.status = 'COMPLETED'
       GROUP BY t.id HAVING count(e.amount) = 0 OR sum(e.amount) <> 0 ORDER BY t.id LIMIT 100) f
     WHERE NOT EXISTS (SELECT 1 FROM actor_command c
                        WHERE c.kind = 'order' AND c.key = f.order_id AND c.version = f.actor_version
                          AND c.at > now() - interval '60 seconds')`,
  DRIVER_BALANCE: `
    SELECT d.id AS subject, coalesce(b.balance, 0.00) - d.cash_on_hand AS difference
      FROM drivers d
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || d.id
     WHERE coalesce(b.balance, 0.00) <> d.cash_on_hand ORDER BY d.id LIMIT 100`,
  DRIVER_STATE: `
    SELECT a.key AS subject, coalesce(b.balance, 0.00) - (a.state->>'cashOnHand')::numeric AS difference
      FROM actor a
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || a.key
     WHERE a.kind = 'driver' AND coalesce(b.balance, 0.00) <> (a.state->>'cashOnHand')::numeric
     ORDER BY a.key LIMIT 100`,
  // Open, or counted and waiting for a second dispatcher: the driver's still.
  COLLECTIONS: `
    SELECT d.id AS subject, coalesce(c.total, 0.00) - coalesce(b.balance, 0.00) AS difference
      FROM drivers d
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'driver:%' GROUP BY account) b ON b.account = 'driver:' || d.id
      LEFT JOIN (SELECT c.driver_id, sum(c.amount) AS total
                   FROM driver_collections c LEFT JOIN settlements s ON s.id = c.settlement_id
                  WHERE s.status IS DISTINCT FROM 'CLOSED' AND c.reversed_at IS NULL
                  GROUP BY c.driver_id) c ON c.driver_id = d.id
     WHERE coalesce(c.total, 0.00) <> coalesce(b.balance, 0.00) ORDER BY d.id LIMIT 100`,
  SETTLEMENT: `
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
  SELLER_BALANCE: `
    SELECT s.id AS subject, coalesce(b.balance, 0.00) + coalesce(g.earned, 0.00) - coalesce(p.paid, 0.00) AS difference
      FROM sellers s
      LEFT JOIN (SELECT account, sum(amount) AS balance FROM ledger_entries
                  WHERE account LIKE 'seller:%' GROUP BY account) b ON b.account = 'seller:' || s.id
      LEFT JOIN (SELECT seller_id, sum(goods_total - commission) AS earned FROM order_groups
                  WHERE status = 'DELIVERED' GROUP BY seller_id) g ON g.seller_id = s.id
      LEFT JOIN (SELECT seller_id, sum(amount) AS paid FROM payouts GROUP BY seller_id) p ON p.seller_id = s.id
     WHERE coalesce(b.balance, 0.00) + coalesce(g.earned, 0.00) <> coalesce(p.paid, 0.00) ORDER BY s.id LIMIT 100`,
  PAYOUT: `
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
};

async function readTotal(trx: Transaction): Promise<{ entries: number; sum: string }> {
  const { rows } = await trx.raw<{ rows: { entries: number; sum: string }[] }>(
    'SELECT count(*) AS entries, coalesce(sum(amount), 0.00) AS sum FROM ledger_entries',
  );
  return rows[0] ?? { entries: 0, sum: '0.00' };
}

async function readAccounts(trx: Transaction): Promise<LedgerReport['accounts']> {
  const { rows } = await trx.raw<{ rows: LedgerReport['accounts'] }>(
    `SELECT account, sum(amount) AS balance FROM ledger_entries GROUP BY account
      ORDER BY account LIKE '%:%', CASE WHEN account LIKE '%:%' THEN abs(sum(amount)) END DESC, account LIMIT 100`,
  );
  return rows;
}
