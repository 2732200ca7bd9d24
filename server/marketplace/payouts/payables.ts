import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { type BankAccounts, readBankAccounts } from '../sellers/sellers.ts';
import { isAnythingPayable, type PayableRow, readPayableSums } from './payout-store.ts';

export type Payable = PayableRow & { bank: BankAccounts };

/**
 * Sellers whom something is payable, by id, in two reads however many there are; a payout would pay that much, 1,000
 * groups at a time. @param after The id the last page ended with. @param now Domain time.
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
  return new WaslError('seller.NOTHING_PAYABLE', { detail: 'Nothing of this seller is settled and unpaid.' });
}
