import { isZero } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { FAULTS, type LedgerFaultKind, readAccounts, readTotal } from './ledger-store.ts';

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
 * what its delivered groups earned less what was paid out; the sums each seller is told of its money are those of the
 * books; every payout is the sum of its groups and is posted.
 * Reads one moment of the database.
 */
export async function checkLedger(database: Database): Promise<LedgerReport> {
  return inTransaction(
    database,
    async (trx) => {
      const { entries, sum } = await readTotal(trx);
      const accounts = await readAccounts(trx);
      const faults: LedgerFault[] = [];
      for (const kind of Object.keys(FAULTS) as LedgerFaultKind[]) {
        const rows = await FAULTS[kind].all(trx, {});
        faults.push(...rows.map((row) => ({ kind, ...row })));
      }
      return { balanced: isZero(sum) && faults.length === 0, entries, sum, accounts, faults };
    },
    { isolation: 'repeatable read, read only' },
  );
}
