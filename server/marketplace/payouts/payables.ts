import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { type BankAccounts, readBankAccounts } from '../sellers/sellers.ts';
import { isAnythingPayable, type PayableRow, readPayableSums } from './payout-store.ts';

export type Payable = PayableRow & { bank: BankAccounts };

/**
 * Sellers with payable amounts, by id, in two queries. A payout would pay that amount, 1,000 groups at a time.
 * @param after Id of the last seller on the previous page.
 * @param now Domain time.
 */
export async function readPayables(
  database: Database,
  after: string | null,
  count: number,
  now: Date,
): Promise<Payable[]> {
  const rows = await readPayableSums(database, after, count);
  const accounts = await readBankAccounts(
    database,
    rows.map((row) => row.seller_id),
    now,
  );
  return rows.map((row) => ({
    ...row,
    bank: accounts.get(row.seller_id) ?? { current: null, pending: null },
  }));
}

/** Throws seller.NOTHING_PAYABLE. */
export async function requirePayable(trx: Transaction, sellerId: string): Promise<void> {
  if (!(await isAnythingPayable(trx, sellerId))) throw nothingPayable();
}

export function nothingPayable(): WaslError {
  return new WaslError('seller.NOTHING_PAYABLE', {
    detail: 'This seller has no settled amounts left to pay out.',
  });
}
