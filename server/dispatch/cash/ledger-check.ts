import { isZero } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { FAULTS, type LedgerFaultKind, readAccounts, readTotal } from './ledger-store.ts';

export interface LedgerDiscrepancy {
  kind: LedgerFaultKind;
  /** Id of the journal, delivery task, driver, settlement, seller or payout. */
  subject: string;
  /** Decimal string. */
  difference: string;
}

export interface LedgerReport {
  /** Whether every check below passes. */
  balanced: boolean;
  entries: number;
  /** Sum of all entries; decimal string. */
  sum: string;
  /** The platform's own accounts, then the largest balances; at most 100. */
  accounts: { account: string; balance: string }[];
  /** At most 100 of each kind. */
  faults: LedgerDiscrepancy[];
}

/**
 * Checks the books in one database snapshot. All entries, and the entries of each journal, sum to zero. The clearing of
 * every completed task is closed or younger than a minute. Each driver's account equals both the driver actor's cash on
 * hand and its collections not handed in. Every settlement equals the sum of its collections and is posted. Each
 * seller's account equals the earnings of its delivered groups less payouts, and the sums shown to the seller match the
 * books. Every payout equals the sum of its groups and is posted.
 */
export async function checkLedger(database: Database): Promise<LedgerReport> {
  return inTransaction(
    database,
    async (trx) => {
      const { entries, sum } = await readTotal(trx);
      const accounts = await readAccounts(trx);
      const faults: LedgerDiscrepancy[] = [];
      for (const kind of Object.keys(FAULTS) as LedgerFaultKind[]) {
        const rows = await FAULTS[kind].all(trx, {});
        faults.push(...rows.map((row) => ({ kind, ...row })));
      }
      return { balanced: isZero(sum) && faults.length === 0, entries, sum, accounts, faults };
    },
    { isolation: 'repeatable read, read only' },
  );
}
